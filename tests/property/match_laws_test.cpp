#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/record/json.hpp"
#include "common/view/redact.hpp"
#include "server/room/chronicle.hpp"
#include "server/store/entry.hpp"
#include "tests/support/match_play.hpp"
#include "tests/support/random_commands.hpp"

/// What holds for every match, whatever it is told.
namespace flagrank::match {
namespace {

using rules::Side;
using test::Random;
using view::Viewer;

/// Everybody who may look: the host, the guest and a spectator. Players change their side from
/// game to game.
std::array<Viewer, 3> viewers(const Match& match) {
  return {Viewer::player(match.side(view::Seat::host)),
          Viewer::player(match.side(view::Seat::guest)), Viewer::spectator()};
}

/// One seed for each command, so that a failing story shrinks to its shortest form.
using Story = std::vector<std::uint64_t>;

Story any_story() {
  const auto seed = rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>());
  return *rc::gen::scale(24.0, rc::gen::container<Story>(rc::gen::resize(100, seed)));
}

Match any_match(const rules::Variant& variant) {
  Random random{*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>())};
  return Match{test::random_settings(random, variant)};
}

/// Of those that a journal can tell by name.
const rules::Variant& any_preset() {
  const auto variants = rules::variants();
  return variants[*rc::gen::inRange<std::size_t>(0, variants.size())];
}

const rules::Variant& any_variant() {
  return *rc::gen::arbitrary<bool>() ? test::skirmish() : any_preset();
}

Instant moment(std::size_t step) { return test::noon + std::chrono::seconds{step}; }

/// Turns the story into commands that fit the match as it is by then, and hands each to `look`,
/// which tells it to the match. Ends a while after the game has.
template <class Look>
void tell(const Match& match, const Story& story, Look look) {
  test::Speaker speaker;
  std::size_t after_the_end = 40;
  for (std::size_t step = 0; step < story.size() && after_the_end > 0; ++step) {
    if (match.phase() == view::Phase::over) --after_the_end;
    Random random{story[step]};
    const Command command = speaker.command(match, random);
    look(command, moment(step));
  }
}

/// How often each alternative came up, so that no law holds for want of cases.
class Tally {
 public:
  void add(const std::string& what) { ++counts_[what]; }
  void add(const Outcome& outcome) {
    constexpr std::array names{"accepted", "repeated", "refused", "nothing"};
    add(names[outcome.index()]);
    if (const auto* accepted = std::get_if<Accepted>(&outcome)) {
      for (const view::Fact& fact : accepted->facts) add("fact " + std::to_string(fact.index()));
    }
  }
  void expect(const std::vector<std::string>& all) const {
    for (const std::string& what : all) EXPECT_GT(counts_.contains(what), 0) << what;
  }

 private:
  std::map<std::string, std::size_t> counts_;
};

/// All facts that a match can bring about: all but the closing of the room.
std::vector<std::string> every_fact() {
  std::vector<std::string> facts;
  for (std::size_t i = 0; i + 1 < std::variant_size_v<view::Fact>; ++i) {
    facts.push_back("fact " + std::to_string(i));
  }
  return facts;
}

TEST(MatchLaws, folding_what_a_viewer_is_told_gives_what_a_viewer_may_know) {
  Tally tally;
  EXPECT_TRUE(rc::check([&tally] {
    Match match = any_match(any_variant());
    std::array<view::PlayerView, 3> folded;
    for (std::size_t i = 0; i < folded.size(); ++i) folded[i] = match.view(viewers(match)[i]);
    tell(match, any_story(), [&](const Command& command, Instant now) {
      const Outcome outcome = match.handle(command, now);
      tally.add(outcome);
      const auto* accepted = std::get_if<Accepted>(&outcome);
      if (accepted == nullptr) return;
      for (std::size_t i = 0; i < folded.size(); ++i) {
        std::uint64_t seq = accepted->first_seq;
        for (const view::Fact& fact : accepted->facts) {
          folded[i].apply(seq++, accepted->at, view::redact(fact, folded[i].viewer));
        }
        RC_ASSERT(folded[i] == match.view(viewers(match)[i]));
      }
    });
  }));
  tally.expect(every_fact());
}

/// The pieces of one game whose rank everybody has seen, and what all were at its start.
struct Seen {
  std::array<std::vector<rules::Placement>, 2> formations;  ///< by `index(side)`
  std::set<rules::PieceId> pieces;

  void add(const view::Fact& fact, const rules::Ruleset& ruleset) {
    if (const auto* started = std::get_if<view::truth::GameStarted>(&fact)) {
      *this = {.formations = {started->red.placements(), started->blue.placements()}, .pieces = {}};
    }
    const auto* fact_moved = std::get_if<view::truth::Moved>(&fact);
    if (fact_moved == nullptr) return;
    const rules::Moved& moved = fact_moved->moved;
    if (moved.ran || moved.combat) pieces.insert(moved.piece);
    if (!moved.combat) return;
    const bool scout = moved.combat->attacker_rank == rules::Rank::scout;
    if (!ruleset.silent_defense || scout) pieces.insert(moved.combat->defender);
  }
  /// How many pieces of each rank nobody but their owner can point to.
  [[nodiscard]] rules::Inventory unseen(Side side) const {
    rules::Inventory counts{};
    for (const rules::Placement& placement : formations[index(side)]) {
      if (!pieces.contains(rules::PieceId{placement.square})) ++counts[index(placement.rank)];
    }
    return counts;
  }
};

TEST(MatchLaws, who_looks_makes_no_difference_to_what_is_unaccounted_for) {
  EXPECT_TRUE(rc::check([] {
    Match match = any_match(any_variant());
    Seen seen;
    tell(match, any_story(), [&](const Command& command, Instant now) {
      const Outcome outcome = match.handle(command, now);
      const auto* accepted = std::get_if<Accepted>(&outcome);
      if (accepted == nullptr) return;
      for (const view::Fact& fact : accepted->facts) seen.add(fact, match.settings().ruleset);
      if (match.phase() != view::Phase::playing) return;
      for (const Viewer viewer : viewers(match)) {
        const view::PlayerView view = match.view(viewer);
        for (const Side side : {Side::red, Side::blue}) {
          RC_ASSERT(view.unaccounted(side) == seen.unseen(side));
        }
      }
    });
  }));
}

TEST(MatchLaws, facts_are_numbered_without_a_gap_and_every_invariant_holds) {
  EXPECT_TRUE(rc::check([] {
    Match match = any_match(any_variant());
    std::uint64_t seq = 0;
    tell(match, any_story(), [&](const Command& command, Instant now) {
      const Outcome outcome = match.handle(command, now);
      if (const auto* accepted = std::get_if<Accepted>(&outcome)) {
        RC_ASSERT(accepted->first_seq == seq + 1);
        RC_ASSERT(!accepted->facts.empty());
        seq += accepted->facts.size();
      }
      RC_ASSERT(match.seq() == seq);
      RC_ASSERT(match.broken_invariant() == std::nullopt);
    });
  }));
}

TEST(MatchLaws, what_is_not_accepted_changes_nothing) {
  Tally tally;
  const std::vector<TokenHash> tokens{test::token(1), test::token(2)};
  EXPECT_TRUE(rc::check([&] {
    Match match = any_match(any_variant());
    tell(match, any_story(), [&](const Command& command, Instant now) {
      const test::Asked before = test::asked(match, tokens);
      const Outcome outcome = match.handle(command, now);
      tally.add(outcome);
      if (std::holds_alternative<Accepted>(outcome)) return;
      RC_ASSERT(test::asked(match, tokens) == before);
      RC_ASSERT(match.broken_invariant() == std::nullopt);
    });
  }));
  tally.expect({"accepted", "repeated", "refused", "nothing"});
}

TEST(MatchLaws, what_a_player_sees_as_captured_is_what_may_come_back) {
  std::size_t decided = 0;
  EXPECT_TRUE(rc::check([&decided] {
    Match match = any_match(any_variant());
    tell(match, any_story(), [&](const Command& command, Instant now) {
      static_cast<void>(match.handle(command, now));
      const view::PlayerView seen = match.view(Viewer::spectator());
      if (!seen.rescue_pending) return;
      ++decided;
      const Side side = *seen.to_move;
      const view::PlayerView view = match.view(Viewer::player(side));
      const auto rescuer =
          std::ranges::find(view.pieces, view.moves.back().to, &view::PieceView::square);
      rules::SquareSet squares = rules::own_half(side) - view.table.ruleset.variant->lakes;
      for (const view::PieceView& piece : view.pieces) squares.erase(piece.square);
      const view::Seat seat =
          match.side(view::Seat::host) == side ? view::Seat::host : view::Seat::guest;
      for (const rules::Rank rank : rules::all_ranks) {
        Rescue deed{.at = match.now(), .rescue = {.rank = rank, .square = {}}};
        squares.for_each([&](rules::Square square) { deed.rescue.square = square; });
        Match copy = match;
        const Outcome outcome = copy.handle({.seat = seat, .id = "new", .deed = deed}, now);
        const bool may = rescuer->rank != rules::Rank::scout && view.rescuable()[index(rank)] > 0;
        RC_ASSERT(std::holds_alternative<Accepted>(outcome) == may);
      }
    });
  }));
  EXPECT_GT(decided, 20U);
}

/// What is to be remembered of one seat, kept in the plainest way.
struct Remembered {
  Command command;
  Outcome again;
};

TEST(MatchLaws, each_of_the_last_sixteen_commands_of_a_seat_is_done_once_and_answered_alike) {
  Tally tally;
  EXPECT_TRUE(rc::check([&tally] {
    Match match = any_match(any_variant());
    std::array<std::deque<Remembered>, 2> remembered;
    tell(match, any_story(), [&](const Command& command, Instant now) {
      const Side played = match.side(command.seat);
      const Outcome outcome = match.handle(command, now);
      auto& seat = remembered[index(command.seat)];
      if (const auto* accepted = std::get_if<Accepted>(&outcome); accepted && !command.id.empty()) {
        if (std::holds_alternative<Join>(command.deed)) seat.clear();
        seat.push_back({command, Repeated{accepted->first_seq, accepted->at, played,
                                          accepted->facts.front()}});
        if (seat.size() > Retries::capacity) seat.pop_front();
      }
      for (const Remembered& one : seat) {
        // A join to a seat that was given up again is somebody new.
        const bool joining = std::holds_alternative<Join>(one.command.deed);
        if (joining && !match.taken(one.command.seat)) continue;
        RC_ASSERT(match.handle(one.command, now) == one.again);
        tally.add("deed " + std::to_string(one.command.deed.index()));
      }
    });
  }));
  tally.expect({"deed 0", "deed 1", "deed 3", "deed 4", "deed 5", "deed 6", "deed 7", "deed 8",
                "deed 9", "deed 10", "deed 13", "deed 14", "deed 15", "deed 16"});
}

TEST(MatchLaws, the_records_of_a_match_replayed_give_the_same_match) {
  Tally tally;
  EXPECT_TRUE(rc::check([&tally] {
    Match match = any_match(any_preset());
    std::vector<std::string> journal{store::encode(store::Opened{match.settings(), moment(0)})};
    std::vector<TokenHash> tokens;
    tell(match, any_story(), [&](const Command& command, Instant now) {
      const Outcome outcome = match.handle(command, now);
      tally.add(outcome);
      if (!std::holds_alternative<Accepted>(outcome)) return;
      journal.push_back(store::encode(store::Happened{command, now}));
      if (const auto* join = std::get_if<Join>(&command.deed)) tokens.push_back(join->token);
    });

    Match replayed{std::get<store::Opened>(*store::decode(journal.front())).settings};
    for (std::size_t i = 1; i < journal.size(); ++i) {
      const auto happened = std::get<store::Happened>(*store::decode(journal[i]));
      RC_ASSERT(std::holds_alternative<Accepted>(replayed.handle(happened.command, happened.at)));
    }
    RC_ASSERT(test::asked(replayed, tokens) == test::asked(match, tokens));
    RC_ASSERT(replayed.settings() == match.settings());
    for (std::size_t i = 1; i < journal.size(); ++i) {
      const auto happened = std::get<store::Happened>(*store::decode(journal[i]));
      Match a = match;
      Match b = replayed;
      RC_ASSERT(a.handle(happened.command, moment(0)) == b.handle(happened.command, moment(0)));
    }
  }));
  tally.expect(every_fact());
}

TEST(MatchLaws, the_chronicle_of_a_match_has_each_game_that_was_finished_as_it_was_played) {
  Tally tally;
  EXPECT_TRUE(rc::check([&tally] {
    Match match = any_match(any_preset());
    room::Chronicle chronicle{match.settings()};
    std::vector<rules::Move> moves;
    std::size_t rescues = 0;
    tell(match, any_story(), [&](const Command& command, Instant now) {
      const Outcome outcome = match.handle(command, now);
      const auto* accepted = std::get_if<Accepted>(&outcome);
      if (accepted == nullptr) return;
      const auto finished = chronicle.follow(*accepted);
      const view::GameOver* over = nullptr;
      for (const view::Fact& fact : accepted->facts) {
        if (std::holds_alternative<view::truth::GameStarted>(fact)) moves.clear();
        if (std::holds_alternative<view::truth::GameStarted>(fact)) rescues = 0;
        const auto* moved = std::get_if<view::truth::Moved>(&fact);
        if (moved != nullptr) moves.push_back(moved->moved.move);
        if (std::holds_alternative<view::truth::Rescued>(fact)) ++rescues;
        if (const auto* end = std::get_if<view::GameOver>(&fact)) over = end;
      }
      const bool to_be_kept = over != nullptr && match.settings().record_key;
      RC_ASSERT(finished.has_value() == to_be_kept);
      if (!finished) return;
      RC_ASSERT(finished->id == over->record);
      const record::Game& game = finished->game;
      RC_ASSERT(game.turns.size() == moves.size());
      for (std::size_t i = 0; i < moves.size(); ++i) RC_ASSERT(game.turns[i].move == moves[i]);
      RC_ASSERT(std::ranges::count_if(game.turns, [](const auto& turn) {
                  return turn.rescue.has_value();
                }) == static_cast<std::ptrdiff_t>(rescues));
      RC_ASSERT(game.result == over->ended);
      RC_ASSERT(game.ended_ms == now.time_since_epoch().count());
      const auto again = record::from_json(record::to_json(game));
      RC_ASSERT(again.has_value());
      RC_ASSERT(*again == game);
      tally.add(over->game > 1 ? "a later game" : "a first game");
      if (rescues > 0) tally.add("a rescue");
    });
  }));
  tally.expect({"a first game", "a later game"});
}

}  // namespace
}  // namespace flagrank::match
