#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <pugixml.hpp>
#include <utility>

#include "common/record/gravon.hpp"
#include "common/record/player_name.hpp"
#include "common/record/replay.hpp"
#include "common/record/strados.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::record {
namespace {

using rules::EndReason;
using rules::Side;

/// A document of the archive, with the lines of its elements.
class Document {
 public:
  explicit Document(std::string_view text) : text_{text} {
    parsed_ = xml_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  }
  [[nodiscard]] std::optional<Fault> syntax_fault() const {
    if (parsed_) return std::nullopt;
    return fault(parsed_.offset, "", std::string{"this is no XML: "} + parsed_.description());
  }
  [[nodiscard]] pugi::xml_node root() const { return xml_.document_element(); }

  [[nodiscard]] Fault fault(pugi::xml_node node, std::string where, std::string reason) const {
    return fault(node.offset_debug(), std::move(where), std::move(reason));
  }

 private:
  [[nodiscard]] Fault fault(std::ptrdiff_t offset, std::string where, std::string reason) const {
    const std::string_view before =
        text_.substr(0, static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
    const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
    return {.line = lines + 1, .where = std::move(where), .reason = std::move(reason)};
  }

  std::string_view text_;
  pugi::xml_document xml_;
  pugi::xml_parse_result parsed_;
};

/// Old files are Latin-1 and do not always say so.
std::string as_utf8(std::string_view text) {
  if (valid_utf8(text)) return std::string{text};
  std::string converted;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      converted += c;
    } else {
      converted += static_cast<char>(0xC0U | (byte >> 6U));
      converted += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return converted;
}

/// A whole number from 0 and nothing else.
std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  const auto* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || read != end) return std::nullopt;
  return value;
}

/// "B4": files A to K without J; some old files write J for K.
std::optional<rules::Square> square(std::string_view text) {
  constexpr std::string_view files = "ABCDEFGHIK";
  if (text.empty()) return std::nullopt;
  const char letter = text.front() == 'J' ? 'K' : text.front();
  const std::size_t file = files.find(letter);
  const auto row = number(text.substr(1));
  if (file == std::string_view::npos || !row || *row < 1 || *row > 10) return std::nullopt;
  return rules::Square::at(static_cast<int>(file), static_cast<int>(*row) - 1);
}

/// How a game ended, by the numbers of the archive. Whether that can be is for the replay to say.
std::optional<rules::Ended> ended(std::string_view type, std::string_view winner) {
  struct Row {
    unsigned type;
    EndReason reason;
  };
  constexpr std::array rows{Row{0, EndReason::no_legal_move}, Row{1, EndReason::flag_captured},
                            Row{2, EndReason::no_legal_move}, Row{3, EndReason::resignation},
                            Row{4, EndReason::agreement},     Row{10, EndReason::abandonment},
                            Row{11, EndReason::time},         Row{12, EndReason::time},
                            Row{13, EndReason::abandonment},  Row{14, EndReason::abandonment}};
  const auto* const row = std::ranges::find(rows, number(type), &Row::type);
  const auto who = number(winner);
  if (row == rows.end() || !who || *who < 1 || *who > 3) return std::nullopt;
  if (*who == 3) return rules::Ended{row->reason, std::nullopt};
  return rules::Ended{row->reason, *who == 1 ? Side::red : Side::blue};
}

struct GameType {
  std::string_view name;
  std::string_view variant;  ///< empty: any whose army it is
};
constexpr std::array game_types{GameType{"classic", "classic"}, GameType{"barrage", "barrage"},
                                GameType{"duell", "duel"}, GameType{"classicfree", ""},
                                GameType{"ultimate lightning", ""}};

/// Which variant it is, and its armies.
struct Setting {
  const rules::Variant* variant;
  std::array<rules::Formation, 2> formations;
};

boost::system::result<Setting, std::string> setting(const rules::Variant& variant,
                                                    const Position& start) {
  std::array<std::vector<rules::Placement>, 2> armies;
  for (int i = 0; i < rules::Square::count; ++i) {
    const auto& man = start.men[static_cast<std::size_t>(i)];
    if (man) armies[index(man->side)].push_back({rules::Square::from_index(i), man->rank});
  }
  const auto red = rules::Formation::check(variant, Side::red, armies[0]);
  if (!red) return "Red has no army of " + std::string{variant.name} + ": " + words(red.error()[0]);
  const auto blue = rules::Formation::check(variant, Side::blue, armies[1]);
  if (!blue) {
    return "Blue has no army of " + std::string{variant.name} + ": " + words(blue.error()[0]);
  }
  return Setting{&variant, {*red, *blue}};
}

boost::system::result<Setting, std::string> setting(const GameType& type, const Position& start) {
  if (const auto* const variant = rules::find_variant(type.variant)) {
    return setting(*variant, start);
  }
  for (const rules::Variant& variant : rules::variants()) {
    if (auto found = setting(variant, start)) return found;
  }
  return "these are the armies of no game that we know, and type \"" + std::string{type.name} +
         "\" does not say of which";
}

/// What makes a game, before it is known to be one.
struct Draft {
  Setting setting;
  std::array<std::string, 2> names;
  std::vector<Turn> turns;
  std::vector<pugi::xml_node> moves;
  pugi::xml_node ending;
  rules::Ended result;
};

class Reader {
 public:
  explicit Reader(const Document& document) : document_{document} {}

  boost::system::result<Game, Fault> read() {
    const pugi::xml_node root = document_.root();
    if (std::string_view{root.name()} != "stratego") {
      return document_.fault(root, "", "the outermost element must be stratego");
    }
    auto drafted = draft(root);
    if (fault_) return *std::move(fault_);
    return strictest(*drafted);
  }

 private:
  /// The only child of that name, or a fault.
  pugi::xml_node only(pugi::xml_node holder, const char* name) {
    const pugi::xml_node found = holder.child(name);
    if (!found) fail(holder, "", std::string{"lacks the element "} + name);
    const pugi::xml_node second = found.next_sibling(name);
    if (second) fail(second, name, "there must be one only");
    return found;
  }

  std::optional<Draft> draft(pugi::xml_node root) {
    const pugi::xml_node game = only(root, "game");
    const pugi::xml_node field = only(game, "field");
    const pugi::xml_node ending = only(game, "result");
    const GameType type = type_of(game);
    const auto start = from_strados(field.attribute("content").value());
    if (!start) {
      const std::string& where = start.error().where;
      fail(field, where.empty() ? "field" : "field " + where, start.error().reason);
    }
    const auto result = ended(ending.attribute("type").value(), ending.attribute("winner").value());
    if (!result) {
      fail(ending, "result", "must have a type of 0 to 4 or 10 to 14, and a winner from 1 to 3");
    }
    if (fault_) return std::nullopt;
    auto found = setting(type, *start);
    if (!found) {
      fail(field, "field", found.error());
      return std::nullopt;
    }
    Draft draft{*std::move(found), names(game), {}, {}, ending, *result};
    for (const pugi::xml_node move : game.children("move")) add(draft, move);
    return draft;
  }

  GameType type_of(pugi::xml_node game) {
    const std::string_view name = game.attribute("type").value();
    const auto* const type = std::ranges::find(game_types, name, &GameType::name);
    if (type != game_types.end()) return *type;
    fail(game, "game",
         "must have a type: classic, barrage, duell, classicfree or ultimate lightning");
    return game_types.front();
  }

  /// The first player is Red.
  std::array<std::string, 2> names(pugi::xml_node game) {
    std::array<std::string, 2> names;
    std::size_t seat = 0;
    for (const pugi::xml_node player : game.children("player")) {
      if (seat == names.size()) {
        fail(player, "player", "there must be no more than two");
        break;
      }
      names[seat] = player.attribute("name").value();
      if (!names[seat].empty() && !valid_player_name(names[seat])) {
        fail(player, "player", "a name must have at most 64 bytes and no control characters");
      }
      ++seat;
    }
    return names;
  }

  void add(Draft& draft, pugi::xml_node move) {
    if (fault_) return;
    const std::size_t expected = draft.turns.size() + 1;
    const auto from = square(move.attribute("source").value());
    const auto to = square(move.attribute("target").value());
    const std::string where = "move " + std::to_string(expected);
    if (number(move.attribute("id").value()) != expected) {
      fail(move, where, "must have the id " + std::to_string(expected));
    } else if (!from || !to) {
      fail(move, where, "must have a source and a target, squares such as B4");
    } else {
      draft.turns.push_back({.move = {*from, *to}, .rescue = std::nullopt, .at_ms = std::nullopt});
      draft.moves.push_back(move);
    }
  }

  boost::system::result<Game, Fault> strictest(const Draft& draft) const {
    rules::Ruleset ruleset{.variant = draft.setting.variant};
    if (draft.result == rules::Ended{EndReason::no_legal_move, std::nullopt}) {
      ruleset.mutual_immobility = rules::MutualImmobility::draw;
    }
    if (!play(draft, ruleset)) return game(draft, ruleset);
    ruleset.chase = rules::ChaseRule::off;
    if (!play(draft, ruleset)) return game(draft, ruleset);
    ruleset.two_squares = false;
    if (auto fault = play(draft, ruleset)) return *std::move(fault);
    return game(draft, ruleset);
  }

  /// Where it goes wrong under that ruleset.
  [[nodiscard]] std::optional<Fault> play(const Draft& draft, const rules::Ruleset& ruleset) const {
    Replay replay{ruleset, draft.setting.formations};
    for (std::size_t i = 0; i < draft.turns.size(); ++i) {
      const auto played = replay.play(draft.turns[i]);
      if (played) continue;
      return document_.fault(draft.moves[i], "move " + std::to_string(i + 1), played.error());
    }
    if (auto reason = replay.finish(draft.result)) {
      return document_.fault(draft.ending, "result", *std::move(reason));
    }
    return std::nullopt;
  }

  static Game game(const Draft& draft, const rules::Ruleset& ruleset) {
    return {.ruleset = ruleset,
            .names = draft.names,
            .started_ms = std::nullopt,
            .ended_ms = std::nullopt,
            .formations = draft.setting.formations,
            .turns = draft.turns,
            .result = draft.result};
  }

  void fail(pugi::xml_node node, std::string where, std::string reason) {
    if (!fault_) fault_ = document_.fault(node, std::move(where), std::move(reason));
  }

  const Document& document_;
  std::optional<Fault> fault_;
};

}  // namespace

boost::system::result<Game, Fault> from_gravon(std::string_view xml) {
  if (xml.size() > max_gravon_bytes) {
    return Fault{.line = 1, .where = "", .reason = "the document is longer than 8 MiB"};
  }
  const std::string text = as_utf8(xml);
  const Document document{text};
  if (auto fault = document.syntax_fault()) return *std::move(fault);
  return Reader{document}.read();
}

}  // namespace flagrank::record
