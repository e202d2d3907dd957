#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client/conformance/report.hpp"
#include "client/conformance/scenario.hpp"
#include "client/conformance/small_room.hpp"
#include "common/protocol/close_code.hpp"

namespace flagrank::conformance {

/// What the fake server does next. All of it in this order.
namespace act {
struct Tell {
  int connection = 0;
  std::string frame;
};
/// By a closing handshake, once all has been told.
struct Close {
  int connection = 0;
  protocol::CloseCode code = protocol::CloseCode::normal;
};
/// Without a word, once all has been told.
struct Drop {
  int connection = 0;
};
/// Nobody can connect for so long.
struct BeAway {
  view::Milliseconds time{};
};
struct Note {
  Finding finding;
};
/// All has been seen, or there is no use in going on.
struct End {};
}  // namespace act
using Action = std::variant<act::Tell, act::Close, act::Drop, act::BeAway, act::Note, act::End>;
using Actions = std::vector<Action>;

/// The fake server without its sockets and clock: takes one client through a game and notes what it
/// does wrong. Whatever comes in, actions come out.
class Rehearsal {
 public:
  struct Wish {
    std::vector<Scenario> scenarios;
    view::Milliseconds patience{30'000};            ///< for a reaction that is needed
    view::Milliseconds newcomer_patience{600'000};  ///< until anything comes at all
    std::string preset = "classic";                 ///< of the room that a client can join
    std::uint64_t seed = 1;
    std::string room = "TMWKXF";  ///< its code
    std::string token;            ///< of the client's seat
  };

  explicit Rehearsal(Wish wish) : wish_{std::move(wish)}, queue_{wish_.scenarios} {}

  Actions connected(int connection, view::Instant now);
  Actions heard(int connection, std::string_view frame, view::Instant now);
  /// It sent something else than a text frame of at most `message_bytes`.
  Actions heard_nonsense(int connection, const std::string& what, view::Instant now);
  /// A handshake was refused, for that reason.
  Actions declined(const std::string& why, view::Instant now);
  /// The connection has ended, by whomever.
  Actions gone(int connection, std::uint16_t code, view::Instant now);
  /// Time has passed.
  Actions tick(view::Instant now);
  /// When there will be something to do without anything coming in.
  [[nodiscard]] std::optional<view::Instant> next_tick() const;
  /// The trial is over before its end: notes what was seen.
  Actions stopped(const std::string& why);

 private:
  using Error = protocol::ErrorCode;
  using Message = protocol::ClientMessage;

  struct Held {
    Message message;
    view::Instant until;
  };

  // --- outside a room
  void say_outside(int connection, const Message& message);
  void create(int connection, const Message& message, const protocol::CreateRoom& wish);
  void join(int connection, const Message& message, const protocol::JoinRoom& wish);
  void resume(int connection, const Message& message, const protocol::Resume& wish);
  void seat_client(int connection, const Message& message, const std::string& name,
                   const SmallRoom::Settings& settings);
  void attach(int connection);

  // --- in the room
  void say_inside(const Message& message);
  void take_up(const Message& message);
  void carry_out(const Message& message);
  bool intercept(const Message& message);
  void note_stale(const protocol::Move& move);
  void note_refusal(const Message& message, const protocol::Error& error);
  void note_haste();
  [[nodiscard]] bool is_turn(const Message& message) const;
  void tell_outcome(const Message& message, const SmallRoom::Outcome& outcome);
  void leave(const Message& message);

  // --- scenarios
  void advance();
  void begin_next_scenario();
  void finish_scenario();
  void play_computer_turn();
  void tell_turn(const Happenings& happenings);
  void detach();
  void break_off();
  void go_away();
  void end_with_final_code(protocol::CloseCode code);
  void after_the_end();
  void come_back();
  void carry_out_held();
  [[nodiscard]] bool active(Scenario scenario) const { return active_ == scenario; }

  // --- telling
  void tell(int connection, std::string frame);
  void tell(const protocol::ServerMessage& message);
  void tell_snapshot(std::optional<std::string> re);
  void tell(const Happenings& happenings, const std::optional<std::string>& re = {});
  [[nodiscard]] std::string encoded(const Happened& happened, std::optional<std::string> re) const;
  void refuse(int connection, const Message& message, Error code);
  void close(int connection, protocol::CloseCode code);

  // --- noting
  /// Of the active scenario, or of the play in general.
  void note(const std::string& fault);
  void note(std::string_view check, const std::string& fault);
  void progress();
  /// What the client has to do now; "" where it is not its turn to do anything.
  [[nodiscard]] std::string awaited() const;
  [[nodiscard]] view::Milliseconds patience() const;
  /// The client will not do what it has to.
  void give_up(std::string_view check, const std::string& why);
  void conclude();
  void add_finding(std::string_view check, std::string_view summary);
  void add_unless_unseen(std::string_view check, std::string_view summary, bool seen,
                         const std::string& why_not);
  void add_rules();
  void add_finding(Scenario scenario);
  void add_unseen(Scenario scenario);
  void settle_active();
  void add_play();
  [[nodiscard]] Actions taken();

  Wish wish_;
  std::vector<Scenario> queue_;
  std::size_t next_ = 0;  ///< in the queue
  Actions actions_;
  view::Instant now_;

  std::optional<int> attached_;  ///< the connection on the client's seat
  std::optional<SmallRoom> room_;
  std::string retry_key_;
  bool left_ = false;  ///< the client gave its seat up

  std::optional<Scenario> active_;
  bool sprung_ = false;    ///< the active scenario has done its deed
  int turns_to_go_ = 0;    ///< of the client, until the active scenario has been passed
  bool gap_open_ = false;  ///< the client has still to ask what it missed
  std::optional<Held> held_;
  std::deque<Message> behind_;  ///< what was said after the command that is held
  view::Instant not_before_;    ///< when a command may be said again
  std::optional<view::Instant> away_until_;
  view::Instant away_since_;
  std::optional<view::Instant> watch_until_;  ///< whether the client stays away
  std::optional<view::Instant> over_since_;

  std::map<std::string, std::vector<std::string>, std::less<>> faults_;  ///< by name of the check
  std::vector<Scenario> reported_;
  std::string stopped_;                    ///< why, where it was
  int refusals_ = 0;                       ///< in a row
  bool came_ = false;                      ///< has anybody asked for anything?
  bool connected_ = false;                 ///< has anybody shaken hands?
  bool heard_ = false;                     ///< was there any frame?
  int effects_ = 0;                        ///< commands that took effect, for the first time
  int returns_ = 0;                        ///< to the seat, by `resume`
  std::optional<view::Instant> progress_;  ///< since when nothing has gone on
  bool ended_ = false;
};

}  // namespace flagrank::conformance
