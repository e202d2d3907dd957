#include <algorithm>
#include <concepts>
#include <utility>

#include "common/record/json.hpp"
#include "common/record/json_tree.hpp"
#include "common/record/player_name.hpp"
#include "common/record/replay.hpp"
#include "common/rules/catalogue.hpp"
#include "common/rules/names.hpp"

namespace flagrank::record {
namespace {

constexpr std::uint64_t max_moment_ms = std::uint64_t{1} << 53U;  // what JavaScript counts exactly
constexpr std::uint64_t max_quiet_moves = 1000;                   // as in a room
constexpr std::size_t max_placements = 100;

/// Only the first thing that is wrong counts; readers go on with defaults after it, and what they
/// read is dropped.
struct Reading {
  std::optional<Fault> fault;
};

/// A value of the document, and the way to it from the outside. Lives no longer than its holder.
class Place {
 public:
  Place(Reading& reading, const tree::Value& root) noexcept : reading_{&reading}, value_{&root} {}

  /// A field that has to be there.
  [[nodiscard]] Place operator[](std::string_view key) const {
    static const tree::Value nothing{.data = tree::Null{}, .line = 1};
    const auto* const object = std::get_if<tree::Object>(&value_->data);
    if (object == nullptr) fail("must be an object");
    const tree::Value* const found = object != nullptr ? tree::find(*object, key) : nullptr;
    if (found == nullptr) fail("lacks the field " + std::string{key});
    return Place{*this, found != nullptr ? *found : nothing, key, 0};
  }
  /// An element, at a position below `size()`.
  [[nodiscard]] Place operator[](std::size_t position) const {
    return Place{*this, std::get<tree::Array>(value_->data)[position], std::nullopt, position};
  }
  /// Of an array.
  [[nodiscard]] std::size_t size() const {
    const auto* const array = std::get_if<tree::Array>(&value_->data);
    if (array == nullptr) fail("must be an array");
    return array != nullptr ? array->size() : 0;
  }
  [[nodiscard]] bool null() const noexcept {
    return std::holds_alternative<tree::Null>(value_->data);
  }
  [[nodiscard]] std::uint64_t number(std::uint64_t most) const {
    const auto* const number = std::get_if<std::uint64_t>(&value_->data);
    if (number != nullptr && *number <= most) return *number;
    fail("must be a whole number from 0 to " + std::to_string(most));
    return 0;
  }
  [[nodiscard]] bool boolean() const {
    const auto* const boolean = std::get_if<bool>(&value_->data);
    if (boolean == nullptr) fail("must be true or false");
    return boolean != nullptr && *boolean;
  }
  [[nodiscard]] std::string_view text() const {
    const auto* const text = std::get_if<std::string>(&value_->data);
    if (text == nullptr) fail("must be a string");
    return text != nullptr ? std::string_view{*text} : std::string_view{};
  }
  /// What `parse` makes of the text; a default where it can make nothing of it.
  template <class Parse>
  [[nodiscard]] auto parsed(Parse parse, std::string_view expectation) const {
    const auto value = parse(text());
    if (!value) fail("must be " + std::string{expectation});
    return value.value_or(typename decltype(value)::value_type{});
  }
  /// Notes that this is not what the rest of the document makes it.
  void expect(bool agrees, std::string_view meant) const {
    if (!agrees) fail("must be " + std::string{meant} + " here");
  }

  [[nodiscard]] bool well() const noexcept { return !reading_->fault; }
  void fail(std::string reason) const {
    if (!well()) return;
    Fault fault{.line = value_->line, .where = "", .reason = std::move(reason)};
    append_to(fault.where);
    reading_->fault = std::move(fault);
  }

 private:
  Place(const Place& holder, const tree::Value& value, std::optional<std::string_view> key,
        std::size_t position) noexcept
      : reading_{holder.reading_},
        holder_{&holder},
        value_{&value},
        key_{key},
        position_{position} {}

  void append_to(std::string& pointer) const {
    if (holder_ == nullptr) return;
    holder_->append_to(pointer);
    pointer += '/';
    pointer += key_ ? std::string{*key_} : std::to_string(position_);
  }

  Reading* reading_;
  const Place* holder_ = nullptr;
  const tree::Value* value_;
  std::optional<std::string_view> key_;
  std::size_t position_ = 0;
};

rules::Square square(const Place& at) {
  return at.parsed(rules::Square::parse, "a square, such as a4");
}

rules::Rank rank(const Place& at) {
  return at.parsed(rules::from_name<rules::Rank>, "the name of a rank, such as scout");
}

rules::Side side(const Place& at) {
  return at.parsed(rules::from_name<rules::Side>, "red or blue");
}

std::optional<std::int64_t> moment(const Place& at) {
  if (at.null()) return std::nullopt;
  return static_cast<std::int64_t>(at.number(max_moment_ms));
}

std::string player(const Place& at) {
  if (at.null()) return {};
  const std::string_view name = at.text();
  if (!valid_player_name(name)) {
    at.fail("must be 1 to 64 bytes without control characters, or null");
  }
  return std::string{name};
}

void read_switch(const Place& at, rules::Ruleset& ruleset, const rules::SwitchEntry& entry) {
  const rules::SwitchValue before = rules::value_of(ruleset, entry);
  rules::SwitchValue value = before;
  if (std::holds_alternative<bool>(before)) {
    value = at.boolean();
  } else if (std::holds_alternative<std::uint16_t>(before)) {
    value = static_cast<std::uint16_t>(at.number(max_quiet_moves));
  } else {
    value = at.text();
  }
  if (!rules::set_value(ruleset, entry, value)) {
    at.fail("must be one of the words that are listed for it");
  }
}

/// Board and army follow from the variant; a record of another board is not one of ours to play.
void check_variant(const Place& at, const rules::Variant& variant) {
  const Place inventory = at["inventory"];
  for (const rules::Rank rank : rules::all_ranks) {
    const Place count = inventory[rules::name(rank)];
    const std::uint64_t expected = variant.inventory[index(rank)];
    count.expect(count.number(max_placements) == expected, std::to_string(expected));
  }
  const Place lakes = at["lakes"];
  rules::SquareSet told;
  const std::size_t size = std::min<std::size_t>(lakes.size(), rules::Square::count);
  for (std::size_t i = 0; i < size; ++i) told.insert(square(lakes[i]));
  lakes.expect(told == variant.lakes, "the lakes of the variant");
}

rules::Ruleset ruleset(const Place& at) {
  rules::Ruleset ruleset;
  const Place name = at["variant"];
  if (const rules::Variant* const variant = rules::find_variant(name.text())) {
    ruleset.variant = variant;
  } else {
    name.fail("must be the name of a known variant, such as classic");
  }
  (void)at["preset"].text();
  for (const rules::SwitchEntry& entry : rules::switches()) {
    read_switch(at[entry.name], ruleset, entry);
  }
  if (const auto reason = rules::incoherence(ruleset)) at.fail(std::string{*reason});
  check_variant(at, *ruleset.variant);
  return ruleset;
}

rules::Formation formation(const Place& at, const rules::Variant& variant, rules::Side side) {
  std::vector<rules::Placement> placements;
  const std::size_t size = at.size();
  if (size > max_placements) at.fail("has more than a hundred pieces");
  for (std::size_t i = 0; i < std::min(size, max_placements); ++i) {
    const Place placement = at[i];
    placements.push_back({square(placement["square"]), rank(placement["rank"])});
  }
  auto checked = rules::Formation::check(variant, side, placements);
  if (checked) return *std::move(checked);
  at.fail("is no formation of this variant: " + words(checked.error().front()));
  return rules::default_formation(variant, side);
}

std::optional<rules::Rescue> rescue(const Place& at) {
  if (at.null()) return std::nullopt;
  return rules::Rescue{.rank = rank(at["rank"]), .square = square(at["square"])};
}

void check_combat(const Place& at, const std::optional<rules::Combat>& combat) {
  if (!combat) {
    at.expect(at.null(), "null");
    return;
  }
  if (at.null()) at.fail("must not be null: there is a fight here");
  const auto expect = [&](std::string_view field, std::string_view meant) {
    const Place place = at[field];
    place.expect(place.text() == meant, meant);
  };
  expect("attacker_rank", rules::name(combat->attacker_rank));
  expect("defender", combat->defender.text());
  expect("defender_rank", rules::name(combat->defender_rank));
  expect("result", rules::name(combat->result));
}

Turn turn(const Place& at, Replay& replay) {
  const Turn turn{.move = {square(at["from"]), square(at["to"])},
                  .rescue = rescue(at["rescue"]),
                  .at_ms = moment(at["at_ms"])};
  const Place ply = at["ply"];
  const std::uint64_t number = ply.number(max_moment_ms);
  const Place mover = at["side"];
  const rules::Side told = side(mover);
  if (!at.well()) return turn;

  const auto played = replay.play(turn);
  if (!played) {
    at.fail(played.error());
    return turn;
  }
  ply.expect(number == played->moved.ply, std::to_string(played->moved.ply));
  mover.expect(told == played->moved.side, rules::name(played->moved.side));
  check_combat(at["combat"], played->moved.combat);
  if (played->rescued) {
    const Place piece = at["rescue"]["piece"];
    piece.expect(piece.text() == played->rescued->piece.text(), played->rescued->piece.text());
  }
  return turn;
}

rules::Ended result(const Place& at) {
  rules::Ended ended;
  ended.reason =
      at["reason"].parsed(rules::from_name<rules::EndReason>, "a reason, such as flag_captured");
  const Place winner = at["winner"];
  if (!winner.null()) ended.winner = side(winner);
  return ended;
}

void check_format(const Place& at) {
  const Place format = at["format"];
  format.expect(format.text() == "flagrank.record", "flagrank.record");
  const Place version = at["version"];
  if (version.number(max_moment_ms) != 1) version.fail("must be 1, the only version there is");
}

Game game(const Place& at) {
  check_format(at);
  const rules::Ruleset rules = ruleset(at["ruleset"]);
  const Place players = at["players"];
  const Place formations = at["formations"];
  using rules::Side;
  Game game{.ruleset = rules,
            .names = {player(players["red"]), player(players["blue"])},
            .started_ms = moment(at["started_ms"]),
            .ended_ms = moment(at["ended_ms"]),
            .formations = {formation(formations["red"], *rules.variant, Side::red),
                           formation(formations["blue"], *rules.variant, Side::blue)},
            .turns = {},
            .result = {}};
  Replay replay{game.ruleset, game.formations};
  const Place moves = at["moves"];
  const std::size_t size = moves.size();
  for (std::size_t i = 0; i < size && at.well(); ++i) game.turns.push_back(turn(moves[i], replay));
  const Place ending = at["result"];
  game.result = result(ending);
  if (!at.well()) return game;
  if (auto fault = replay.finish(game.result)) ending.fail(*std::move(fault));
  return game;
}

}  // namespace

boost::system::result<Game, Fault> from_json(std::string_view text) {
  if (text.size() > max_json_bytes) {
    return Fault{.line = 1, .where = "", .reason = "the document is longer than 8 MiB"};
  }
  const auto root = tree::parse(text);
  if (!root) return root.error();
  Reading reading;
  Game read = game(Place{reading, *root});
  if (reading.fault) return *std::move(reading.fault);
  return read;
}

}  // namespace flagrank::record
