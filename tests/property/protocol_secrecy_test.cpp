#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "common/protocol/encode.hpp"
#include "common/view/redact.hpp"
#include "tests/property/protocol_generators.hpp"
#include "tests/support/random.hpp"

/// No frame changes, not even in length, with a rank that its reader may not know. (secrecy_test
/// holds whole games to it; this holds single facts to it, possible or not.)
namespace flagrank::protocol {
namespace {

using view::Viewer;

std::string told(const view::Fact& fact, Viewer viewer) {
  return encode(ServerMessage{
      .re = {}, .body = Event{.seq = 7, .at = {}, .seen = view::redact(fact, viewer)}});
}

std::vector<Viewer> all_but(rules::Side side) {
  return {Viewer::player(rules::opponent(side)), Viewer::spectator()};
}

RC_GTEST_PROP(FrameSecrecy, a_move_does_not_change_with_the_rank_of_its_piece, ()) {
  rules::Moved one = *test::any_true_move();
  rules::Moved other = one;
  other.rank = *test::any_rank();
  for (const Viewer viewer : all_but(one.side)) {
    RC_ASSERT(told(view::truth::Moved{.game = 1, .moved = one}, viewer) ==
              told(view::truth::Moved{.game = 1, .moved = other}, viewer));
  }
}

RC_GTEST_PROP(FrameSecrecy, a_fight_does_not_change_with_ranks_that_it_does_not_reveal, ()) {
  rules::Moved one = *test::any_true_move();
  RC_PRE(one.combat.has_value());
  rules::Moved other = one;
  if (!one.combat->attacker_revealed) other.combat->attacker_rank = *test::any_rank();
  if (!one.combat->defender_revealed) other.combat->defender_rank = *test::any_rank();
  RC_ASSERT(told(view::truth::Moved{.game = 1, .moved = one}, Viewer::spectator()) ==
            told(view::truth::Moved{.game = 1, .moved = other}, Viewer::spectator()));
}

RC_GTEST_PROP(FrameSecrecy, a_lock_and_a_start_do_not_change_with_the_formations,
              (std::uint64_t seed)) {
  test::Random random{seed};
  const auto army = [&](rules::Side side) {
    return test::shuffled_formation(rules::classic(), side, random);
  };
  const auto red = army(rules::Side::red);
  const auto blue = army(rules::Side::blue);
  const auto another_blue = army(rules::Side::blue);
  for (const Viewer viewer : all_but(rules::Side::blue)) {
    RC_ASSERT(told(view::truth::FormationLocked{blue}, viewer) ==
              told(view::truth::FormationLocked{another_blue}, viewer));
    RC_ASSERT(told(view::truth::GameStarted{.game = 1, .red = red, .blue = blue}, viewer) ==
              told(view::truth::GameStarted{.game = 1, .red = red, .blue = another_blue}, viewer));
  }
}

}  // namespace
}  // namespace flagrank::protocol
