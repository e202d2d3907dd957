#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "tests/integration/with_server.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::test {
namespace {

using nlohmann::json;
using rules::Side;

class RecordedGame : public WithServer {};

/// The record of that name among the shared data, where there are any.
std::optional<json> recorded(std::string_view source) {
  std::ifstream records{shared_dir() / "data/chase-games.jsonl"};
  for (std::string line; std::getline(records, line);) {
    json record = json::parse(line);
    if (record.at("source") == source) return record;
  }
  return std::nullopt;
}

// 592 plies with 49 fights, of which the last is Blue's miner on Red's flag.
TEST_F(RecordedGame, is_played_through_the_server_and_ends_as_it_did) {
  const auto record = recorded("strategus_games/attack_chase.txt");
  if (!record) GTEST_SKIP() << "no ../shared/data/chase-games.jsonl here";
  const Armies armies = armies_of(strados(record->at("board").get<std::string>()));
  const auto moves = record->at("moves").get<std::vector<std::string>>();
  ASSERT_EQ(moves.size(), 592U);

  Pair pair = sit_down();
  pair.lock(armies[0], armies[1]);
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    pair.play(parse_move(moves[ply]));
    if (ply % 50 == 0) pair.check_views();
  }

  for (Player* player : {&pair.red, &pair.blue}) {
    const auto over = player->expect<view::GameOver>();
    EXPECT_EQ(over.ended, (rules::Ended{rules::EndReason::flag_captured, Side::blue}));
    EXPECT_THAT(over.formations[0], testing::UnorderedElementsAreArray(armies[0]));
    EXPECT_THAT(over.formations[1], testing::UnorderedElementsAreArray(armies[1]));
    EXPECT_EQ(player->view().fights.size(), 49U);
    EXPECT_EQ(player->view().pieces.size(), 28U);
    player->expect_no_debts();
  }
  pair.check_views();
}

}  // namespace
}  // namespace flagrank::test
