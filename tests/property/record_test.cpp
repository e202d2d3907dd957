#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "client/conformance/schemas.hpp"
#include "common/record/gravon.hpp"
#include "common/record/json.hpp"
#include "common/record/replay.hpp"
#include "common/record/strados.hpp"
#include "tests/support/record_play.hpp"

/// What is written of a game can be read, and is that game, whatever the rules it was played by.
namespace flagrank::record {
namespace {

using Json = nlohmann::ordered_json;
using test::Random;

/// Everything that follows is drawn from this, so that a failure names one number.
Random random_source() {
  return Random{*rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>())};
}

Game random_game(Random& random) {
  const rules::Ruleset ruleset = test::random_ruleset(random);
  return test::random_record(ruleset, random.coin() ? 3000 : 60, random);
}

RC_GTEST_PROP(Record, is_read_back_whole, ()) {
  Random random = random_source();
  const Game game = random_game(random);
  const auto read = from_json(to_json(game));
  if (!read) RC_FAIL(text(read.error()));
  RC_ASSERT(*read == game);
}

RC_GTEST_PROP(Record, is_valid_by_its_schema, ()) {
  Random random = random_source();
  const Game game =
      test::random_record(test::random_ruleset(random), random.coin() ? 300 : 30, random);
  const Json json = Json::parse(to_json(game));
  RC_ASSERT(
      conformance::schema_faults_by("record.json", json, conformance::Reading::closed).empty());
}

/// A document in which something was changed is refused, or says the same game otherwise.
RC_GTEST_PROP(Record, never_tells_another_story_than_its_moves, ()) {
  Random random = random_source();
  const Game game = test::random_record(test::random_ruleset(random), 30, random);
  Json flat = Json::parse(to_json(game)).flatten();
  auto place = flat.begin();
  std::advance(place, random(static_cast<std::uint32_t>(flat.size())));
  auto other = flat.begin();
  std::advance(other, random(static_cast<std::uint32_t>(flat.size())));
  *place = *other;
  const auto read = from_json(flat.unflatten().dump());
  if (!read) {
    RC_ASSERT(!read.error().reason.empty());
    return;
  }
  RC_ASSERT(*from_json(to_json(*read)) == *read);
}

RC_GTEST_PROP(Record, survives_any_bytes, ()) {
  Random random = random_source();
  std::string json = to_json(test::random_record(test::random_ruleset(random), 30, random));
  for (std::uint32_t i = random(8); i > 0; --i) {
    json[random(static_cast<std::uint32_t>(json.size()))] = static_cast<char>(random(256));
  }
  json.resize(json.size() - (random.coin() ? 0 : random(static_cast<std::uint32_t>(json.size()))));
  if (const auto read = from_json(json)) RC_ASSERT(*from_json(to_json(*read)) == *read);
}

RC_GTEST_PROP(Record, survives_the_way_through_gravons_format, ()) {
  Random random = random_source();
  const Game game = random_game(random);
  const auto xml = to_gravon(game);
  if (!xml) RC_DISCARD("this ruleset has no form there");
  const auto read = from_gravon(*xml);
  if (!read && game.result.reason == rules::EndReason::no_legal_move) {
    RC_DISCARD("it ended by a rule that is not told there");
  }
  if (!read) RC_FAIL(text(read.error()));
  RC_ASSERT(read->formations == game.formations);
  RC_ASSERT(read->turns.size() == game.turns.size());
  RC_ASSERT(read->names == game.names);
  RC_ASSERT(read->result.winner == game.result.winner);
  for (std::size_t i = 0; i < game.turns.size(); ++i) {
    RC_ASSERT(read->turns[i].move == game.turns[i].move);
  }
}

RC_GTEST_PROP(Record, has_positions_that_are_read_back, ()) {
  Random random = random_source();
  const Game game = test::random_record(test::random_ruleset(random), 300, random);
  Replay replay{game.ruleset, game.formations};
  for (const Turn& turn : game.turns) {
    (void)*replay.play(turn);
    if (random(10) != 0) continue;
    const Position position = position_of(replay.game());
    RC_ASSERT(*from_strados(to_strados3(position)) == position);
  }
}

}  // namespace
}  // namespace flagrank::record
