#include "common/rules/game.hpp"

#include <algorithm>
#include <cassert>
#include <ranges>

#include "common/rules/battle.hpp"
#include "common/rules/movement.hpp"

namespace flagrank::rules {
namespace {

std::optional<std::string> position_fault(const Ruleset& ruleset, const Position& position) {
  SquareSet taken;
  std::array<std::size_t, 2> counts{};
  for (const auto& [side, placement] : position.pieces) {
    const Square square = placement.square;
    if (ruleset.variant->lakes.contains(square))
      return "A piece stands in a lake, on " + square.text() + ".";
    if (taken.contains(square)) return "Two pieces stand on " + square.text() + ".";
    if (++counts[index(side)] > Board::max_army) return "A side has more than forty pieces.";
    taken.insert(square);
  }
  return std::nullopt;
}

void fight(Board& board, const Combat& combat, Move move) {
  if (combat.attacker_revealed) board.mark_known(move.from);
  if (combat.defender_revealed) board.mark_known(move.to);
  if (combat.result != BattleResult::attacker_won) board.remove(move.from);
  if (combat.result != BattleResult::defender_won) board.remove(move.to);
}

}  // namespace

Game::Game(const Ruleset& ruleset, const Board& board, Side to_move)
    : ruleset_{ruleset}, board_{board}, repetition_{ruleset}, to_move_{to_move} {
  ended_ = immobility();
}

Game Game::start(const Ruleset& ruleset, const Formation& red, const Formation& blue) {
  assert(red.side() == Side::red && blue.side() == Side::blue);
  Board board;
  for (const Placement& placement : red.placements()) board.add(Side::red, placement);
  for (const Placement& placement : blue.placements()) board.add(Side::blue, placement);
  return Game{ruleset, board, Side::red};
}

boost::system::result<Game, std::string> Game::from_position(const Ruleset& ruleset,
                                                             const Position& position) {
  if (auto fault = position_fault(ruleset, position)) return *std::move(fault);
  std::vector<Position::Entry> pieces = position.pieces;
  std::ranges::sort(pieces, {}, [](const Position::Entry& entry) { return entry.placement; });
  Board board;
  for (const auto& [side, placement] : pieces) board.add(side, placement);
  return Game{ruleset, board, position.to_move};
}

std::optional<Rejection> Game::check(Side side, Move move) const noexcept {
  if (ended_) return Rejection::game_over;
  if (side != to_move_) return Rejection::not_your_turn;
  if (rescue_pending()) return Rejection::rescue_pending;
  if (const auto fault = movement_fault(ruleset_, board_, side, move)) return fault;
  if (!repetition_.watches(side)) return std::nullopt;
  return repetition_fault(side, move);
}

std::optional<Rejection> Game::repetition_fault(Side side, Move move) const noexcept {
  const PieceId piece = board_.at(move.from)->id;
  const Step step{side, piece, move, board_.at(move.to) != nullptr};
  return repetition_.refusal(step, board_.position_after(piece, move));
}

MoveList Game::legal_moves() const noexcept {
  MoveList moves;
  if (ended_ || rescue_pending()) return moves;
  add_moves(ruleset_, board_, to_move_, moves);
  if (repetition_.watches(to_move_)) {
    moves.remove_if([this](Move move) { return repetition_fault(to_move_, move).has_value(); });
  }
  return moves;
}

bool Game::has_legal_move(Side side) const noexcept { return !ended_ && can_move(side); }

bool Game::can_move(Side side) const noexcept {
  if (!any_moves(ruleset_, board_, side)) return false;
  if (!repetition_.watches(side)) return true;
  MoveList moves;
  add_moves(ruleset_, board_, side, moves);
  return std::ranges::any_of(moves, [&](Move move) { return !repetition_fault(side, move); });
}

boost::system::result<Turn, Rejection> Game::apply(Side side, Move move) {
  if (const auto rejection = check(side, move)) return *rejection;
  Moved moved = play(*board_.at(move.from), move);
  to_move_ = opponent(side);
  const bool flag = moved.combat && moved.combat->defender_rank == Rank::flag;
  ended_ = flag ? Ended{EndReason::flag_captured, side} : end_of_turn();
  // A move that ends the game ends it, whatever might have come back.
  if (!ended_ && opens_rescue(ruleset_, board_, side, move)) {
    moved.rescue_pending = true;
    rescuer_ = move.to;
    to_move_ = side;
  }
  return Turn{.moved = moved, .ended = ended_};
}

std::optional<Rejection> Game::out_of_rescue(Side side) const noexcept {
  if (ended_) return Rejection::game_over;
  if (side != to_move_) return Rejection::not_your_turn;
  if (!rescue_pending()) return Rejection::no_rescue;
  return std::nullopt;
}

std::optional<Rejection> Game::check_rescue(Side side, Rescue rescue) const noexcept {
  if (const auto rejection = out_of_rescue(side)) return rejection;
  return rescue_fault(ruleset_, board_, *rescuer_, rescue);
}

boost::system::result<RescueTurn, Rejection> Game::rescue(Side side, Rescue rescue) {
  if (const auto rejection = check_rescue(side, rescue)) return *rejection;
  board_.mark_rescuer(*rescuer_);
  const PieceId piece = board_.add_rescued(side, {rescue.square, rescue.rank});
  repetition_.record_rescue(board_);
  end_turn();
  return RescueTurn{.rescued = Rescued{.ply = ply_,
                                       .side = side,
                                       .piece = piece,
                                       .square = rescue.square,
                                       .rank = rescue.rank},
                    .ended = ended_};
}

boost::system::result<RescueTurn, Rejection> Game::decline_rescue(Side side) {
  if (const auto rejection = out_of_rescue(side)) return *rejection;
  end_turn();
  return RescueTurn{.rescued = std::nullopt, .ended = ended_};
}

void Game::end_turn() noexcept {
  rescuer_.reset();
  to_move_ = opponent(to_move_);
  ended_ = end_of_turn();
}

Moved Game::play(const Piece& piece, Move move) {
  Moved moved{.ply = ply_ + 1,
              .side = piece.side,
              .piece = piece.id,
              .rank = piece.rank,
              .move = move,
              .ran = !neighbours(move.from, move.to)};
  if (const Piece* defender = board_.at(move.to)) moved.combat = combat(piece, *defender);

  board_.mark_moved(move.from);
  if (moved.ran) board_.mark_known(move.from);
  if (moved.combat) fight(board_, *moved.combat, move);
  if (!moved.combat || moved.combat->result == BattleResult::attacker_won) board_.shift(move);

  ply_ = moved.ply;
  quiet_moves_ = moved.combat ? 0 : quiet_moves_ + 1;
  repetition_.record({moved.side, moved.piece, move, moved.combat.has_value()}, board_, ply_);
  return moved;
}

Combat Game::combat(const Piece& attacker, const Piece& defender) const noexcept {
  return {.defender = defender.id,
          .attacker_rank = attacker.rank,
          .defender_rank = defender.rank,
          .result = battle(attacker.rank, defender.rank, ruleset_.aggressor_advantage),
          .attacker_revealed = true,
          .defender_revealed = shows_defender(ruleset_, attacker.rank)};
}

/// A move that wins wins, also on the last count of quiet moves: they are looked at last.
std::optional<Ended> Game::end_of_turn() const noexcept {
  if (const auto end = immobility()) return end;
  const std::uint16_t limit = ruleset_.draw_after_quiet_moves;
  if (limit != 0 && quiet_moves_ >= limit) return Ended{EndReason::quiet_moves, std::nullopt};
  return std::nullopt;
}

std::optional<Ended> Game::immobility() const noexcept {
  if (can_move(to_move_)) return std::nullopt;
  const Side other = opponent(to_move_);
  if (ruleset_.mutual_immobility == MutualImmobility::draw && !can_move(other)) {
    return Ended{EndReason::no_legal_move, std::nullopt};
  }
  return Ended{EndReason::no_legal_move, other};
}

Ended Game::end(EndReason reason, std::optional<Side> winner) {
  assert(!ended_);
  rescuer_.reset();
  ended_ = Ended{reason, winner};
  return *ended_;
}

std::optional<std::string> Game::broken_invariant() const {
  if (auto broken = board_.broken_invariant()) return broken;
  if (auto broken = repetition_.broken_invariant(board_, ply_)) return broken;
  const SquareSet everything = board_.occupied(Side::red) | board_.occupied(Side::blue);
  if (!(everything & ruleset_.variant->lakes).empty()) return "a piece stands in a lake";
  if (quiet_moves_ > ply_) return "more quiet moves than moves";
  if (!ended_ && !rescue_pending() && immobility()) {
    return "the game goes on though the side to move cannot";
  }
  if (rescue_pending()) {
    const Piece* rescuer = board_.at(*rescuer_);
    if (rescuer == nullptr || rescuer->side != to_move_) return "a rescue without its rescuer";
    if (!ruleset_.rescue || ended_) return "a rescue is pending where none can be";
  }
  if (ended_ && ended_->reason == EndReason::no_legal_move && ended_ != immobility()) {
    return "the game ended though the side to move can";
  }
  const bool flag_lost = std::ranges::any_of(board_.pieces(to_move_), [](const Piece& piece) {
    return piece.rank == Rank::flag && !piece.alive;
  });
  const bool flag_captured = ended_ && ended_->reason == EndReason::flag_captured;
  if (flag_lost != flag_captured) return "a lost flag and the end of the game disagree";
  return std::nullopt;
}

}  // namespace flagrank::rules
