#include <algorithm>
#include <array>
#include <pugixml.hpp>
#include <sstream>

#include "common/record/gravon.hpp"
#include "common/record/strados.hpp"
#include "common/rules/game.hpp"

namespace flagrank::record {
namespace {

using rules::EndReason;
using rules::Side;

/// The archive's word for a variant; empty where it has none.
std::string_view type_of(const rules::Variant& variant) {
  constexpr std::array<std::array<std::string_view, 2>, 3> types{
      {{"classic", "classic"}, {"barrage", "barrage"}, {"duel", "duell"}}};
  for (const auto& [name, type] : types) {
    if (name == variant.name) return type;
  }
  return {};
}

std::optional<Unsayable> unsayable(const Game& game) {
  if (type_of(*game.ruleset.variant).empty()) {
    return Unsayable{"Gravon's archive has no type for the variant " +
                     std::string{game.ruleset.variant->name}};
  }
  if (game.ruleset.aggressor_advantage) {
    return Unsayable{"in Gravon's archive equal ranks take each other, and here the attacker won"};
  }
  if (std::ranges::any_of(game.turns, [](const Turn& turn) { return turn.rescue.has_value(); })) {
    return Unsayable{"Gravon's archive knows no pieces that come back"};
  }
  return std::nullopt;
}

std::string square(rules::Square square) {
  constexpr std::string_view files = "ABCDEFGHIK";
  return files[static_cast<std::size_t>(square.file())] + std::to_string(square.row() + 1);
}

int type_of(const rules::Ended& result) {
  switch (result.reason) {
    case EndReason::no_legal_move:
      return result.winner ? 0 : 2;
    case EndReason::flag_captured:
      return 1;
    case EndReason::resignation:
      return 3;
    case EndReason::agreement:
    case EndReason::quiet_moves:
      return 4;
    case EndReason::time:
      return result.winner ? 11 : 12;
    case EndReason::abandonment:
      return result.winner ? 14 : 10;
  }
  return 4;
}

void add_result(pugi::xml_node game, const rules::Ended& result) {
  pugi::xml_node node = game.append_child("result");
  node.append_attribute("type") = type_of(result);
  node.append_attribute("winner") = !result.winner ? 3 : *result.winner == Side::red ? 1 : 2;
}

}  // namespace

boost::system::result<std::string, Unsayable> to_gravon(const Game& game) {
  if (auto reason = unsayable(game)) return *std::move(reason);
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("stratego").append_child("game");
  root.append_attribute("type") = std::string{type_of(*game.ruleset.variant)}.c_str();
  for (const std::string& name : game.names) {
    root.append_child("player").append_attribute("name") = name.c_str();
  }
  const auto start = rules::Game::start(game.ruleset, game.formations[0], game.formations[1]);
  root.append_child("field").append_attribute("content") = to_strados2(position_of(start)).c_str();
  int id = 0;
  for (const Turn& turn : game.turns) {
    pugi::xml_node move = root.append_child("move");
    move.append_attribute("id") = ++id;
    move.append_attribute("source") = square(turn.move.from).c_str();
    move.append_attribute("target") = square(turn.move.to).c_str();
  }
  add_result(root, game.result);
  std::ostringstream out;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  document.save(out, "  ", pugi::format_indent | pugi::format_no_declaration, pugi::encoding_utf8);
  return {boost::system::in_place_value, std::move(out).str()};
}

}  // namespace flagrank::record
