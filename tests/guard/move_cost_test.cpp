#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>

#include "tests/guard/counted_memory.hpp"
#include "tests/support/move_walk.hpp"

/// A guard against what makes moves dearer little by little. Time cannot be asserted on shared
/// machines; how often a move asks for memory, and for how much, is the same every time, and grows
/// with most of what costs time.
namespace flagrank::test {
namespace {

constexpr std::uint32_t early = 30;
constexpr std::uint32_t late = 3000;

struct Cost {
  double allocations = 0;
  double bytes = 0;
};

/// What a move costs, from its frame to the frames that tell three listeners of it. Where that is
/// meant to change, write here what the test prints.
constexpr Cost written_down{.allocations = 21, .bytes = 2'900};

/// A move's, in the mean of those from that ply on.
Cost cost_from(MoveWalk& walk, std::uint32_t ply) {
  constexpr std::uint32_t moves = 24;
  walk.play_to(ply);
  const Allocations before = allocations_so_far();
  walk.play_to(ply + moves);
  const Allocations after = allocations_so_far();
  return {.allocations = static_cast<double>(after.count - before.count) / moves,
          .bytes = static_cast<double>(after.bytes - before.bytes) / moves};
}

TEST(AMove, costs_what_is_written_down_however_long_its_game_is) {
  MoveWalk walk{quiet_game(late + 100, 30)};
  const Cost at_first = cost_from(walk, early);
  const Cost at_last = cost_from(walk, late);
  std::cout << "at ply " << early << ": " << at_first.allocations << " allocations of "
            << at_first.bytes << " bytes; at ply " << late << ": " << at_last.allocations << " of "
            << at_last.bytes << '\n';

  EXPECT_LT(at_first.allocations, 1.25 * written_down.allocations);
  EXPECT_LT(at_first.bytes, 1.25 * written_down.bytes);
  EXPECT_LT(at_last.allocations, 1.2 * at_first.allocations);
  EXPECT_LT(at_last.bytes, 1.2 * at_first.bytes);
}

}  // namespace
}  // namespace flagrank::test
