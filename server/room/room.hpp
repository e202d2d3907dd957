#pragma once

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/protocol/server_message.hpp"
#include "server/match/match.hpp"
#include "server/room/audience.hpp"
#include "server/room/board.hpp"
#include "server/room/chat_allowance.hpp"
#include "server/room/chronicle.hpp"
#include "server/room/counts.hpp"
#include "server/room/letter.hpp"
#include "server/room/lobby.hpp"
#include "server/store/entry.hpp"
#include "server/store/journal.hpp"

namespace flagrank::room {

/// What all rooms share.
struct House {
  std::shared_ptr<store::Journal> journal;
  LobbyLimits limits;
  World world;
  std::shared_ptr<Counts> counts = std::make_shared<Counts>();
};

/// How a room rests in the journal while nobody runs it.
struct Sleep {
  /// When it broke. Nothing where the server that ran it is no more: the journal knows since when.
  std::optional<match::Instant> since;
  match::Instant tried;   ///< when it last ended, where it broke
  unsigned failures = 0;  ///< to be woken, running
};

/// One room: reads its letters one by one and answers each before it looks at the next. What the
/// match accepts is in the journal before anybody is told.
///
/// Only `inbox` and `stop` may be used from outside of its executor.
class Room {
 public:
  /// What it is made of: new from settings, or from what the journal has of it.
  using Origin = std::variant<match::Settings, Sleep>;

  /// Takes what the room shows to those who are not in it, whenever that changes, and before
  /// anybody is told of it.
  using PutUp = std::function<void(Notice)>;

  Room(const boost::asio::any_io_executor& executor, std::shared_ptr<const House> house,
       store::RoomKey code, Origin origin, PutUp put_up);

  /// Lives: from the first entry in the journal, or from being woken, until everybody has left,
  /// nobody comes back, the journal fails, or it is stopped. Nothing where nothing is left of it.
  /// Runs once, on the executor of the room. Never throws.
  boost::asio::awaitable<std::optional<Sleep>> run();

  [[nodiscard]] const std::shared_ptr<Inbox>& inbox() const noexcept { return inbox_; }

  /// The letter in hand is the last one; those that wait are dropped.
  void stop() { inbox_->discard(); }

 private:
  enum class Life : std::uint8_t {
    open,
    over,   ///< to be forgotten by the journal too
    broken  ///< cannot go on here; the journal has all that was told
  };

  boost::asio::awaitable<void> live();
  /// Whether it will change anything, rather than be refused.
  [[nodiscard]] bool takes_effect(const Letter& letter) const;
  /// Notes for how long the room slept. Not before something happens in it: who has neither seat
  /// nor token must not leave a trace.
  boost::asio::awaitable<void> come_to();
  /// False where the journal failed, or has what cannot be understood.
  boost::asio::awaitable<bool> open();
  boost::asio::awaitable<bool> begin();
  boost::asio::awaitable<bool> wake();
  /// Does again what the journal has; what is wrong with that, where something is.
  boost::asio::awaitable<std::optional<std::string>> replay(
      const std::vector<std::string>& entries);
  [[nodiscard]] std::optional<std::string> redo(const std::string& entry);
  /// For how long it could not be played here, since the last thing that happened in it.
  [[nodiscard]] match::Restart restart(std::vector<store::Outage> spans) const;
  /// Whoever wrote to a room that is no more gets an answer, too.
  void turn_away_the_rest();
  void turn_away(Letter& letter);
  void turn_away(const letter::Say& letter) const;
  void turn_away(Petition& petition);

  [[nodiscard]] match::Instant now() const;
  /// Does what time alone has brought about, and shows it.
  boost::asio::awaitable<void> settle();
  /// When time alone will bring something about here.
  [[nodiscard]] std::optional<match::Instant> deadline() const;
  [[nodiscard]] bool time_is_up() const;
  /// What is to be decided when time is up.
  [[nodiscard]] match::Command due() const;
  /// A tick will come when time brings something about, and no sooner.
  void set_alarm();

  // One for each letter, which lives until it is done.
  boost::asio::awaitable<void> on(letter::Join& letter);
  boost::asio::awaitable<void> on(letter::Watch& letter);
  boost::asio::awaitable<void> on(letter::Resume& letter);
  boost::asio::awaitable<void> on(letter::Say& letter);
  boost::asio::awaitable<void> on(letter::Detach& letter);
  boost::asio::awaitable<void> on(letter::Tick& letter);

  /// Lets the match decide, and notes what expiry counts from and what a record needs. The game
  /// that this ended is put into `finished`.
  match::Outcome apply(const match::Command& command, match::Instant at,
                       std::optional<Finished>& finished);
  struct Decision {
    match::Outcome outcome;
    /// Of what was accepted. Nobody is told of it before this says that it is `kept`.
    std::optional<boost::asio::awaitable<store::Append>> keeping;
    JournalCounts::Clock::time_point began;
  };
  /// The same, and begins to journal what was accepted.
  [[nodiscard]] Decision decide(match::Command command);
  /// The same to its end. Nothing where the journal failed: then the room is broken, and nobody has
  /// been told anything.
  boost::asio::awaitable<std::optional<match::Outcome>> carry_out(match::Command command);
  [[nodiscard]] boost::asio::awaitable<store::Append> keep(
      const store::Entry& entry, std::optional<store::FinishedGame> finished = std::nullopt);
  /// Whether it was kept; counted and logged.
  [[nodiscard]] bool noted(store::Append written, JournalCounts::Clock::time_point began);
  /// Whether what was decided may be told now. If not, the room is broken.
  [[nodiscard]] bool kept(store::Append written, JournalCounts::Clock::time_point began);
  /// Puts a new notice up where what it shows has changed.
  void show_outside();
  /// Notes whether somebody is on that seat, and shows it. False where the room is broken.
  boost::asio::awaitable<bool> attend(view::Seat seat, bool present);
  /// Ends the room and all that was kept of it.
  boost::asio::awaitable<void> close();
  boost::asio::awaitable<void> forget();
  /// Ends the room where it cannot go on. The journal has all that anybody was told.
  void break_down();

  /// Gives the seat to this connection instead of another or none. Null where the room is broken;
  /// then the petitioner has been told.
  boost::asio::awaitable<std::shared_ptr<Listener>> take_back(view::Seat seat, Petition& petition);
  /// From now on the petitioner is shown what happens, and speaks through the visit.
  [[nodiscard]] std::shared_ptr<Listener> let_in(std::optional<view::Seat> seat,
                                                 const Petition& petition);
  /// As whom the letter asks to be let in.
  [[nodiscard]] static match::Join join_of(const letter::Join& letter, const std::string& token);
  void welcome(const std::shared_ptr<Listener>& listener, letter::Join& letter,
               const std::string& token) const;
  [[nodiscard]] std::shared_ptr<Visit> visit(std::shared_ptr<Listener> listener) const;
  [[nodiscard]] bool everybody_left() const;
  /// How long the room stays when nobody is there.
  [[nodiscard]] std::chrono::milliseconds patience() const;

  void show(const letter::Say& letter, const match::Accepted& accepted);
  void show(const letter::Say& letter, const match::Repeated& repeated) const;
  void show(const letter::Say& letter, const match::Refused& refused) const;
  static void show(const letter::Say& letter, const match::Nothing& nothing);

  /// Answers what needs no decision.
  [[nodiscard]] bool answered(const letter::Say& letter);
  /// Tells the one who said it, and counts what became of it.
  void answer(const letter::Say& letter, protocol::ServerBody body) const;
  void answer_spectator(const letter::Say& letter);
  /// The answer to what needs no decision of the match.
  [[nodiscard]] std::optional<protocol::ServerBody> answer_at_once(const letter::Say& letter) const;
  [[nodiscard]] std::optional<protocol::Error> too_much_chat(const letter::Say& letter) const;

  const std::shared_ptr<const House> house_;
  const store::RoomKey code_;
  const std::shared_ptr<Inbox> inbox_;
  const std::optional<Sleep> slept_;  ///< where it was not made, but woken
  const PutUp put_up_;
  match::Match match_;  ///< made anew from the journal when it is woken
  Chronicle chronicle_;
  std::optional<Standing> shown_;  ///< in the notice that is up
  Audience audience_;
  std::array<ChatAllowance, 2> chat_;      ///< by `index(seat)`
  std::optional<match::Restart> restart_;  ///< to be decided before anything else
  bool came_to_ = false;                   ///< it has been
  match::Milliseconds behind_{};  ///< how far the server's clock is behind what has happened here
  boost::asio::steady_timer alarm_;
  std::optional<match::Instant> alarm_at_;  ///< what it is set to
  store::Epoch epoch_ = 0;
  std::uint64_t next_entry_ = 0;  ///< in the journal
  bool opened_ = false;
  bool forgotten_ = false;     ///< by the journal
  match::Instant idle_since_;  ///< when anybody last did anything, but for outages
  Life life_ = Life::open;
};

}  // namespace flagrank::room
