#include "tests/support/positions.hpp"

#include <cctype>
#include <sstream>
#include <stdexcept>

#include "common/rules/names.hpp"

namespace flagrank::test {
namespace {

using rules::Side;
using rules::Square;

std::invalid_argument unreadable(std::string_view what, std::string_view text) {
  return std::invalid_argument{std::string{what} + ": " + std::string{text}};
}

std::optional<rules::Position::Entry> drawn_piece(char letter, Square square) {
  if (letter == '.' || letter == '~') return std::nullopt;
  const bool red = std::isupper(static_cast<unsigned char>(letter)) != 0;
  const auto rank =
      rules::from_letter(static_cast<char>(std::toupper(static_cast<unsigned char>(letter))));
  if (!rank) throw unreadable("no piece has this letter", {&letter, 1});
  return rules::Position::Entry{red ? Side::red : Side::blue, {square, *rank}};
}

std::optional<rules::Position::Entry> strados_piece(char letter, Square square) {
  constexpr std::array order{rules::Rank::bomb,    rules::Rank::spy,      rules::Rank::scout,
                             rules::Rank::miner,   rules::Rank::sergeant, rules::Rank::lieutenant,
                             rules::Rank::captain, rules::Rank::major,    rules::Rank::colonel,
                             rules::Rank::general, rules::Rank::marshal,  rules::Rank::flag};
  if (letter == 'A' || letter == '_') return std::nullopt;
  if (letter < 'B' || letter > 'Y') throw unreadable("not a STRADOS2 letter", {&letter, 1});
  const auto number = static_cast<std::size_t>(letter - 'B');
  const Side side = number < order.size() ? Side::red : Side::blue;
  return rules::Position::Entry{side, {square, order[number % order.size()]}};
}

}  // namespace

rules::Position drawn(std::string_view board, Side to_move) {
  rules::Position position{.to_move = to_move};
  std::istringstream lines{std::string{board}};
  std::string line;
  for (int row = Square::rows - 1; row >= 0; --row) {
    if (!(lines >> line) || line.size() != Square::files) throw unreadable("not ten by ten", board);
    for (int file = 0; file < Square::files; ++file) {
      const char letter = line[static_cast<std::size_t>(file)];
      if (const auto piece = drawn_piece(letter, Square::at(file, row))) {
        position.pieces.push_back(*piece);
      }
    }
  }
  if (lines >> line) throw unreadable("not ten by ten", board);
  return position;
}

rules::Position strados(std::string_view letters, Side to_move) {
  if (letters.size() != Square::count) throw unreadable("not a hundred letters", letters);
  rules::Position position{.to_move = to_move};
  for (int i = 0; i < Square::count; ++i) {
    const char letter = letters[static_cast<std::size_t>(i)];
    if (const auto piece = strados_piece(letter, Square::from_index(i))) {
      position.pieces.push_back(*piece);
    }
  }
  return position;
}

rules::Game game_at(const rules::Position& position, const rules::Ruleset& ruleset) {
  auto game = rules::Game::from_position(ruleset, position);
  if (!game) throw std::invalid_argument{game.error()};
  return *std::move(game);
}

Square parse_square(std::string_view text) {
  const auto square = Square::parse(text);
  if (!square) throw unreadable("not a square", text);
  return *square;
}

rules::Move parse_move(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) throw unreadable("not a move", text);
  return {parse_square(text.substr(0, dash)), parse_square(text.substr(dash + 1))};
}

std::string text(rules::Move move) { return move.from.text() + "-" + move.to.text(); }

std::vector<rules::Move> parse_moves(std::string_view text) {
  std::vector<rules::Move> moves;
  std::istringstream words{std::string{text}};
  for (std::string word; words >> word;) moves.push_back(parse_move(word));
  return moves;
}

rules::Turn play(rules::Game& game, std::string_view text) {
  std::optional<rules::Turn> last;
  for (const rules::Move move : parse_moves(text)) {
    const auto turn = game.apply(game.to_move(), move);
    if (!turn) throw unreadable(test::text(move) + " is refused", rules::name(turn.error()));
    last = *turn;
  }
  if (!last) throw unreadable("no moves", text);
  return *last;
}

}  // namespace flagrank::test
