#include "common/record/strados.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstddef>

#include "common/rules/variant.hpp"

namespace flagrank::record {
namespace {

using rules::Rank;
using rules::Side;
using rules::Square;

/// Red's letters `B` to `M` and Blue's `N` to `Y`, in this order.
constexpr std::array letter_order{Rank::bomb,     Rank::spy,        Rank::scout,   Rank::miner,
                                  Rank::sergeant, Rank::lieutenant, Rank::captain, Rank::major,
                                  Rank::colonel,  Rank::general,    Rank::marshal, Rank::flag};
constexpr char empty = 'A';
constexpr char lake = '_';
constexpr std::size_t letters = Square::count;
constexpr int max_army = 40;

char letter(const Position::Man& man) {
  const auto place = std::ranges::find(letter_order, man.rank) - letter_order.begin();
  const char first = man.side == Side::red ? 'B' : 'N';
  return static_cast<char>(first + place);
}

char small(char capital) { return static_cast<char>(capital - 'A' + 'a'); }

std::optional<Position::Man> man_of(char letter) {
  const bool known = letter >= 'a' && letter <= 'z';
  const int place = letter - (known ? 'b' : 'B');
  constexpr int ranks = static_cast<int>(letter_order.size());
  if (place < 0 || place >= 2 * ranks) return std::nullopt;
  return Position::Man{.side = place < ranks ? Side::red : Side::blue,
                       .rank = letter_order[static_cast<std::size_t>(place % ranks)],
                       .known = known};
}

/// What the letter says of the square, into `position`; a reason where it cannot stand there.
std::optional<std::string> set(Position& position, Square square, char letter) {
  if (rules::classic().lakes.contains(square)) {
    if (letter == lake) return std::nullopt;
    return "must be _, for there is a lake";
  }
  if (letter == empty) return std::nullopt;
  const auto man = man_of(letter);
  if (!man) return "must be a letter from A to Y, or from b to y, for there is no lake";
  position.men[static_cast<std::size_t>(square.index())] = man;
  return std::nullopt;
}

/// " r 17"
std::optional<Position::Moment> moment_of(std::string_view text) {
  if (text.size() < 4 || text[0] != ' ' || text[2] != ' ') return std::nullopt;
  if (text[1] != 'r' && text[1] != 'b') return std::nullopt;
  Position::Moment moment{.to_move = text[1] == 'r' ? Side::red : Side::blue, .move = 0};
  const std::string_view number = text.substr(3);
  const auto* const end = number.data() + number.size();
  const auto [read, error] = std::from_chars(number.data(), end, moment.move);
  if (error != std::errc{} || read != end) return std::nullopt;
  return moment;
}

Fault fault(std::string where, std::string reason) {
  return {.line = 1, .where = std::move(where), .reason = std::move(reason)};
}

template <class Letter>
std::string written(const Position& position, Letter letter_of) {
  std::string text;
  for (int i = 0; i < Square::count; ++i) {
    const auto& man = position.men[static_cast<std::size_t>(i)];
    const bool water = rules::classic().lakes.contains(Square::from_index(i));
    text += man ? letter_of(*man) : water ? lake : empty;
  }
  return text;
}

}  // namespace

Position position_of(const rules::Game& game) {
  Position position;
  for (const Side side : {Side::red, Side::blue}) {
    for (const rules::Piece& piece : game.pieces(side)) {
      if (!piece.alive) continue;
      position.men[static_cast<std::size_t>(piece.square.index())] =
          Position::Man{.side = side, .rank = piece.rank, .known = piece.known};
    }
  }
  position.moment = Position::Moment{.to_move = game.to_move(), .move = game.ply() + 1};
  return position;
}

boost::system::result<Position, Fault> from_strados(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  if (text.size() < letters) {
    return fault("", "a position has 100 letters, not " + std::to_string(text.size()));
  }
  Position position;
  std::array<int, 2> counts{};
  for (std::size_t i = 0; i < letters; ++i) {
    const Square square = Square::from_index(static_cast<int>(i));
    if (auto reason = set(position, square, text[i])) {
      return fault(square.text(), *std::move(reason));
    }
    const auto& man = position.men[i];
    if (man && ++counts[index(man->side)] > max_army) {
      return fault(square.text(), "is one piece too many: a side has at most 40");
    }
  }
  if (text.size() == letters) return position;
  position.moment = moment_of(text.substr(letters));
  if (!position.moment) {
    return fault("",
                 "after the 100 letters there is nothing, or a side and the number of the "
                 "move, such as \" r 17\"");
  }
  return position;
}

std::string to_strados2(const Position& position) {
  return written(position, [](const Position::Man& man) { return letter(man); });
}

std::string to_strados3(const Position& position) {
  assert(position.moment);
  const auto& [side, move] = position.moment.value();
  const std::string board = written(position, [](const Position::Man& man) {
    return man.known ? small(letter(man)) : letter(man);
  });
  return board + (side == Side::red ? " r " : " b ") + std::to_string(move);
}

}  // namespace flagrank::record
