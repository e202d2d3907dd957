#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/conformance/pace.hpp"
#include "client/conformance/transcript.hpp"
#include "client/conformance/ws_client.hpp"

namespace flagrank::conformance {

/// The flags that the server of a transcript was started with.
[[nodiscard]] std::vector<std::string> flags_of(const Transcript& transcript);

/// Is it something that a client is told: a frame, or the end?
[[nodiscard]] bool told(const Transcript::Line& line) noexcept;

/// The connections of one transcript that is played again.
class Stage {
 public:
  /// Keeps to the limits that the server tells.
  explicit Stage(text::Address server);

  /// Does what a client does; nothing for the other lines. Throws std::invalid_argument where the
  /// client is not connected.
  void act(const Transcript::Line& line);

  /// What that client hears next, as a line; nothing comes back as a note.
  [[nodiscard]] Transcript::Line hear(const std::string& who,
                                      std::chrono::milliseconds within = patience());
  /// The last frame that anybody heard, as it was told.
  [[nodiscard]] const std::string& last_frame() const noexcept { return frame_; }

  /// All that anybody hears until it is quiet, the one named first first.
  [[nodiscard]] std::vector<Transcript::Line> hear_all(const std::string& first);

  /// Asks for one thing more on every connection, to which the answer must come next. What comes
  /// in its place, which nobody expected.
  [[nodiscard]] std::optional<Transcript::Line> surplus();

  /// Whoever still sits in a room gives the seat up, so that nothing is left of the conversation.
  void leave();

 private:
  struct Client {
    std::string name;
    WsClient connection;
    std::optional<Pace> pace;  ///< once the limits are known
  };

  [[nodiscard]] bool present(const std::string& who) const;
  [[nodiscard]] Client& client(const std::string& who);
  void forget(const std::string& who);
  void say(Client& client, const std::string& frame);

  text::Address server_;
  std::vector<Client> clients_;  ///< in the order they came
  Placeholders placeholders_;
  std::string frame_;
};

}  // namespace flagrank::conformance
