#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/protocol/encode.hpp"
#include "common/view/redact.hpp"
#include "tests/support/match_play.hpp"
#include "tests/support/random_commands.hpp"

/// The law of hidden information: of two games that differ only in ranks which the viewer has no
/// right to know, with the same moves, every byte sent to that viewer is the same.
namespace flagrank::match {
namespace {

using rules::Placement;
using rules::Side;
using test::Random;
using view::Seat;
using view::Viewer;

constexpr std::array both_sides{Side::red, Side::blue};

/// What a game made public about the pieces of both sides.
struct Traces {
  std::set<rules::PieceId> fought;
  std::set<rules::PieceId> ran;
  std::set<rules::PieceId> moved;

  void add(const rules::Moved& played) {
    moved.insert(played.piece);
    if (played.ran) ran.insert(played.piece);
    if (!played.combat) return;
    fought.insert(played.piece);
    fought.insert(played.combat->defender);
  }
  /// Is the rank of that piece still a secret?
  [[nodiscard]] bool secret(rules::PieceId piece) const {
    return !fought.contains(piece) && !ran.contains(piece);
  }
};

/// A match before anybody has come, and all that it was told, in order.
struct Story {
  struct Told {
    Command command;
    bool took_effect = false;
  };
  Match match;
  std::vector<Told> told;
  std::vector<std::vector<Placement>> played_with;  ///< by `index(side)`; empty before a game
  Traces traces;
};

Story any_story(Random& random, std::size_t length) {
  const rules::Variant& variant = random.coin() ? test::skirmish() : rules::classic();
  const Match fresh{test::random_settings(random, variant)};
  Story story{.match = fresh, .told = {}, .played_with = {{}, {}}, .traces = {}};
  test::Speaker speaker;
  while (story.told.size() < length && story.match.phase() != view::Phase::over) {
    const Command command = speaker.command(story.match, random);
    const Outcome outcome = story.match.handle(command, test::noon);
    const auto* accepted = std::get_if<Accepted>(&outcome);
    story.told.push_back({command, accepted != nullptr});
    if (accepted == nullptr) continue;
    for (const view::Fact& fact : accepted->facts) {
      if (const auto* moved = std::get_if<view::truth::Moved>(&fact)) {
        story.traces.add(moved->moved);
      }
      if (const auto* started = std::get_if<view::truth::GameStarted>(&fact)) {
        story.played_with = {started->red.placements(), started->blue.placements()};
      }
    }
  }
  story.match = fresh;
  return story;
}

void shuffle(std::vector<rules::Rank>& ranks, Random& random) {
  for (std::size_t i = ranks.size(); i > 1; --i) {
    std::swap(ranks[i - 1], ranks[random(static_cast<std::uint32_t>(i))]);
  }
}

/// The army with its secret ranks dealt anew. Pieces that moved get ranks that can move, and that
/// is all that the moves showed of them: a marshal that was never met may become a spy.
std::vector<Placement> dealt_anew(std::vector<Placement> army, const Traces& traces,
                                  Random& random) {
  std::vector<Placement*> movers;
  std::vector<Placement*> others;
  std::vector<rules::Rank> ranks;
  for (Placement& placement : army) {
    const rules::PieceId piece{placement.square};
    if (!traces.secret(piece)) continue;
    (traces.moved.contains(piece) ? movers : others).push_back(&placement);
    ranks.push_back(placement.rank);
  }
  shuffle(ranks, random);
  std::ranges::stable_partition(ranks, rules::movable);
  for (std::size_t i = 0; i < movers.size(); ++i) movers[i]->rank = ranks[i];
  ranks.erase(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(movers.size()));
  shuffle(ranks, random);
  for (std::size_t i = 0; i < others.size(); ++i) others[i]->rank = ranks[i];
  return army;
}

struct Pair {
  Command one;
  Command other;
};

/// The same commands twice, the second time with other secrets of the sides that `viewer` does not
/// play. What those sides were refused is left out: it is told to nobody else, and whether a piece
/// can move depends on its rank.
std::vector<Pair> with_other_secrets(const Story& story, Viewer viewer, Random& random) {
  std::array<std::vector<Placement>, 2> dealt;
  for (const Side side : both_sides) {
    dealt[index(side)] = dealt_anew(story.played_with[index(side)], story.traces, random);
  }
  std::vector<Pair> pairs;
  for (const auto& [command, took_effect] : story.told) {
    const Side side = story.match.side(command.seat);
    if (!took_effect && !viewer.plays(side)) continue;
    Pair pair{command, command};
    auto* lock = std::get_if<LockFormation>(&pair.other.deed);
    if (lock != nullptr && !viewer.plays(side)) {
      std::ranges::sort(lock->formation);
      const bool played = lock->formation == story.played_with[index(side)];
      // A formation that was given up with its seat before the start has shown nothing at all.
      lock->formation = played ? dealt[index(side)] : dealt_anew(lock->formation, {}, random);
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

protocol::ErrorCode code(const Refused& refused) {
  using protocol::ErrorCode;
  constexpr std::array codes{
      ErrorCode::room_full,        ErrorCode::wrong_phase,    ErrorCode::stale,
      ErrorCode::id_reused,        ErrorCode::already_locked, ErrorCode::bad_formation,
      ErrorCode::no_offer,         ErrorCode::offer_open,     ErrorCode::no_absence_limit,
      ErrorCode::opponent_present, ErrorCode::too_early};
  if (const auto* rejection = std::get_if<rules::Rejection>(&refused.why)) {
    return protocol::error_code(*rejection);
  }
  return codes[static_cast<std::size_t>(std::get<Refusal>(refused.why))];
}

/// Everything that one viewer is sent, byte for byte.
class Listener {
 public:
  Listener(const Match& match, Viewer viewer) : match_{match}, viewer_{viewer} {
    for (const Seat seat : view::all_seats) {
      if (viewer.plays(match.side(seat))) seat_ = seat;
    }
  }

  /// The frames that follow a command, as far as the end of the game, which opens everything.
  [[nodiscard]] std::vector<std::string> hear(const Command& command,
                                              const Outcome& outcome) const {
    const bool mine = command.seat == seat_;
    std::vector<std::string> frames;
    if (const auto* accepted = std::get_if<Accepted>(&outcome)) {
      std::uint64_t seq = accepted->first_seq;
      for (const view::Fact& fact : accepted->facts) {
        if (std::holds_alternative<view::GameOver>(fact)) return frames;
        const bool answers = mine && seq == accepted->first_seq;
        frames.push_back(event(seq, accepted->at, fact, answers ? command.id : ""));
        ++seq;
      }
    }
    if (const auto* repeated = std::get_if<Repeated>(&outcome); repeated != nullptr && mine) {
      frames.push_back(event(repeated->seq, repeated->at, repeated->fact, command.id));
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
  [[nodiscard]] std::string event(std::uint64_t seq, Instant at, const view::Fact& fact,
                                  const std::string& re) const {
    return frame(protocol::Event{.seq = seq, .at = at, .seen = view::redact(fact, viewer_)}, re);
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
  Viewer viewer_;
  std::optional<Seat> seat_;
};

/// That the law was put to the test, and how hard.
struct Reach {
  std::size_t frames = 0;        ///< compared
  std::size_t other_ranks = 0;   ///< pieces of a running game with another rank
  std::size_t other_movers = 0;  ///< those among them that moved
  std::size_t refusals = 0;      ///< told to the viewer
};

void count_differences(const Story& story, const Match& other, Viewer viewer, Reach& reach) {
  for (const Side side : both_sides) {
    const auto formation = other.view(Viewer::player(side)).formation;
    const auto& army = story.played_with[index(side)];
    if (!formation || army.size() != formation->size() || viewer.plays(side)) continue;
    for (std::size_t i = 0; i < army.size(); ++i) {
      if (army[i].rank == (*formation)[i].rank) continue;
      ++reach.other_ranks;
      if (story.traces.moved.contains(rules::PieceId{army[i].square})) ++reach.other_movers;
    }
  }
}

/// Plays both games side by side and compares all that the viewer is sent.
void compare(const Story& story, Viewer viewer, Random& random, Reach& reach) {
  Match one = story.match;
  Match other = story.match;
  const Listener hears_one{one, viewer};
  const Listener hears_other{other, viewer};
  std::size_t step = 0;
  for (const Pair& pair : with_other_secrets(story, viewer, random)) {
    const Outcome outcome = one.handle(pair.one, test::noon);
    const auto frames = hears_one.hear(pair.one, outcome);
    RC_ASSERT(frames == hears_other.hear(pair.other, other.handle(pair.other, test::noon)));
    reach.frames += frames.size();
    if (std::holds_alternative<Refused>(outcome)) reach.refusals += frames.size();
    // From here on nothing is hidden. Only one game may have ended, where a side cannot move.
    if (one.phase() == view::Phase::over || other.phase() == view::Phase::over) break;
    if (++step % 8 == 0) RC_ASSERT(hears_one.ask() == hears_other.ask());
  }
  count_differences(story, other, viewer, reach);
}

class Secrecy : public testing::TestWithParam<Viewer> {};

TEST_P(Secrecy, ranks_that_a_viewer_may_not_know_change_no_byte_that_the_viewer_is_sent) {
  Reach reach;
  EXPECT_TRUE(rc::check([&reach] {
    Random random{*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>())};
    const auto length = *rc::gen::inRange<std::size_t>(0, 1'500);
    const Story story = any_story(random, length);
    for (int deal = 0; deal < 3; ++deal) compare(story, GetParam(), random, reach);
  }));
  EXPECT_GT(reach.frames, 10'000U);
  EXPECT_GT(reach.other_ranks, 1'000U);
  EXPECT_GT(reach.other_movers, 300U);
  EXPECT_EQ(reach.refusals > 300, GetParam().side().has_value());
}

INSTANTIATE_TEST_SUITE_P(Match, Secrecy,
                         testing::Values(Viewer::player(Side::red), Viewer::player(Side::blue),
                                         Viewer::spectator()),
                         [](const auto& viewer) {
                           if (const auto side = viewer.param.side()) {
                             return *side == Side::red ? "red" : "blue";
                           }
                           return "spectator";
                         });

}  // namespace
}  // namespace flagrank::match
