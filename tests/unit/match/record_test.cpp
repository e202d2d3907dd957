#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "server/match/record_id.hpp"
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

// The first half of what `printf 1 | openssl dgst -sha256 -hmac KEY` says.
TEST(MatchRecord, has_an_id_that_follows_from_the_key_and_the_game) {
  const std::string key = "00112233445566778899aabbccddeeff";
  EXPECT_EQ(record_id(key, 1), "27fc63a9139119570f53c2069dbb1100");
  EXPECT_EQ(record_id(key, 2), "fb4f0636c43cbc7b7d6ac7bf937d9880");
}

TEST(MatchRecord, has_an_id_that_does_not_tell_the_key) {
  Match match = test::running_match(recorded());
  test::accept(match, host("end", Resign{.game = 1}));
  EXPECT_EQ(record_of(match), record_id(*recorded().record_key, 1));
}

}  // namespace
}  // namespace flagrank::match
