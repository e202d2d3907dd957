#include "client/text/script_lines.hpp"

#include <string_view>

#include "common/rules/names.hpp"

namespace flagrank::text {
namespace {

std::string spelt(std::optional<rules::Rank> rank) {
  return rank ? std::string{rules::name(*rank)} : "unknown";
}

std::string line_of(std::string_view word, rules::Side side) {
  return std::string{word} + " " + std::string{rules::name(side)} + " ";
}

}  // namespace

std::string move_line(rules::Side side, rules::Move move) {
  return line_of("move", side) + move.from.text() + " " + move.to.text() + "\n";
}

std::string fight_line(rules::Side attacker, std::optional<rules::Rank> attacker_rank,
                       std::optional<rules::Rank> defender_rank, rules::BattleResult result) {
  return line_of("fight", attacker) + spelt(attacker_rank) + " " + spelt(defender_rank) + " " +
         std::string{rules::name(result)} + "\n";
}

std::string rescued_line(rules::Side side, std::optional<rules::Rank> rank, rules::Square square) {
  return line_of("rescued", side) + spelt(rank) + " " + square.text() + "\n";
}

std::string over_line(const rules::Ended& ended) {
  return "over " + std::string{rules::name(ended.reason)} + " " +
         (ended.winner ? std::string{rules::name(*ended.winner)} : "draw") + "\n";
}

}  // namespace flagrank::text
