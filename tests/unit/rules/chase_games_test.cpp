#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/rules/game.hpp"
#include "common/rules/names.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/positions.hpp"

/// Real games whose last move a reference implementation refused as a continuous chase. They are
/// not ours to copy, so they are read from where they lie, if they do.
namespace flagrank::rules {
namespace {

using nlohmann::json;

class ChaseGames : public testing::Test {
 protected:
  void SetUp() override {
    const auto games = test::shared_dir() / "data/chase-games.jsonl";
    std::ifstream file{games};
    if (!file) GTEST_SKIP() << "no " << games << " here";
    for (std::string line; std::getline(file, line);) games_.push_back(json::parse(line));
  }

  /// Plays all its moves; stops at one that is refused, and says so.
  [[nodiscard]] static Game played(const json& game) {
    Game played = test::game_at(test::strados(game.at("board").get<std::string>()));
    for (const auto& text : game.at("moves")) {
      const auto turn = played.apply(played.to_move(), test::parse_move(text.get<std::string>()));
      EXPECT_TRUE(turn) << game.at("source") << ": " << text << " at ply " << played.ply() << ": "
                        << name(turn.error());
      if (!turn) break;
    }
    return played;
  }

  std::vector<json> games_;
};

TEST_F(ChaseGames, are_refused_where_the_reference_refused_them_and_nowhere_before) {
  int refused = 0;
  for (const json& game : games_) {
    if (game.at("refused").is_null()) continue;
    const Game position = played(game);
    const auto move = test::parse_move(game.at("refused").get<std::string>());
    const auto rejection = position.check(position.to_move(), move);
    if (game.at("source") == "continuous_chase_games_new/game36.txt") {
      // The scout lands next to a bomb. The reference reads "threaten" as next to any enemy piece;
      // ours asks for one that was evading, and a bomb never evades.
      EXPECT_EQ(rejection, std::nullopt);
      continue;
    }
    EXPECT_EQ(rejection, Rejection::chase) << game.at("source");
    ++refused;
  }
  EXPECT_EQ(refused, 55);
}

TEST_F(ChaseGames, that_are_whole_are_legal_to_their_end) {
  int whole = 0;
  for (const json& game : games_) {
    if (!game.at("refused").is_null()) continue;
    ++whole;
    const Game position = played(game);
    EXPECT_EQ(position.ply(), game.at("moves").size()) << game.at("source");
    EXPECT_FALSE(position.broken_invariant());
    if (game.at("source") == "strategus_games/attack_chase.txt") {
      EXPECT_EQ(position.ended(), (Ended{EndReason::flag_captured, Side::blue}));
    } else {
      // Its last move is an ordinary one: whoever recorded it stopped there.
      EXPECT_EQ(position.ended(), std::nullopt) << game.at("source");
    }
  }
  EXPECT_EQ(whole, 2);
}

}  // namespace
}  // namespace flagrank::rules
