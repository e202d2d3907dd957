#include "client/text/board.hpp"

#include <array>
#include <cstddef>

#include "client/text/stage.hpp"
#include "client/text/symbols.hpp"

namespace flagrank::text {
namespace {

/// A piece as it is drawn.
struct Man {
  rules::Side side = rules::Side::red;
  std::optional<rules::Rank> rank;
  bool moved = false;
  bool face_up = false;  ///< the rules let everybody see the rank all the time
};

using Men = std::array<std::optional<Man>, rules::Square::count>;

std::size_t place(rules::Square square) { return static_cast<std::size_t>(square.index()); }

Men men_of(const view::PlayerView& view, const std::optional<Draft>& draft) {
  Men men;
  if (!begun(view)) {
    const auto& army = view.formation ? view.formation : draft;
    if (!army) return men;
    for (const auto& [square, rank] : *army) {
      men[place(square)] = Man{.side = near_side(view), .rank = rank};
    }
    return men;
  }
  for (const view::PieceView& piece : view.pieces) {
    men[place(piece.square)] = Man{.side = piece.side,
                                   .rank = piece.rank ? piece.rank : piece.known,
                                   // Bombs and flags do not come back, so it is as good as moved.
                                   .moved = piece.moved || piece.piece.rescued(),
                                   .face_up = piece.known && view.table.ruleset.visible_survivors};
  }
  return men;
}

/// Draws square by square.
class Painter {
 public:
  Painter(const view::PlayerView& view, const std::optional<Draft>& draft, Style style)
      : view_{view}, men_{men_of(view, draft)}, style_{style}, glyphs_{glyphs(style)} {
    if (begun(view) && !view.moves.empty()) last_ = view.moves.back();
  }

  [[nodiscard]] std::string letters() const {
    std::string line = "    ";
    for (int i = 0; i < rules::Square::files; ++i) {
      line += std::string{" "} + static_cast<char>('a' + (near() ? i : 9 - i)) + " ";
    }
    return line + "    ";
  }

  [[nodiscard]] std::string frame(std::string_view left, std::string_view right) const {
    std::string line = "   " + std::string{left};
    for (int i = 0; i < 3 * rules::Square::files; ++i) line += glyphs_.horizontal;
    return line + std::string{right} + "   ";
  }

  /// The i-th row from above.
  [[nodiscard]] std::string row(int i) const {
    const int row = near() ? rules::Square::rows - 1 - i : i;
    const std::string number = std::to_string(row + 1);
    std::string line =
        (number.size() == 1 ? " " : "") + number + " " + std::string{glyphs_.vertical};
    for (int j = 0; j < rules::Square::files; ++j) {
      const int file = near() ? j : rules::Square::files - 1 - j;
      line += cell(rules::Square::at(file, row));
    }
    return line + std::string{glyphs_.vertical} + " " + (number.size() == 1 ? " " : "") + number;
  }

 private:
  [[nodiscard]] bool near() const { return near_side(view_) == rules::Side::red; }

  [[nodiscard]] std::string cell(rules::Square square) const {
    const bool arrived = last_ && last_->to == square;
    const std::string left = arrived ? ">" : " ";
    if (const auto& man = men_[place(square)]) {
      const bool known = man->rank && !view_.viewer.plays(man->side);
      const std::string opening = known && !arrived ? man->face_up ? "[" : "(" : left;
      const std::string closing = known ? man->face_up ? "]" : ")" : " ";
      return inked(opening + sign(*man) + closing, ink(*man, arrived));
    }
    if (view_.table.ruleset.variant->lakes.contains(square)) {
      return inked(
          std::string{glyphs_.lake} + std::string{glyphs_.lake} + std::string{glyphs_.lake}, "36");
    }
    const bool gone = last_ && last_->from == square;
    return inked(left + std::string{gone ? glyphs_.left : glyphs_.empty} + " ",
                 arrived || gone ? "1;33" : "2");
  }

  [[nodiscard]] std::string sign(const Man& man) const {
    if (man.rank) return std::string{symbol(*man.rank)};
    return std::string{man.moved ? glyphs_.moved : glyphs_.unmoved};
  }

  [[nodiscard]] std::string ink(const Man& man, bool arrived) const {
    const std::string ground = man.side == rules::Side::red ? "41" : "44";
    if (arrived) return "1;93;" + ground;
    return (man.side == near_side(view_) ? "1;97;" : "97;") + ground;
  }

  [[nodiscard]] std::string inked(const std::string& text, const std::string& ink) const {
    return style_.colour ? "\033[" + ink + "m" + text + "\033[0m" : text;
  }

  const view::PlayerView& view_;
  Men men_;
  Style style_;
  const Glyphs& glyphs_;
  std::optional<rules::Move> last_;
};

}  // namespace

rules::Side near_side(const view::PlayerView& view) noexcept {
  return view.viewer.side().value_or(rules::Side::red);
}

std::vector<std::string> draw_board(const view::PlayerView& view, const std::optional<Draft>& draft,
                                    Style style) {
  const Painter painter{view, draft, style};
  const Glyphs& with = glyphs(style);
  std::vector<std::string> lines;
  lines.push_back(painter.letters());
  lines.push_back(painter.frame(with.top_left, with.top_right));
  for (int i = 0; i < rules::Square::rows; ++i) lines.push_back(painter.row(i));
  lines.push_back(painter.frame(with.bottom_left, with.bottom_right));
  lines.push_back(painter.letters());
  return lines;
}

}  // namespace flagrank::text
