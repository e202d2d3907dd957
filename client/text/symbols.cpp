#include "client/text/symbols.hpp"

#include "common/rules/names.hpp"

namespace flagrank::text {
namespace {

/// In the order of the ranks: flag, spy, scout, miner … marshal, bomb.
constexpr std::string_view symbols = "FS23456789MB";
static_assert(symbols.size() == rules::rank_count);

constexpr Glyphs ascii_glyphs{.unmoved = "#",
                              .moved = "?",
                              .empty = ".",
                              .left = "_",
                              .lake = "~",
                              .horizontal = "-",
                              .vertical = "|",
                              .top_left = "+",
                              .top_right = "+",
                              .bottom_left = "+",
                              .bottom_right = "+"};

constexpr Glyphs unicode_glyphs{.unmoved = "■",
                                .moved = "□",
                                .empty = "·",
                                .left = "∘",
                                .lake = "≈",
                                .horizontal = "─",
                                .vertical = "│",
                                .top_left = "┌",
                                .top_right = "┐",
                                .bottom_left = "└",
                                .bottom_right = "┘"};

std::string number_in_brackets(rules::Rank rank) {
  if (rank == rules::Rank::marshal) return " (10)";
  const char sign = symbol(rank);
  return sign >= '0' && sign <= '9' ? std::string{" ("} + sign + ")" : "";
}

}  // namespace

char symbol(rules::Rank rank) noexcept { return symbols[rules::index(rank)]; }

std::optional<rules::Rank> rank_of(char symbol) noexcept {
  const bool small = symbol >= 'a' && symbol <= 'z';
  const char capital = small ? static_cast<char>(symbol - 'a' + 'A') : symbol;
  const std::size_t found = symbols.find(capital);
  if (found == std::string_view::npos) return std::nullopt;
  return rules::all_ranks[found];
}

std::string rank_in_words(rules::Rank rank) {
  return std::string{rules::name(rank)} + number_in_brackets(rank);
}

std::string count_in_words(int count, rules::Rank rank) {
  std::string words = std::to_string(count) + " ";
  if (count == 1) {
    words += rules::name(rank);
  } else if (rank == rules::Rank::spy) {
    words += "spies";
  } else {
    words += std::string{rules::name(rank)} + "s";
  }
  return words + number_in_brackets(rank);
}

std::string_view side_in_words(rules::Side side) noexcept {
  return side == rules::Side::red ? "Red" : "Blue";
}

const Glyphs& glyphs(Style style) noexcept { return style.ascii ? ascii_glyphs : unicode_glyphs; }

}  // namespace flagrank::text
