#include "client/text/screen.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "client/text/clean.hpp"
#include "client/text/durations.hpp"
#include "client/text/stage.hpp"
#include "client/text/symbols.hpp"
#include "client/text/timekeeping.hpp"
#include "client/text/words.hpp"

namespace flagrank::text {
namespace {

using rules::Side;
using Counts = std::array<int, rules::rank_count>;

/// "Blue: Ann (away)"
std::string seat_line(const view::PlayerView& view, Side side, Style style) {
  constexpr std::size_t most = 20;  // of the name, so that 80 columns are enough
  std::string line = std::string{side_in_words(side)} + ": ";
  const auto seat = view.table.seat_of(side);
  if (!seat) return line + "nobody yet";
  const auto& sitting = *view.table.seats[view::index(*seat)];
  line += clean(sitting.name, style, most);
  if (view.viewer.plays(side)) return line + " (you)";
  if (!sitting.present) return line + " (away)";
  if (!begun(view) && sitting.locked) return line + " (ready)";
  return line;
}

/// "Clock 9:58, running"; empty in a game without clocks.
std::string clock_line(const view::PlayerView& view, Side side, view::Instant now) {
  const auto left = time_left(view.table, side, now);
  if (!left) return {};
  return "Clock " + clock_face(*left) + (view.table.clocks->running == side ? ", running" : "");
}

/// The ranks of this variant, the strongest first, which is how people list them.
std::vector<rules::Rank> ranks_in_play(const rules::Inventory& inventory) {
  std::vector<rules::Rank> ranks;
  const auto add = [&](rules::Rank rank) {
    if (inventory[rules::index(rank)] > 0) ranks.push_back(rank);
  };
  for (std::size_t i = rules::index(rules::Rank::marshal); i > 0; --i) add(rules::all_ranks[i]);
  add(rules::Rank::bomb);
  add(rules::Rank::flag);
  return ranks;
}

/// A table with a column for each rank: what nobody has seen of the enemy, what both have lost.
class Ledger {
 public:
  Ledger(const view::PlayerView& view, Style style)
      : view_{view}, style_{style}, ranks_{ranks_in_play(view.table.ruleset.variant->inventory)} {}

  [[nodiscard]] std::string header() const {
    std::string line(label_columns, ' ');
    for (const rules::Rank rank : ranks_) line += std::string{symbol(rank)} + " ";
    return line;
  }

  [[nodiscard]] std::string unseen(Side side) const {
    Counts counts{};
    const rules::Inventory left = view_.unaccounted(side);
    std::ranges::copy(left, counts.begin());
    return line(std::string{side_in_words(side)} + " unseen", counts, 0);
  }

  [[nodiscard]] std::string lost(Side side) const {
    Counts counts{};
    int unknown = 0;
    for (const view::Loss& loss : view_.losses) {
      if (loss.side == side) ++(loss.rank ? counts[rules::index(*loss.rank)] : unknown);
    }
    const std::string label =
        view_.viewer.plays(side) ? "You lost" : std::string{side_in_words(side)} + " lost";
    return line(label, counts, unknown);
  }

 private:
  static constexpr std::size_t label_columns = 14;

  [[nodiscard]] std::string line(std::string label, const Counts& counts, int unknown) const {
    // Before the columns: after them it would need more than 80 in all.
    if (unknown > 0) label += " +" + std::to_string(unknown);
    label.resize(label_columns, ' ');
    for (const rules::Rank rank : ranks_) {
      const int count = counts[rules::index(rank)];
      label += (count == 0 ? std::string{glyphs(style_).empty} : std::to_string(count)) + " ";
    }
    return label;
  }

  const view::PlayerView& view_;
  Style style_;
  std::vector<rules::Rank> ranks_;
};

std::vector<std::string> set_up_panel(const view::PlayerView& view) {
  if (match_over(view.table)) return {};
  if (!view.viewer.side()) {
    return {"You are watching from Red's side.", "", "Neither army is shown before the game",
            "begins, and no rank before it is", "revealed."};
  }
  const std::string rows = near_side(view) == Side::red ? "4" : "7";
  if (view.formation)
    return {"Your army is locked.", "", "Nobody else sees it before the game ends."};
  return {"Your army, with row " + rows + " in front:",
          "M marshal (10), 9 general, down to",
          "2 scout, S spy, B bomb, F flag.",
          "",
          "swap a1 b4        exchange two squares",
          "formation         lists ready armies",
          "load FILE         take one from a file",
          "save FILE         keep this one",
          "lock              done: it is final",
          "help              the rules"};
}

std::vector<std::string> game_panel(const view::PlayerView& view, Style style) {
  const Ledger ledger{view, style};
  const Side near = near_side(view);
  const Side far = rules::opponent(near);
  const Glyphs& with = glyphs(style);
  const bool watching = !view.viewer.side();
  std::vector<std::string> lines{ledger.header()};
  if (view.table.phase == view::Phase::playing) {
    lines.push_back(ledger.unseen(far));
    if (watching) lines.push_back(ledger.unseen(near));
  }
  lines.push_back(ledger.lost(far));
  lines.push_back(ledger.lost(near));
  lines.emplace_back();
  lines.push_back("Moves so far: " + std::to_string(view.ply));
  if (const int limit = view.table.ruleset.draw_after_quiet_moves; limit > 0) {
    lines.push_back("Without a fight: " + std::to_string(view.quiet_moves) + ", a draw at " +
                    std::to_string(limit));
  }
  if (view.table.phase == view::Phase::playing) {
    if (!watching) lines.emplace_back();
    lines.push_back(std::string{with.unmoved} + " never moved   " + std::string{with.moved} +
                    " has moved");
    lines.emplace_back(view.table.ruleset.visible_survivors ? "[5] lies open"
                                                            : "(5) has shown what it is");
  }
  return lines;
}

std::string last_words(const view::PlayerView& view) {
  if (!begun(view) || view.ply == 0 || view.moves.empty()) return {};
  std::string text = "Last move: " + move_in_words(view, view.ply) + "\n";
  if (!view.rescues.empty() && view.rescues.back().ply == view.ply) {
    text += "Then " + rescue_in_words(view, view.rescues.back()) + "\n";
  }
  if (!view.fights.empty() && view.fights.back().ply != view.ply) {
    const std::uint32_t ply = view.fights.back().ply;
    text += "Last fight: " + move_in_words(view, ply) + "\n";
  }
  return text;
}

}  // namespace

std::vector<std::string> loss_lines(const view::PlayerView& view, Side far, Style style) {
  const Ledger ledger{view, style};
  return {ledger.header(), ledger.lost(far), ledger.lost(rules::opponent(far))};
}

std::string beside(const std::vector<std::string>& board, const std::vector<std::string>& panel) {
  std::string text;
  for (std::size_t i = 0; i < board.size(); ++i) {
    std::string line = board[i];
    if (i < panel.size() && !panel[i].empty()) line += "  " + panel[i];
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string draw_screen(const view::PlayerView& view, const std::optional<Draft>& draft,
                        Style style, view::Instant now) {
  const Side near = near_side(view);
  const Side far = rules::opponent(near);
  std::vector<std::string> panel = begun(view) ? game_panel(view, style) : set_up_panel(view);
  panel.insert(panel.begin(), {seat_line(view, far, style), clock_line(view, far, now)});
  panel.resize(board_lines);
  panel[board_lines - 2] = clock_line(view, near, now);
  panel.back() = seat_line(view, near, style);
  std::string text = beside(draw_board(view, draft, style), panel) + last_words(view);
  if (match_over(view.table)) text += match_in_words(view, style);
  return text + next_step(view, now) + "\n";
}

}  // namespace flagrank::text
