#include "common/rules/repetition.hpp"

#include <algorithm>

namespace flagrank::rules {

Stretch Stretch::of(Move move) noexcept {
  return {std::min(move.from, move.to), std::max(move.from, move.to)};
}

Stretch Stretch::common(Stretch other) const noexcept {
  const bool same_file = low.file() == high.file() && other.low.file() == other.high.file() &&
                         low.file() == other.low.file();
  const bool same_row = low.row() == high.row() && other.low.row() == other.high.row() &&
                        low.row() == other.low.row();
  if (!same_file && !same_row) return {};
  const Stretch both{std::max(low, other.low), std::min(high, other.high)};
  return both.low < both.high ? both : Stretch{};
}

void Trail::add(const Step& step) noexcept {
  if (moves_ == 0 || step.piece != piece_) {
    piece_ = step.piece;
    moves_ = 0;
    quiet_ = 0;
    squares_[0] = step.move.from;
  }
  squares_ = {step.move.to, squares_[0], squares_[1], squares_[2], squares_[3], squares_[4]};
  moves_ = std::min<std::uint8_t>(moves_ + 1, remembered);
  quiet_ = step.attack ? 0 : std::min<std::uint8_t>(quiet_ + 1, remembered);
  crossed_thrice_ = last_three_crossed();
}

Stretch Trail::last_three_crossed() const noexcept {
  if (moves_ < 3) return {};
  return Stretch::of({squares_[1], squares_[0]})
      .common(Stretch::of({squares_[2], squares_[1]}))
      .common(Stretch::of({squares_[3], squares_[2]}));
}

SquareSet Trail::visited() const noexcept {
  SquareSet visited;
  for (const Square square : squares_) visited.insert(square);
  return visited;
}

bool Trail::refuses_two_squares(const Step& step) const noexcept {
  return !crossed_thrice_.empty() && step.piece == piece_ &&
         !crossed_thrice_.common(Stretch::of(step.move)).empty();
}

bool Trail::refuses_three_squares(const Step& step) const noexcept {
  return !step.attack && kept_to_three() && step.piece == piece_ &&
         visited().contains(step.move.to);
}

std::optional<Rejection> Repetition::refusal(const Step& step,
                                             std::uint64_t position) const noexcept {
  const Trail& trail = trails_[index(step.side)];
  if (two_squares_ && trail.refuses_two_squares(step)) return Rejection::two_squares;
  const bool chase = chase_rule_ == ChaseRule::three_squares ? trail.refuses_three_squares(step)
                                                             : refuses_chase(step, position);
  if (chase) return Rejection::chase;
  return std::nullopt;
}

bool Repetition::refuses_chase(const Step& step, std::uint64_t position) const noexcept {
  const Chase& chase = chases_[index(step.side)];
  if (step.attack || !chase.long_enough()) return false;
  if (step.move == Move{chase.last.to, chase.last.from}) return false;
  if ((neighbourhood({step.move.to}) & chase.evaders).empty()) return false;
  // The chase's first move led to the position after ply `ply_ - length + 1`.
  const auto stood = positions_.latest(position);
  return stood && *stood + chase.length > ply_;
}

void Repetition::record(const Step& step, const Board& board, std::uint32_t ply) {
  trails_[index(step.side)].add(step);
  ply_ = ply;
  if (chase_rule_ != ChaseRule::isf) return;
  record_chases(step, board.occupied(opponent(step.side)));
  // A fight needs no forgetting of its own: with a piece less, no earlier position can come back.
  if (chases_[0].running() || chases_[1].running()) {
    positions_.remember(board.position(), ply);
  } else if (!positions_.empty()) {
    positions_.forget_all();
  }
}

void Repetition::record_rescue(const Board& board) {
  if (!positions_.empty()) positions_.remember(board.position(), ply_);
}

/// Steps (1) to (3) of the specification's bookkeeping. As it is written there, (3) follows an
/// attack too, and looks at the square where that took place, whoever survived.
void Repetition::record_chases(const Step& step, SquareSet enemies) noexcept {
  Chase& mine = chases_[index(step.side)];
  Chase& theirs = chases_[index(opponent(step.side))];
  const auto [from, to] = step.move;

  // (1)
  if (theirs.running() && neighbours(from, theirs.last.to)) {
    ++theirs.length;
    theirs.evaders.erase(from);
    theirs.evaders.insert(to);
  } else {
    theirs.end();
  }
  // (2)
  if (step.attack) {
    mine.end();
    theirs.end();
  }
  // (3)
  if ((neighbourhood({to}) & enemies).empty()) {
    mine.end();
  } else {
    ++mine.length;
  }
  mine.last = step.move;
}

std::optional<std::string> Trail::broken_invariant(const Board& board, Side side) const {
  if (crossed_thrice_ != last_three_crossed()) return "the borders crossed thrice have drifted";
  if (quiet_ > moves_) return "more quiet moves than moves";
  const Piece* piece = board.at(squares_[0]);
  const bool alive = moves_ > 0 && piece != nullptr && piece->id == piece_;
  if (alive && (piece->side != side || !piece->moved)) return "a trail that is not its own";
  return std::nullopt;
}

std::optional<std::string> Repetition::broken_invariant(const Board& board,
                                                        std::uint32_t ply) const {
  bool running = false;
  for (const Side side : {Side::red, Side::blue}) {
    if (auto broken = trails_[index(side)].broken_invariant(board, side)) return broken;
    const Chase& chase = chases_[index(side)];
    running = running || chase.running();
    if (chase.length > ply) return "a chase longer than the game";
    if (!chase.running() && !chase.evaders.empty()) return "evaders without a chase";
    if (!(chase.evaders - board.occupied(opponent(side))).empty()) return "an evader is nowhere";
  }
  if (chase_rule_ != ChaseRule::isf) return std::nullopt;
  if (ply_ != ply) return "a step was not recorded";
  if (positions_.empty() == running) return "positions are remembered exactly while a chase runs";
  if (running && positions_.latest(board.position()) != ply) return "this position is forgotten";
  return std::nullopt;
}

}  // namespace flagrank::rules
