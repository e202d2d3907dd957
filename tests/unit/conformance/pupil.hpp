#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "client/conformance/rehearsal.hpp"
#include "common/protocol/server_message.hpp"
#include "common/view/player_view.hpp"

namespace flagrank::conformance {

/// What a client does that is not as it should be; all of it off is one that behaves.
struct Manners {
  bool stays_away = false;         ///< after a connection was lost
  bool comes_back_always = false;  ///< also after a code that is final
  bool makes_a_new_room = false;   ///< where it should resume
  bool forgets_its_token = false;
  bool hurries_back = false;  ///< says its move before resume
  bool overlooks_gaps = false;
  bool folds_twice = false;         ///< what comes twice
  bool fears_what_is_new = false;   ///< hangs up at an unknown type
  bool gives_up_at_errors = false;  ///< does nothing after one
  bool is_impatient = false;        ///< says its move again under a new id while it waits
  bool never_waits = false;         ///< for retry_after_ms
  bool renames_commands = false;    ///< says a lost command again under a new id, where it was
  bool reuses_ids = false;          ///< begins to count anew with each connection
  bool says_nonsense = false;
  bool resigns_at_once = false;
  bool leaves_early = false;
  bool moves_out_of_turn = false;  ///< says the next move with each, before the other's
};

/// A client that plays in a rehearsal, with no sockets between them and in no time.
class Pupil {
 public:
  explicit Pupil(std::vector<Scenario> scenarios, const Manners& manners = {}, bool joins = false);

  /// Plays until the rehearsal has ended. All that was noted.
  [[nodiscard]] std::vector<Finding> play();

 private:
  void take(const Actions& actions);
  void lose(protocol::Advice advice);
  void connect();
  void pass_time();
  void say(protocol::ClientBody body);
  void say(const protocol::ClientMessage& message);
  void say_move();
  void hear(const std::string& frame);
  void hear(const protocol::ServerMessage& message, const protocol::Hello& hello);
  void hear(const protocol::ServerMessage& message, const protocol::Seated& seated);
  void hear(const protocol::ServerMessage& message, const protocol::SnapshotTold& told);
  void hear(const protocol::ServerMessage& message, const protocol::Event& event);
  void hear(const protocol::ServerMessage& message, const protocol::Unknown& unknown);
  void hear(const protocol::ServerMessage& message, const protocol::Error& error);
  void hear(const protocol::ServerMessage& message, const protocol::LegalMovesTold& told);
  template <class Other>
  void hear(const protocol::ServerMessage& /*message*/, const Other& /*body*/) {}
  bool in_order(std::uint64_t seq);
  void do_what_is_due();

  Manners manners_;
  bool joins_;
  Rehearsal rehearsal_;
  view::Instant now_{std::chrono::hours{12}};
  std::vector<Finding> findings_;
  bool ended_ = false;

  int connection_ = 0;
  bool connected_ = false;
  std::optional<view::Instant> connects_at_;
  std::optional<view::Instant> moves_at_;  ///< when a move may be said again
  view::Instant away_until_;
  std::deque<std::string> inbox_;

  std::string room_;
  std::string token_;
  std::optional<view::PlayerView> view_;
  std::optional<protocol::ClientMessage> move_;  ///< said, and not answered
  int commands_ = 0;
};

}  // namespace flagrank::conformance
