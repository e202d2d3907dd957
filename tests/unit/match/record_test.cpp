#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/match_play.hpp"

/// Which games have a record, and what it is called.
namespace flagrank::match {
namespace {

using test::host;

Settings recorded() {
  Settings settings = test::skirmish_settings();
  settings.ruleset.two_squares = false;
  settings.ruleset.chase = rules::ChaseRule::off;
  settings.ruleset.draw_after_quiet_moves = 0;
  settings.record_key = "00112233445566778899aabbccddeeff";
  return settings;
}

std::optional<std::string> record_of(const Match& match) { return match.table().result->record; }

TEST(MatchRecord, is_of_a_game_of_twenty_thousand_moves_and_of_none_that_is_longer) {
  for (const bool longer : {false, true}) {
    Match match = test::running_match(recorded());
    while (match.now().ply < most_recorded_plies) test::play(match, "e4-e5 f7-f6 e5-e4 f6-f7");
    if (longer) test::play(match, "e4-e5");
    test::accept(match, host("end", Resign{.game = 1}));
    EXPECT_EQ(record_of(match).has_value(), !longer);
  }
}

}  // namespace
}  // namespace flagrank::match
