#include "common/record/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/record_play.hpp"

namespace flagrank::record {
namespace {

TEST(RecordJson, tells_a_whole_game_and_reads_it_again) {
  const Game game = test::short_record();
  const auto read = from_json(to_json(game));
  ASSERT_TRUE(read) << text(read.error());
  EXPECT_EQ(*read, game);
}

}  // namespace
}  // namespace flagrank::record
