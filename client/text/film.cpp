#include "client/text/film.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace flagrank::text {
namespace {

using rules::Side;

constexpr std::array<std::string_view, 3> names{"red", "blue", "both"};

/// Fills a view as far as an angle lets it be known.
class Exposure {
 public:
  explicit Exposure(Angle angle) noexcept : angle_{angle} {}

  [[nodiscard]] bool shows(Side side) const noexcept {
    return angle_ == Angle::both || near_side(angle_) == side;
  }

  void add(view::PlayerView& view, const rules::Piece& piece) const {
    std::optional<rules::Rank> rank;
    if (shows(piece.side)) rank = piece.rank;
    std::optional<rules::Rank> known;
    if (piece.known) known = piece.rank;
    if (!piece.alive) {
      view.losses.push_back({.piece = piece.id,
                             .side = piece.side,
                             .rank = rank ? rank : known,
                             .known = known,
                             .ply = 0});
      return;
    }
    view.pieces.push_back({.piece = piece.id,
                           .side = piece.side,
                           .square = piece.square,
                           .moved = piece.moved,
                           .rank = rank,
                           .known = known});
  }

  [[nodiscard]] std::optional<view::Fight> fight(const rules::Moved& moved) const {
    if (!moved.combat) return std::nullopt;
    const rules::Combat& combat = *moved.combat;
    const bool attacker = combat.attacker_revealed || shows(moved.side);
    const bool defender = combat.defender_revealed || shows(rules::opponent(moved.side));
    return view::Fight{
        .ply = moved.ply,
        .side = moved.side,
        .attacker = moved.piece,
        .defender = combat.defender,
        .attacker_rank = attacker ? std::optional{combat.attacker_rank} : std::nullopt,
        .defender_rank = defender ? std::optional{combat.defender_rank} : std::nullopt,
        .result = combat.result};
  }

  [[nodiscard]] std::optional<view::Rescue> rescue(
      const std::optional<rules::Rescued>& rescued) const {
    if (!rescued) return std::nullopt;
    return view::Rescue{.ply = rescued->ply,
                        .side = rescued->side,
                        .piece = rescued->piece,
                        .square = rescued->square,
                        .rank = shows(rescued->side) ? std::optional{rescued->rank} : std::nullopt};
  }

 private:
  Angle angle_;
};

void seat(view::PlayerView& view, const std::array<std::string, 2>& players) {
  for (const Side side : {Side::red, Side::blue}) {
    view.table.seats[rules::index(side)] = view::SeatView{.name = players[rules::index(side)],
                                                          .side = side,
                                                          .present = true,
                                                          .absent_since = std::nullopt,
                                                          .locked = true};
  }
}

view::PlayerView still(const record::Position& position, Angle angle) {
  view::PlayerView view;
  view.table.phase = view::Phase::playing;
  if (position.moment) view.to_move = position.moment->to_move;
  for (int i = 0; i < rules::Square::count; ++i) {
    const auto& man = position.men[static_cast<std::size_t>(i)];
    if (!man) continue;
    const rules::Square square = rules::Square::from_index(i);
    const rules::Piece piece{.id = rules::PieceId{square},
                             .side = man->side,
                             .rank = man->rank,
                             .square = square,
                             .known = man->known};
    Exposure{angle}.add(view, piece);
  }
  return view;
}

}  // namespace

std::string_view name(Angle angle) noexcept { return names[static_cast<std::size_t>(angle)]; }

std::optional<Angle> angle_from_name(std::string_view text) noexcept {
  const auto* const found = std::ranges::find(names, text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Angle>(found - names.begin());
}

Side near_side(Angle angle) noexcept { return angle == Angle::blue ? Side::blue : Side::red; }

Film::Film(Document document) : document_{std::move(document)} {
  if (game() == nullptr) return;
  record::Replay replay{game()->ruleset, game()->formations};
  // Documents are played before anybody gets them, so that none of this can fail.
  for (const record::Turn& turn : game()->turns) played_.push_back(*replay.play(turn));
}

std::optional<std::size_t> Film::next_fight(std::size_t ply) const noexcept {
  const auto later = std::find_if(
      played_.begin() + static_cast<std::ptrdiff_t>(std::min(ply, played_.size())), played_.end(),
      [](const record::Played& played) { return played.moved.combat.has_value(); });
  if (later == played_.end()) return std::nullopt;
  return static_cast<std::size_t>(later - played_.begin()) + 1;
}

std::optional<view::Fight> Film::fight(std::size_t ply, Angle angle) const {
  return Exposure{angle}.fight(move(ply));
}

std::optional<view::Rescue> Film::rescue(std::size_t ply, Angle angle) const {
  return Exposure{angle}.rescue(played_.at(ply - 1).rescued);
}

std::optional<rules::Ended> Film::result() const {
  if (game() == nullptr) return std::nullopt;
  return game()->result;
}

std::optional<view::Milliseconds> Film::elapsed(std::size_t ply) const {
  if (game() == nullptr || ply == 0 || !game()->started_ms) return std::nullopt;
  const auto at = game()->turns.at(ply - 1).at_ms;
  if (!at || *at < *game()->started_ms) return std::nullopt;
  return view::Milliseconds{*at - *game()->started_ms};
}

view::PlayerView Film::view(std::size_t ply, Angle angle) const {
  if (const auto* position = std::get_if<record::Position>(&document_)) {
    return still(*position, angle);
  }
  record::Replay replay{game()->ruleset, game()->formations};
  const Exposure exposure{angle};
  view::PlayerView view;
  view.table.ruleset = game()->ruleset;
  view.table.phase = view::Phase::playing;
  seat(view, game()->names);
  for (std::size_t i = 0; i < ply; ++i) {
    (void)replay.play(game()->turns[i]);
    view.moves.push_back(played_[i].moved.move);
    if (const auto seen = exposure.fight(played_[i].moved)) view.fights.push_back(*seen);
    if (const auto seen = exposure.rescue(played_[i].rescued)) view.rescues.push_back(*seen);
  }
  view.ply = replay.game().ply();
  view.quiet_moves = replay.game().quiet_moves();
  view.to_move = replay.game().to_move();
  for (const Side side : {Side::red, Side::blue}) {
    for (const rules::Piece& piece : replay.game().pieces(side)) exposure.add(view, piece);
  }
  std::ranges::sort(view.pieces, {}, &view::PieceView::square);
  if (ply == plies()) {
    view.table.phase = view::Phase::over;
    view.table.result = view::GameOver{.game = 1, .ended = game()->result};
  }
  return view;
}

}  // namespace flagrank::text
