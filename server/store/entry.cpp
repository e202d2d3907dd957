#include "server/store/entry.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "common/rules/names.hpp"
#include "common/rules/variant.hpp"
#include "server/store/entry_names.hpp"

namespace flagrank::store {

namespace {

using Json = nlohmann::ordered_json;
using rules::Placement;
using rules::Square;

std::optional<match::TokenHash> from_hex(std::string_view text) {
  constexpr std::string_view hex_digits = "0123456789abcdef";
  match::TokenHash hash;
  if (text.size() != 2 * hash.size()) return std::nullopt;
  for (std::size_t i = 0; i < hash.size(); ++i) {
    const auto high = hex_digits.find(text[2 * i]);
    const auto low = hex_digits.find(text[2 * i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    hash[i] = static_cast<std::byte>(16 * high + low);
  }
  return hash;
}

/// Takes the fields of one object and keeps the first thing that is wrong. What it says names
/// fields and never quotes a value: it ends in logs, where no rank and no token may be.
class Fields {
 public:
  Fields(const Json& object, std::string& fault) : object_{object}, fault_{fault} {
    if (!object.is_object()) fail("it is no object");
  }

  template <std::integral Number>
  Number number(const char* field) {
    const Json* value = take(field);
    if (value == nullptr) return {};
    const bool fits =
        value->is_number_unsigned()
            ? std::in_range<Number>(value->get<std::uint64_t>())
            : value->is_number_integer() && std::in_range<Number>(value->get<std::int64_t>());
    if (fits) return value->get<Number>();
    return wrong(field, "no number that it can be"), Number{};
  }

  bool flag(const char* field) {
    const Json* value = take(field);
    if (value == nullptr) return false;
    if (value->is_boolean()) return value->get<bool>();
    return wrong(field, "neither true nor false"), false;
  }

  std::string text(const char* field) {
    const Json* value = take(field);
    if (value == nullptr) return {};
    if (value->is_string()) return value->get<std::string>();
    return wrong(field, "no text"), std::string{};
  }

  /// A text for which `read` gives a value.
  template <class Read>
  auto parsed(const char* field, Read read) {
    auto value = read(std::string_view{text(field)});
    if (!value) wrong(field, "no name of anything");
    return value.value_or(typename decltype(value)::value_type{});
  }
  template <class Enum>
  Enum named(const char* field) {
    return parsed(field, rules::from_name<Enum>);
  }

  match::Milliseconds duration(const char* field) {
    return match::Milliseconds{number<std::int64_t>(field)};
  }
  match::Instant moment(const char* field) { return match::Instant{duration(field)}; }

  /// Whether it is something; null, too, must be there.
  bool some(const char* field) {
    const Json* value = take(field);
    if (value == nullptr || value->is_null()) return false;
    --taken_;  // by whoever reads it
    return true;
  }

  const Json& object(const char* field) {
    static const Json none = Json::object();
    const Json* value = take(field);
    return value == nullptr ? none : *value;
  }

  void wrong(const char* field, const char* what) {
    fail("\"" + std::string{field} + "\" is " + what);
  }

  /// To be called when all fields that there should be are taken.
  void finish() {
    if (fault_.empty() && object_.size() != taken_) fail("it has a field too many");
  }

 private:
  const Json* take(const char* field) {
    if (!fault_.empty()) return nullptr;
    const auto found = object_.find(field);
    if (found == object_.end()) {
      wrong(field, "missing");
      return nullptr;
    }
    ++taken_;
    return &*found;
  }
  void fail(std::string sentence) {
    if (fault_.empty()) fault_ = std::move(sentence);
  }

  const Json& object_;
  std::string& fault_;
  std::size_t taken_ = 0;
};

Placement placement(const Json& json, Fields& fields) {
  const bool pair =
      json.is_array() && json.size() == 2 && json[0].is_string() && json[1].is_string();
  if (!pair) return fields.wrong("formation", "no list of squares with ranks"), Placement{};
  const auto square = Square::parse(json[0].get_ref<const std::string&>());
  const auto rank = rules::from_name<rules::Rank>(json[1].get_ref<const std::string&>());
  if (!square || !rank)
    return fields.wrong("formation", "of unknown squares or ranks"), Placement{};
  return {.square = *square, .rank = *rank};
}

void read(Fields& fields, match::DecidedAt& at) {
  at.game = fields.number<std::uint32_t>("game");
  at.ply = fields.number<std::uint32_t>("ply");
}

void read(Fields& fields, match::Join& deed) {
  deed.name = fields.text("name");
  deed.token = fields.parsed("token", from_hex);
}
void read(Fields& /*fields*/, match::Leave& /*deed*/) {}
void read(Fields& fields, match::Attend& deed) { deed.present = fields.flag("present"); }
void read(Fields& fields, match::LockFormation& deed) {
  deed.game = fields.number<std::uint32_t>("game");
  const Json& formation = fields.object("formation");
  if (!formation.is_array()) return fields.wrong("formation", "no list");
  for (const Json& entry : formation) deed.formation.push_back(placement(entry, fields));
}
void read(Fields& fields, match::Move& deed) {
  read(fields, deed.at);
  deed.move.from = fields.parsed("from", Square::parse);
  deed.move.to = fields.parsed("to", Square::parse);
}
void read(Fields& fields, match::Rescue& deed) {
  read(fields, deed.at);
  deed.rescue.rank = fields.named<rules::Rank>("rank");
  deed.rescue.square = fields.parsed("square", Square::parse);
}
void read(Fields& fields, match::DeclineRescue& deed) { read(fields, deed.at); }
void read(Fields& fields, match::OfferRematch& deed) {
  deed.game = fields.number<std::uint32_t>("game");
}
void read(Fields& fields, match::AcceptRematch& deed) {
  deed.game = fields.number<std::uint32_t>("game");
}
void read(Fields& fields, match::OfferDraw& deed) { read(fields, deed.at); }
void read(Fields& fields, match::AcceptDraw& deed) { read(fields, deed.at); }
void read(Fields& fields, match::DeclineDraw& deed) { read(fields, deed.at); }
void read(Fields& fields, match::Resign& deed) { deed.game = fields.number<std::uint32_t>("game"); }
void read(Fields& fields, match::Chat& deed) { deed.text = fields.text("text"); }
void read(Fields& fields, match::ClaimWin& deed) {
  deed.game = fields.number<std::uint32_t>("game");
}
void read(Fields& /*fields*/, match::Elapse& /*deed*/) {}
void read(Fields& fields, match::Restart& deed) {
  deed.down_from = fields.moment("down_from_ms");
  deed.down = fields.duration("down_ms");
}

std::optional<view::Seat> parse_seat(std::string_view text) {
  const auto* const seat =
      std::ranges::find(view::all_seats, text, [](view::Seat s) { return name(s); });
  if (seat == view::all_seats.end()) return std::nullopt;
  return *seat;
}

rules::Ruleset read_ruleset(const Json& json, std::uint32_t version, std::string& fault) {
  Fields fields{json, fault};
  rules::Ruleset ruleset;
  const std::string variant = fields.text("variant");
  if (const auto* known = rules::find_variant(variant))
    ruleset.variant = known;
  else
    fields.wrong("variant", "unknown");
  ruleset.scout_strike = fields.flag("scout_strike");
  ruleset.aggressor_advantage = fields.flag("aggressor_advantage");
  if (version >= 2) {
    ruleset.silent_defense = fields.flag("silent_defense");
    ruleset.visible_survivors = fields.flag("visible_survivors");
    ruleset.rescue = fields.flag("rescue");
  }
  ruleset.two_squares = fields.flag("two_squares");
  ruleset.chase = fields.named<rules::ChaseRule>("chase");
  ruleset.draw_after_quiet_moves = fields.number<std::uint16_t>("draw_after_quiet_moves");
  ruleset.mutual_immobility = fields.named<rules::MutualImmobility>("mutual_immobility");
  fields.finish();
  return ruleset;
}

std::variant<view::GameClock, view::MoveClock> read_clock(const Json& json, std::string& fault) {
  Fields fields{json, fault};
  std::variant<view::GameClock, view::MoveClock> clock;
  const std::string kind = fields.text("kind");
  if (kind == "move") {
    clock = view::MoveClock{fields.duration("per_move_ms")};
  } else if (kind == "game") {
    const auto initial = fields.duration("initial_ms");
    clock = view::GameClock{.initial = initial, .increment = fields.duration("increment_ms")};
  } else {
    fields.wrong("kind", "unknown");
  }
  fields.finish();
  return clock;
}

view::Timing read_timing(const Json& json, std::string& fault) {
  Fields fields{json, fault};
  view::Timing timing;
  if (fields.some("clock")) timing.clock = read_clock(fields.object("clock"), fault);
  if (fields.some("setup_limit_ms")) timing.setup_limit = fields.duration("setup_limit_ms");
  if (fields.some("absence_limit_ms")) timing.absence_limit = fields.duration("absence_limit_ms");
  fields.finish();
  return timing;
}

std::optional<match::TokenHash> read_invitation(Fields& fields) {
  if (!fields.some("invitation")) return std::nullopt;
  return fields.parsed("invitation", from_hex);
}

template <std::size_t... indices>
match::Deed blank_deed(std::size_t index, std::index_sequence<indices...> /*all*/) {
  match::Deed deed;
  static_cast<void>(((index == indices && (deed.emplace<indices>(), true)) || ...));
  return deed;
}

Entry read_entry(const Json& json, std::string& fault) {
  Fields fields{json, fault};
  const auto version = fields.number<std::uint32_t>("format");
  if (version < oldest_entry_format || version > entry_format) fields.wrong("format", "unknown");
  const std::string type = fields.text("type");
  const match::Instant at = fields.moment("at_ms");
  if (type == opened_type) {
    Opened opened{.settings = {}, .at = at};
    opened.settings.host_side = fields.named<rules::Side>("host_side");
    opened.settings.ruleset = read_ruleset(fields.object("ruleset"), version, fault);
    opened.settings.timing = read_timing(fields.object("timing"), fault);
    opened.settings.spectators = fields.flag("spectators");
    if (version >= 2) opened.settings.return_match = fields.flag("return_match");
    if (version >= 3) {
      opened.settings.is_public = fields.flag("public");
      if (fields.some("record_key")) opened.settings.record_key = fields.text("record_key");
    }
    if (version >= 4) {
      opened.settings.invitation = read_invitation(fields);
      opened.settings.by_invitation = fields.flag("by_invitation");
    }
    fields.finish();
    return opened;
  }
  const auto* const known = std::ranges::find(deed_types, type);
  if (known == deed_types.end()) return fields.wrong("type", "unknown"), Entry{};
  const auto index = static_cast<std::size_t>(known - deed_types.begin());
  Happened happened{.command = {}, .at = at};
  happened.command.seat = fields.parsed("seat", parse_seat);
  happened.command.id = fields.text("id");
  happened.command.deed = blank_deed(index, std::make_index_sequence<deed_types.size()>{});
  std::visit([&fields](auto& deed) { read(fields, deed); }, happened.command.deed);
  auto* const join = std::get_if<match::Join>(&happened.command.deed);
  if (join != nullptr && version >= 4) join->invitation = read_invitation(fields);
  fields.finish();
  return happened;
}

}  // namespace

boost::system::result<Entry, std::string> decode(std::string_view bytes) {
  const Json json = Json::parse(bytes, nullptr, false);
  if (json.is_discarded()) return std::string{"no entry: it is no JSON"};
  std::string fault;
  Entry entry = read_entry(json, fault);
  if (!fault.empty()) return "no entry: " + fault;
  return entry;
}

}  // namespace flagrank::store
