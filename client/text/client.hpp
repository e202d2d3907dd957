#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client/text/action.hpp"
#include "client/text/backoff.hpp"
#include "client/text/board.hpp"
#include "client/text/command.hpp"
#include "client/text/complaint.hpp"
#include "client/text/ending.hpp"
#include "client/text/seat.hpp"
#include "client/text/style.hpp"
#include "client/text/timekeeping.hpp"
#include "common/protocol/client_message.hpp"
#include "common/protocol/server_message.hpp"
#include "common/view/player_view.hpp"

namespace flagrank::text {

/// The text of a formation file, and what it is called in messages about it.
struct FormationText {
  std::string path;
  std::string text;
  friend bool operator==(const FormationText&, const FormationText&) = default;
};

using FormationWish = std::variant<protocol::SuggestFormation, FormationText>;

/// What the command line asks for.
struct Wish {
  std::variant<protocol::CreateRoom, protocol::JoinRoom, protocol::WatchRoom, KeptSeat> entry;
  std::optional<FormationWish> formation;   ///< to be used and locked at once
  std::string server;                       ///< as the player wrote it
  unsigned rematches = 0;                   ///< how many a script offers or accepts
  std::optional<std::string> access_key{};  ///< for servers that are private
};

/// Who sits at the other end: a person, who is shown boards and sentences and is asked to confirm,
/// or a script, which gets lines with a fixed first word and whose lines wait for their moment.
enum class Manner : std::uint8_t { person, script };

/// The whole client as a state machine without any I/O: what the server tells and what the player
/// types goes in, actions come out. It believes the server about the game and decides nothing.
///
/// It outlives its connections: one that is lost is followed by another, on which the machine takes
/// its seat back and says again what was not answered.
class Client {
 public:
  /// `ids` is what the ids of all commands begin with: something that no earlier program on the
  /// same seat has used.
  Client(Wish wish, Manner manner, Style style, std::string ids);

  /// Clock and chance; to be told before whatever comes in.
  void tell_moment(Moment moment) {
    now_ = moment.now;
    chance_ = moment.chance;
  }

  [[nodiscard]] Actions hear(const protocol::ServerMessage& message);
  [[nodiscard]] Actions typed(std::string_view line);
  [[nodiscard]] Actions loaded(const FormationText& file);
  [[nodiscard]] Actions saved(const std::string& path);
  /// A file could not be read or written, for the reason in the sentence.
  [[nodiscard]] Actions failed(const std::string& sentence);
  /// Nothing will be typed any more. A script's game goes on; a person has gone.
  [[nodiscard]] Actions input_ended();
  /// Ctrl-C. A person in a running game has to do it twice.
  [[nodiscard]] Actions interrupted();
  /// The seat could not be kept, for the reason in the complaint.
  [[nodiscard]] Actions not_kept(const Complaint& why);
  /// There is no connection any more, or none came about.
  [[nodiscard]] Actions lost(const Ending& ending);
  /// It is as late as `alarm` said.
  [[nodiscard]] Actions time_came();
  /// The system wants this program to end.
  [[nodiscard]] Actions dismissed();

  /// Whether the next line may be handed in. False while a line of a script waits for its moment
  /// or for its answer: lines are never queued in here.
  [[nodiscard]] bool wants_line() const;
  /// When to call `time_came`; nothing where nothing is to be said by itself.
  [[nodiscard]] std::optional<LocalTime> alarm() const;
  /// What stands before the line being edited.
  [[nodiscard]] std::string prompt() const;

 private:
  /// What a command was for, until its answer comes.
  struct Asked {
    enum class Kind : std::uint8_t {
      nothing,
      entry,
      resume,
      suggestion,
      moves,
      rematch,
      snapshot,
      other
    };
    Kind kind = Kind::nothing;
    protocol::ClientMessage message;
    bool said = false;                  ///< on this connection
    unsigned losses = 0;                ///< connections in a row that broke while it was said
    bool then_lock = false;             ///< of a suggestion: lock it when it comes
    std::optional<rules::Square> from;  ///< of moves: only those of this piece
  };

  // How it gets to the table, and back to it (entry.cpp).
  void hear(const protocol::Hello& hello, const Asked& asked);
  void enter();
  void hear(const protocol::Seated& seated, const Asked& asked);
  /// How the friend gets to the table.
  [[nodiscard]] std::string how_to_join() const;
  void invitation_used();
  void refused(const protocol::Error& error, const std::string& sentence, const Asked& asked);
  void ask_again(const Ending& refusal, const Asked& asked);
  void drop_what_may_break_it();
  void give_up(const Ending& ending);
  void arrive();
  void welcome();
  void welcome_script();
  void welcome_back(const view::PlayerView& before);
  void forget();

  // What the server tells (hear.cpp).
  void hear(const protocol::Error& error, const Asked& asked);
  void hear(const protocol::LeftRoom& left, const Asked& asked);
  void hear(const protocol::FormationSuggested& suggested, const Asked& asked);
  void hear(const protocol::LegalMovesTold& told, const Asked& asked);
  void hear(const protocol::Rulesets& rulesets, const Asked& asked);
  void hear(const protocol::Rooms& rooms, const Asked& asked);
  void hear(const protocol::Pong& pong, const Asked& asked);
  void hear(const protocol::SnapshotTold& snapshot, const Asked& asked);
  void hear(const protocol::Event& event, const Asked& asked);
  void hear(const protocol::Unknown& unknown, const Asked& asked);
  [[nodiscard]] bool in_order(std::uint64_t seq);
  void tell(const view::PlayerView& before, const view::Seen& seen);
  void tell_missed(const view::PlayerView& before);
  void tell_clocks();
  void tell_imposed();
  void remind();
  void begin_set_up();
  void begin_next_game(const view::PlayerView& before);
  void remember_the_end();
  void point_to_the_armies();
  [[nodiscard]] std::optional<Draft> army_of_the_last_game() const;
  void settle(const view::PlayerView& before);
  void use(const FormationText& file, bool then_lock);
  void do_without(const std::string& reason);

  // What the player types (typed.cpp).
  void act(const command::Help& command);
  void act(const command::Rules& command);
  void act(const command::Board& command);
  void act(const command::Formation& command);
  void act(const command::Swap& command);
  void act(const command::Load& command);
  void act(const command::Save& command);
  void act(const command::Lock& command);
  void act(const command::Move& command);
  void act(const command::Moves& command);
  void act(const command::Rescue& command);
  void act(const command::Pass& command);
  void act(const command::Rematch& command);
  void act(const command::Offer& command);
  void act(const command::Accept& command);
  void act(const command::Decline& command);
  void act(const command::Resign& command);
  void act(const command::Claim& command);
  void act(const command::Clock& command);
  void act(const command::Say& command);
  void act(const command::History& command);
  void act(const command::Captured& command);
  void act(const command::Known& command);
  void act(const command::Armies& command);
  void act(const command::Leave& command);
  void act(const command::Quit& command);
  void act(const command::Nothing& command);
  void perform(const Command& command);
  /// Is it this command's moment, or will that never come?
  [[nodiscard]] bool due(const Command& command) const;
  [[nodiscard]] bool seated();
  [[nodiscard]] bool set_up_open();
  [[nodiscard]] bool in_game();
  void propose_rematch();
  /// Is something of that kind still to be answered?
  [[nodiscard]] bool awaits(Asked::Kind kind) const;
  [[nodiscard]] bool rematch_offered() const;
  void arranged();
  void lock();

  void say(protocol::ClientBody body, Asked asked);
  /// Says what waits to be said, as far as it may.
  void say_waiting();
  void print(std::string_view text);
  /// A refusal: a sentence for a person, an `error` line for a script.
  void complain(std::string_view code, std::string_view sentence);
  /// Says once more, under the id it had, what the server will hear later.
  void repeat(const Asked& asked, std::chrono::milliseconds delay);
  void draw();
  void go();
  void leave_for_good();
  void give_the_seat_up();
  void pass_where_nobody_decides();
  void finish(ExitStatus status, std::string sentence);
  [[nodiscard]] Actions take();

  [[nodiscard]] bool person() const { return manner_ == Manner::person; }
  [[nodiscard]] bool playing() const;
  /// Is the match over, so that only a rematch could follow?
  [[nodiscard]] bool over() const;
  /// Does a script want another match after the one that is over?
  [[nodiscard]] bool wants_rematch() const;
  /// … or is that for its next line to say, which nobody has handed in yet?
  [[nodiscard]] bool next_line_decides() const;
  /// Does a script stay after a match, for another one?
  [[nodiscard]] bool stays() const;
  /// Is another game to follow the present one, as far as this client can tell and wants?
  [[nodiscard]] bool game_to_come() const;
  /// Until when the next line of a script may come that decides.
  [[nodiscard]] std::optional<LocalTime> end_of_listening() const;
  /// When a script that waits for a rematch gives up, the other player being away.
  [[nodiscard]] std::optional<view::Instant> end_of_patience() const;
  [[nodiscard]] bool watching() const { return view_ && !view_->viewer.side(); }
  [[nodiscard]] bool own_turn() const;
  [[nodiscard]] protocol::DecidedAt here() const;
  [[nodiscard]] view::Instant now() const { return server_time_.at(now_); }

  Wish wish_;
  Manner manner_;
  Style style_;
  std::string ids_;
  LocalTime now_;
  double chance_ = 0;
  ServerTime server_time_;
  view::Instant reminded_;  ///< until when all that was due has been said
  Backoff backoff_;
  std::optional<KeptSeat> seat_;
  bool greeted_ = false;                 ///< the server was there once
  std::vector<std::string> features_;    ///< of the server
  std::optional<std::string> told_url_;  ///< what others reach it by, as it says
  bool away_ = false;     ///< the connection was lost, and the player has not heard that it is back
  bool refused_ = false;  ///< … nor that the server did not let the client back in
  bool at_table_ = false;  ///< this connection is in the room
  LocalTime arrived_;      ///< … since then
  bool kept_ = false;      ///< `flagrank resume` will find the seat
  std::string room_;
  std::optional<view::PlayerView> view_;
  std::optional<Draft> draft_;
  std::optional<view::PlayerView> ended_;  ///< the last game that is known to have ended: who
                                           ///< looked on it from where, and its result; no board
  std::size_t chat_bytes_ = 0;             ///< the longest that may be said; 0 = not told
  bool catching_up_ = false;               ///< events are passed over until the snapshot comes
  bool warned_ = false;                    ///< the last thing typed was a Ctrl-C
  bool finished_ = false;
  bool input_ended_ = false;            ///< of a script
  bool pass_refused_ = false;           ///< the server would not let a rescue be passed
  std::optional<LocalTime> listening_;  ///< since when the next line decides and may be handed in
  unsigned rematches_ = 0;              ///< that a script still wants
  std::vector<Asked> asked_;  ///< what waits for its answer, in the order in which it was said
  std::uint64_t said_ = 0;
  std::optional<Command> held_;  ///< of a script, until its moment
  Actions actions_;
};

}  // namespace flagrank::text
