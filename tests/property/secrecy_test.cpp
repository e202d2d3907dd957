#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/protocol/encode.hpp"
#include "common/rules/battle.hpp"
#include "common/view/redact.hpp"
#include "tests/support/match_play.hpp"
#include "tests/support/random_commands.hpp"

/// The law of hidden information: of two rooms that differ only in ranks which the viewer has no
/// right to know, with the same moves, every byte sent to that viewer is the same.
namespace flagrank::match {
namespace {

using rules::PieceId;
using rules::Placement;
using rules::Rank;
using rules::Side;
using test::Random;
using view::Seat;
using view::Viewer;

constexpr std::array both_sides{Side::red, Side::blue};

using Ranks = std::bitset<rules::rank_count>;

template <class Predicate>
Ranks ranks_that(Predicate predicate) {
  Ranks ranks;
  for (const Rank rank : rules::all_ranks) ranks[index(rank)] = predicate(rank);
  return ranks;
}

/// What one side of one game has shown of its pieces, and what it kept to itself.
struct Army {
  /// A rescue, with what had fallen before it.
  struct Rescued {
    PieceId piece;
    Rank rank = Rank::flag;
    std::size_t fallen_before = 0;
  };

  std::vector<Placement> formation;  ///< as locked, by square; empty before the start
  std::map<PieceId, Ranks>
      could_be;  ///< from what everybody saw; what is not there may be anything
  std::set<PieceId> moved;
  std::set<PieceId> silent;     ///< fought without showing what it is
  std::vector<PieceId> fallen;  ///< in that order
  std::vector<Rescued> rescues;

  void narrow(PieceId piece, Ranks ranks) {
    Ranks& could = could_be.try_emplace(piece, Ranks{}.set()).first->second;
    could &= ranks;
  }
  [[nodiscard]] bool may_be(PieceId piece, Rank rank) const {
    const auto found = could_be.find(piece);
    return found == could_be.end() || found->second[index(rank)];
  }
};

/// What one game has shown to everybody.
struct Played {
  std::array<Army, 2> armies;  ///< by `index(side)`

  void add(const rules::Moved& played, const rules::Ruleset& ruleset) {
    mover_ = played.piece;
    Army& army = armies[index(played.side)];
    army.moved.insert(played.piece);
    army.narrow(played.piece, ranks_that(rules::movable));
    if (played.ran) army.narrow(played.piece, just(Rank::scout));
    if (played.combat) add(played.side, *played.combat, ruleset);
  }
  void add(const rules::Rescued& rescued) {
    Army& army = armies[index(rescued.side)];
    army.rescues.push_back({rescued.piece, rescued.rank, army.fallen.size()});
    army.narrow(rescued.piece, ranks_that(rules::movable));
    army.narrow(mover_, ~just(Rank::scout));
  }

 private:
  static Ranks just(Rank rank) {
    return ranks_that([rank](Rank other) { return other == rank; });
  }

  void add(Side attacker, const rules::Combat& combat, const rules::Ruleset& ruleset) {
    Army& attacking = armies[index(attacker)];
    Army& defending = armies[index(rules::opponent(attacker))];
    attacking.narrow(mover_, just(combat.attacker_rank));
    // The capture of a flag ends a game for everybody to see.
    if (combat.defender_revealed || combat.defender_rank == Rank::flag) {
      defending.narrow(combat.defender, just(combat.defender_rank));
    } else {
      defending.silent.insert(combat.defender);
      defending.narrow(combat.defender, ranks_that([&](Rank rank) {
                         return rank != Rank::flag &&
                                rules::battle(combat.attacker_rank, rank,
                                              ruleset.aggressor_advantage) == combat.result;
                       }));
    }
    if (combat.result != rules::BattleResult::attacker_won) attacking.fallen.push_back(mover_);
    if (combat.result != rules::BattleResult::defender_won) {
      defending.fallen.push_back(combat.defender);
    }
  }

  PieceId mover_;  ///< of the last move
};

/// A room before anybody has come, and all that it was told, in order.
struct Story {
  struct Told {
    Command command;
    std::uint32_t game = 1;  ///< the present one, when that was said
    bool took_effect = false;
  };
  Match match;
  std::vector<Told> told;
  std::map<std::uint32_t, Played> games;  ///< by number; those that began
};

bool forsaken(const Match& match) {
  return match.phase() == view::Phase::over &&
         !(match.taken(Seat::host) && match.taken(Seat::guest));
}

void take_in(Story& story, const view::Fact& fact) {
  if (const auto* started = std::get_if<view::truth::GameStarted>(&fact)) {
    Played& game = story.games[started->game];
    game.armies[index(Side::red)].formation = started->red.placements();
    game.armies[index(Side::blue)].formation = started->blue.placements();
  }
  if (const auto* moved = std::get_if<view::truth::Moved>(&fact)) {
    story.games[moved->game].add(moved->moved, story.match.settings().ruleset);
  }
  if (const auto* rescued = std::get_if<view::truth::Rescued>(&fact)) {
    story.games[rescued->game].add(rescued->rescued);
  }
}

const rules::Variant& any_variant(Random& random) {
  const auto presets = rules::variants();
  if (random.coin()) return test::skirmish();
  return presets[random(static_cast<std::uint32_t>(presets.size()))];
}

Story any_story(Random& random, std::size_t length) {
  Settings settings = test::random_settings(random, any_variant(random));
  if (random.coin()) settings.ruleset.rescue = true;  // which hides most, and comes up least
  const Match fresh{settings};
  Story story{.match = fresh, .told = {}, .games = {}};
  test::Speaker speaker;
  while (story.told.size() < length && !forsaken(story.match)) {
    const Command command = speaker.command(story.match, random);
    const std::uint32_t game = story.match.now().game;
    const Outcome outcome = story.match.handle(command, test::noon);
    const auto* accepted = std::get_if<Accepted>(&outcome);
    story.told.push_back({command, game, accepted != nullptr});
    if (accepted == nullptr) continue;
    for (const view::Fact& fact : accepted->facts) take_in(story, fact);
  }
  story.match = fresh;
  return story;
}

/// The same army with other secrets.
struct Dealt {
  std::vector<Placement> formation;
  std::vector<Rank> rescues;
};

/// One rank after the other changes its place with another's, as far as everything that was seen
/// could have been seen of both.
std::vector<Placement> exchanged(const Army& army, Random& random) {
  std::vector<Placement> dealt = army.formation;
  if (dealt.empty()) return dealt;
  const auto any = [&]() -> Placement& {
    return dealt[random(static_cast<std::uint32_t>(dealt.size()))];
  };
  for (std::size_t i = 0; i < 8 * dealt.size(); ++i) {
    Placement& one = any();
    Placement& other = any();
    if (!army.may_be(PieceId{one.square}, other.rank)) continue;
    if (!army.may_be(PieceId{other.square}, one.rank)) continue;
    std::swap(one.rank, other.rank);
  }
  return dealt;
}

/// What may have come back of an army that began like that; nothing where something could not.
std::optional<std::vector<Rank>> brought_back(const Army& army,
                                              const std::vector<Placement>& formation,
                                              Random& random) {
  std::map<PieceId, Rank> ranks;
  for (const Placement& placement : formation) {
    ranks.emplace(PieceId{placement.square}, placement.rank);
  }
  std::vector<Rank> back;
  for (const Army::Rescued& rescued : army.rescues) {
    std::array<int, rules::rank_count> captured{};
    for (std::size_t i = 0; i < rescued.fallen_before; ++i) {
      ++captured[index(ranks.at(army.fallen[i]))];
    }
    for (const Rank rank : back) --captured[index(rank)];
    std::vector<Rank> choices;
    for (const Rank rank : rules::all_ranks) {
      if (captured[index(rank)] > 0 && army.may_be(rescued.piece, rank)) choices.push_back(rank);
    }
    if (choices.empty()) return std::nullopt;
    back.push_back(choices[random(static_cast<std::uint32_t>(choices.size()))]);
    ranks.emplace(rescued.piece, back.back());
  }
  return back;
}

Dealt dealt_anew(const Army& army, Random& random) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    const std::vector<Placement> formation = exchanged(army, random);
    if (auto rescues = brought_back(army, formation, random)) {
      return {.formation = formation, .rescues = *std::move(rescues)};
    }
  }
  Dealt truth{.formation = army.formation, .rescues = {}};
  for (const Army::Rescued& rescued : army.rescues) truth.rescues.push_back(rescued.rank);
  return truth;
}

/// That the law was put to the test, and how hard.
struct Reach {
  std::size_t frames = 0;         ///< compared
  std::size_t other_ranks = 0;    ///< pieces of a game with another rank
  std::size_t other_movers = 0;   ///< those among them that moved
  std::size_t other_silent = 0;   ///< … that were attacked in silence
  std::size_t other_rescues = 0;  ///< pieces that came back with another rank
  std::size_t refusals = 0;       ///< told to the viewer
  std::size_t repeats = 0;        ///< of earlier answers, to the viewer
  std::size_t later_games = 0;

  void count(const Army& army, const Dealt& dealt) {
    for (std::size_t i = 0; i < army.formation.size(); ++i) {
      if (army.formation[i].rank == dealt.formation[i].rank) continue;
      const PieceId piece{army.formation[i].square};
      ++other_ranks;
      if (army.moved.contains(piece)) ++other_movers;
      if (army.silent.contains(piece)) ++other_silent;
    }
    for (std::size_t i = 0; i < army.rescues.size(); ++i) {
      if (army.rescues[i].rank != dealt.rescues[i]) ++other_rescues;
    }
  }
};

/// The secrets of all sides that a viewer does not play, dealt anew, put into what those said.
class OtherSecrets {
 public:
  OtherSecrets(const Story& story, std::optional<Seat> viewer, Random& random, Reach& reach)
      : story_{story}, random_{random} {
    for (const auto& [game, played] : story.games) {
      if (game > 1) ++reach.later_games;
      for (const Side side : both_sides) {
        const Army& army = played.armies[index(side)];
        Dealt dealt = dealt_anew(army, random);
        if (viewer && side_of(story.match.settings(), *viewer, game) == side) continue;
        reach.count(army, dealt);
        dealt_[{game, side}] = {.dealt = std::move(dealt), .rescued = 0};
      }
    }
  }

  /// What its player, who is not the viewer, says with those secrets.
  [[nodiscard]] Command with_them(const Story::Told& told) {
    Command command = told.command;
    const Side side = side_of(story_.match.settings(), command.seat, told.game);
    const auto found = dealt_.find({told.game, side});
    if (auto* lock = std::get_if<LockFormation>(&command.deed)) {
      std::ranges::sort(lock->formation);
      const bool played =
          found != dealt_.end() && lock->formation == army(told.game, side).formation;
      // A formation that was given up with its seat before the start has shown nothing at all.
      lock->formation = played ? found->second.dealt.formation
                               : exchanged({.formation = lock->formation}, random_);
    }
    if (auto* rescue = std::get_if<Rescue>(&command.deed); rescue && told.took_effect) {
      rescue->rescue.rank = found->second.dealt.rescues.at(found->second.rescued++);
    }
    return command;
  }

  static Side side_of(const Settings& settings, Seat seat, std::uint32_t game) {
    const bool hosts = (game % 2 == 1) == (seat == Seat::host);
    return hosts ? settings.host_side : rules::opponent(settings.host_side);
  }

 private:
  struct Secret {
    Dealt dealt;
    std::size_t rescued = 0;  ///< how many of the rescues were said
  };

  [[nodiscard]] const Army& army(std::uint32_t game, Side side) const {
    return story_.games.at(game).armies[index(side)];
  }

  const Story& story_;
  Random& random_;
  std::map<std::pair<std::uint32_t, Side>, Secret> dealt_;
};

protocol::ErrorCode code(const Refused& refused) {
  using protocol::ErrorCode;
  constexpr std::array codes{ErrorCode::invitation_needed,
                             ErrorCode::wrong_invitation,
                             ErrorCode::room_full,
                             ErrorCode::wrong_phase,
                             ErrorCode::stale,
                             ErrorCode::id_reused,
                             ErrorCode::already_locked,
                             ErrorCode::bad_formation,
                             ErrorCode::no_offer,
                             ErrorCode::offer_open,
                             ErrorCode::no_absence_limit,
                             ErrorCode::opponent_present,
                             ErrorCode::too_early};
  if (const auto* rejection = std::get_if<rules::Rejection>(&refused.why)) {
    return protocol::error_code(*rejection);
  }
  return codes[static_cast<std::size_t>(std::get<Refusal>(refused.why))];
}

/// Everything that one viewer is sent, byte for byte.
class Listener {
 public:
  Listener(const Match& match, std::optional<Seat> seat)
      : match_{match},
        seat_{seat},
        viewer_{seat ? Viewer::player(match.side(*seat)) : Viewer::spectator()} {}

  /// The frames that follow a command, but for the end of a game, which opens everything.
  [[nodiscard]] std::vector<std::string> hear(const Command& command, const Outcome& outcome) {
    const bool mine = command.seat == seat_;
    std::vector<std::string> frames;
    if (const auto* accepted = std::get_if<Accepted>(&outcome)) {
      std::uint64_t seq = accepted->first_seq;
      for (const view::Fact& fact : accepted->facts) {
        if (const auto* next = std::get_if<view::NextGame>(&fact); next && seat_) {
          viewer_ = Viewer::player(next->sides[index(*seat_)]);
        }
        const bool answers = mine && seq == accepted->first_seq;
        add(frames, event(seq, accepted->at, fact, viewer_, answers ? command.id : ""));
        ++seq;
      }
    }
    if (const auto* repeated = std::get_if<Repeated>(&outcome); repeated != nullptr && mine) {
      add(frames, event(repeated->seq, repeated->at, repeated->fact, Viewer::player(repeated->side),
                        command.id));
    }
    if (const auto* refused = std::get_if<Refused>(&outcome); refused != nullptr && mine) {
      frames.push_back(error(*refused, command.id));
    }
    return frames;
  }

  /// What this viewer gets by asking.
  [[nodiscard]] std::vector<std::string> ask() const {
    protocol::SnapshotTold snapshot{
        .room = "ROOM", .seat = seat_, .last_command = {}, .view = match_.view(viewer_)};
    // The last game is open for everybody until the next one starts.
    snapshot.view.table.result.reset();
    if (!seat_) return {frame(snapshot, "s")};
    if (const auto last = match_.last_command(*seat_)) {
      snapshot.last_command = protocol::LastCommand{.id = last->id, .seq = last->seq};
    }
    const DecidedAt now = match_.now();
    const rules::MoveList moves = match_.legal_moves(*seat_);
    const protocol::LegalMovesTold legal{.at = {.game = now.game, .ply = now.ply},
                                         .moves = {moves.begin(), moves.end()}};
    return {frame(snapshot, "s"), frame(legal, "l")};
  }

 private:
  static std::string frame(protocol::ServerBody body, const std::string& re) {
    protocol::ServerMessage message{.re = std::nullopt, .body = std::move(body)};
    if (!re.empty()) message.re = re;
    return protocol::encode(message);
  }
  static void add(std::vector<std::string>& frames, std::optional<std::string> frame) {
    if (frame) frames.push_back(*std::move(frame));
  }
  static std::optional<std::string> event(std::uint64_t seq, Instant at, const view::Fact& fact,
                                          Viewer viewer, const std::string& re) {
    if (std::holds_alternative<view::GameOver>(fact)) return std::nullopt;
    return frame(protocol::Event{.seq = seq, .at = at, .seen = view::redact(fact, viewer)}, re);
  }
  static std::string error(const Refused& refused, const std::string& re) {
    protocol::Error error{.code = code(refused)};
    error.message = protocol::sentence(error.code);
    error.now = protocol::DecidedAt{.game = refused.now.game, .ply = refused.now.ply};
    error.faults = refused.faults;
    if (refused.retry_after) {
      error.retry_after_ms = static_cast<std::uint64_t>(refused.retry_after->count());
    }
    return frame(error, re);
  }

  const Match& match_;
  std::optional<Seat> seat_;
  Viewer viewer_;
};

/// How a game ended with that command; nothing where none did.
std::optional<rules::Ended> end_in(const Outcome& outcome) {
  const auto* accepted = std::get_if<Accepted>(&outcome);
  if (accepted == nullptr) return std::nullopt;
  for (const view::Fact& fact : accepted->facts) {
    if (const auto* over = std::get_if<view::GameOver>(&fact)) return over->ended;
  }
  return std::nullopt;
}

/// Plays both rooms side by side and compares all that the viewer is sent. What the other players
/// were refused is left out: it is told to nobody else, and whether a piece can move, or has to
/// decline, depends on its rank.
void compare(const Story& story, std::optional<Seat> viewer, Random& random, Reach& reach) {
  Match one = story.match;
  Match other = story.match;
  Listener hears_one{one, viewer};
  Listener hears_other{other, viewer};
  OtherSecrets secrets{story, viewer, random, reach};
  std::size_t step = 0;
  for (const Story::Told& told : story.told) {
    const bool own = told.command.seat == viewer;
    if (!told.took_effect && !own) continue;
    const Command said = own ? told.command : secrets.with_them(told);
    const Outcome outcome = one.handle(told.command, test::noon);
    const Outcome other_outcome = other.handle(said, test::noon);
    // Only one game may have ended here, where a side cannot move.
    if (end_in(outcome) != end_in(other_outcome)) break;
    const auto frames = hears_one.hear(told.command, outcome);
    RC_ASSERT(frames == hears_other.hear(said, other_outcome));
    reach.frames += frames.size();
    if (std::holds_alternative<Refused>(outcome)) reach.refusals += frames.size();
    if (std::holds_alternative<Repeated>(outcome)) reach.repeats += frames.size();
    // Once a game is over nothing of it is hidden.
    if (one.phase() == view::Phase::over) continue;
    if (++step % 8 == 0) RC_ASSERT(hears_one.ask() == hears_other.ask());
  }
}

class Secrecy : public testing::TestWithParam<std::optional<Seat>> {};

TEST_P(Secrecy, ranks_that_a_viewer_may_not_know_change_no_byte_that_the_viewer_is_sent) {
  Reach reach;
  EXPECT_TRUE(rc::check([&reach] {
    Random random{*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>())};
    const auto length = *rc::gen::inRange<std::size_t>(0, 1'500);
    for (int i = 0; i < 4; ++i) {
      const Story story = any_story(random, length);
      for (int deal = 0; deal < 2; ++deal) compare(story, GetParam(), random, reach);
    }
  }));
  EXPECT_GT(reach.frames, 10'000U);
  EXPECT_GT(reach.other_ranks, 1'000U);
  EXPECT_GT(reach.other_movers, 300U);
  EXPECT_GT(reach.other_silent, 30U);
  EXPECT_GT(reach.other_rescues, 10U);
  EXPECT_GT(reach.later_games, 30U);
  EXPECT_EQ(reach.refusals > 300, GetParam().has_value());
  EXPECT_EQ(reach.repeats > 300, GetParam().has_value());
}

INSTANTIATE_TEST_SUITE_P(Match, Secrecy,
                         testing::Values(std::optional{Seat::host}, std::optional{Seat::guest},
                                         std::optional<Seat>{}),
                         [](const auto& viewer) {
                           return std::string{viewer.param ? view::name(*viewer.param)
                                                           : "spectator"};
                         });

}  // namespace
}  // namespace flagrank::match
