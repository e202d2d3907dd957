#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// A small war with a way along the j file to Blue's back row: barrage with rescues. The marshal
/// and the scout on i4 and j4 may be exchanged.
extern const std::string_view lane_board;
[[nodiscard]] rules::Ruleset lane_rules();
/// Red's scout falls on i7, and then its marshal goes to Blue's back row.
extern const std::vector<std::string_view> lane_moves;

/// What a person is told of the default armies when a game is over.
extern const std::string armies_side_by_side;

/// What Ann wants, and the seat that it gets her.
extern const protocol::CreateRoom to_create;
extern const KeptSeat kept_seat;

struct Parlour {
  explicit Parlour(Manner manner, std::optional<FormationWish> formation = {},
                   rules::Side side = rules::Side::red, const view::Timing& timing = {});
  /// At a table where those rules hold, with the two armies of a drawing.
  Parlour(Manner manner, const rules::Ruleset& ruleset, std::string_view board, rules::Side side);
  /// Where a match is two games, if so wished, and a script wants so many rematches.
  Parlour(Manner manner, bool return_match, unsigned rematches = 0,
          std::optional<FormationWish> formation = {});
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

  /// Plays the moves, which the client hears of but did not ask for; returns what the last one led
  /// to.
  Actions play(const std::vector<std::string_view>& moves);

  /// What a person is shown.
  [[nodiscard]] std::string screen(const std::optional<Draft>& draft = {}) const;
  [[nodiscard]] Draft suggested() const { return dealer.army(dealer.side()).placements(); }

  using Re = std::optional<std::string>;
  Dealer dealer;
  Client client;
  LocalTime now;
};

}  // namespace flagrank::text
