#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "client/text/client.hpp"
#include "tests/unit/text/dealer.hpp"

/// A client and the server that it talks to, and short names for what comes out of it.
namespace flagrank::text {

// How GoogleTest shows actions; it finds these by the namespace.
namespace action {

void PrintTo(const Say& say, std::ostream* out);
void PrintTo(const SayLater& later, std::ostream* out);
void PrintTo(const Print& print, std::ostream* out);
void PrintTo(const Load& load, std::ostream* out);
void PrintTo(const Save& save, std::ostream* out);
void PrintTo(const Keep& keep, std::ostream* out);
void PrintTo(const Forget& forget, std::ostream* out);
void PrintTo(const ForgetOld& old, std::ostream* out);
void PrintTo(const Connect& connect, std::ostream* out);
void PrintTo(const Finish& finish, std::ostream* out);

}  // namespace action

inline constexpr Style plain{};

[[nodiscard]] Action say(const std::string& id, protocol::ClientBody body);
[[nodiscard]] Action print(const std::string& text);
[[nodiscard]] Action finish(ExitStatus status, const std::string& sentence = {});

[[nodiscard]] rules::Move move(std::string_view from, std::string_view to);
[[nodiscard]] protocol::Move move_at(std::uint32_t ply, std::string_view from, std::string_view to);

/// What Ann wants, and the seat that it gets her.
extern const protocol::CreateRoom to_create;
extern const KeptSeat kept_seat;

struct Parlour {
  explicit Parlour(Manner manner, std::optional<FormationWish> formation = {},
                   rules::Side side = rules::Side::red, const view::Timing& timing = {});
  /// Of a client that comes back to its seat.
  Parlour(Manner manner, const KeptSeat& seat);
  /// Of a client that looks on.
  Parlour(Manner manner, const protocol::WatchRoom& watch);

  Actions hear(const protocol::ServerMessage& message) { return client.hear(message); }
  Actions type(std::string_view line) { return client.typed(line); }
  /// The connection ends so long after the beginning of time; chance is kind.
  Actions lose(const Ending& ending, LocalTime::duration passed);
  /// Time goes by, for both.
  void wait(view::Milliseconds time);

  /// At the table, the suggested formation as the draft; Bob is not there yet. The commands so far
  /// are c1 and c2.
  void sit();
  /// In a running game; commands so far are c1 to c3.
  void start();

  /// What a person is shown.
  [[nodiscard]] std::string screen(const std::optional<Draft>& draft = {}) const;
  [[nodiscard]] Draft suggested() const { return dealer.army(dealer.side()).placements(); }

  using Re = std::optional<std::string>;
  Dealer dealer;
  Client client;
  LocalTime now;
};

}  // namespace flagrank::text
