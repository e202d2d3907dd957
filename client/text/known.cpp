#include "client/text/known.hpp"

#include <algorithm>

#include "client/text/board.hpp"
#include "client/text/stage.hpp"
#include "client/text/symbols.hpp"
#include "client/text/wrap.hpp"

namespace flagrank::text {
namespace {

using rules::Side;

/// "one, two, three"; "none" where there is nothing.
class List {
 public:
  void add(const std::string& one) { text_ += (text_.empty() ? "" : ", ") + one; }
  [[nodiscard]] std::string text() const { return text_.empty() ? "none" : text_; }

 private:
  std::string text_;
};

std::string line(std::string label, const std::string& text) {
  constexpr std::size_t column = 13;
  label.resize(column, ' ');
  return wrapped("  " + label + text, column + 2) + "\n";
}

/// What became of a piece that came back, where it does not stand there still.
std::string fate(const view::PlayerView& view, const view::Rescue& rescue) {
  const auto piece = std::ranges::find(view.pieces, rescue.piece, &view::PieceView::piece);
  if (piece == view.pieces.end()) return " (fallen)";
  return piece->square == rescue.square ? "" : " (now on " + piece->square.text() + ")";
}

std::string known_of(const view::PlayerView& view, Side side) {
  List known;
  List moved;
  for (const view::PieceView& piece : view.pieces) {
    if (piece.side != side) continue;
    if (piece.known) {
      known.add(rank_in_words(*piece.known) + " on " + piece.square.text());
    } else if (piece.moved) {
      moved.add(piece.square.text());
    }
  }
  List unseen;
  const rules::Inventory counts = view.unaccounted(side);
  for (std::size_t i = counts.size(); i-- > 0;) {
    if (counts[i] > 0) unseen.add(count_in_words(counts[i], rules::all_ranks[i]));
  }
  std::string text = view.viewer.plays(side)
                         ? "Of you, everybody can tell:\n"
                         : "Of " + std::string{side_in_words(side)} + ", everybody can tell:\n";
  text += line("known", known.text());
  text += line("have moved", moved.text());
  text += line("not seen yet", unseen.text());
  if (!view.table.ruleset.rescue) return text;
  List back;
  for (const view::Rescue& rescue : view.rescues) {
    if (rescue.side == side) back.add("on " + rescue.square.text() + fate(view, rescue));
  }
  return text + line("came back", back.text());
}

}  // namespace

std::string known_in_words(const view::PlayerView& view) {
  if (!begun(view)) return "The armies have not met yet.\n";
  const Side near = near_side(view);
  return known_of(view, rules::opponent(near)) + known_of(view, near) +
         "What has moved is neither a bomb nor the flag, and neither is what came back.\n";
}

}  // namespace flagrank::text
