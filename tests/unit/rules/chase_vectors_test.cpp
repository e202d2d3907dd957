#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "common/rules/game.hpp"
#include "common/rules/names.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/positions.hpp"

/// The worked examples of the repetition rules, tests/data/chase-vectors.json.
namespace flagrank::rules {
namespace {

using nlohmann::json;

json vectors() {
  std::ifstream file{test::source_dir() / "tests/data/chase-vectors.json"};
  return json::parse(file);
}

Game position_of(const json& vector) {
  const auto first = *from_name<Side>(vector.at("to_move_first").get<std::string>());
  Game game = test::game_at(test::strados(vector.at("board").get<std::string>(), first));
  for (const auto& move : vector.at("moves")) test::play(game, move.get<std::string>());
  return game;
}

/// What `check` says of every pair of squares, counted.
std::size_t accepted_moves(const Game& game) {
  std::size_t accepted = 0;
  for (int from = 0; from < Square::count; ++from) {
    for (int to = 0; to < Square::count; ++to) {
      const Move move{Square::from_index(from), Square::from_index(to)};
      if (!game.check(game.to_move(), move)) ++accepted;
    }
  }
  return accepted;
}

class ChaseVector : public testing::TestWithParam<json> {};

TEST_P(ChaseVector, gives_each_candidate_what_it_must_get) {
  const json& vector = GetParam();
  const Game game = position_of(vector);
  const auto to_move = *from_name<Side>(vector.at("then_to_move").get<std::string>());
  ASSERT_EQ(game.to_move(), to_move);

  const auto legal_moves = vector.at("legal_moves").get<std::size_t>();
  EXPECT_EQ(game.legal_moves().size(), legal_moves);
  if (legal_moves == 0) {
    EXPECT_EQ(game.ended(), (Ended{EndReason::no_legal_move, opponent(to_move)}));
    return;
  }
  EXPECT_EQ(accepted_moves(game), legal_moves);
  for (const auto& [move, expected] : vector.at("candidates").items()) {
    const auto rejection = game.check(to_move, test::parse_move(move));
    EXPECT_EQ(rejection ? name(*rejection) : "legal", expected.get<std::string>()) << move;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ChaseVector, testing::ValuesIn(vectors().get<std::vector<json>>()),
                         [](const auto& parameter) {
                           return parameter.param.at("id").template get<std::string>();
                         });

}  // namespace
}  // namespace flagrank::rules
