#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "client/text/document.hpp"
#include "common/record/replay.hpp"
#include "common/view/player_view.hpp"

namespace flagrank::text {

/// With whose eyes a kept game is looked at: those of one player, who did not know the other's army
/// then, or with both armies open.
enum class Angle : std::uint8_t { red, blue, both };

[[nodiscard]] std::string_view name(Angle angle) noexcept;
[[nodiscard]] std::optional<Angle> angle_from_name(std::string_view text) noexcept;
/// The side that is drawn below: Red's where both are open.
[[nodiscard]] rules::Side near_side(Angle angle) noexcept;

/// A kept game that can be looked at after any of its moves. A position is a game without moves.
class Film {
 public:
  explicit Film(Document document);

  [[nodiscard]] std::size_t plies() const noexcept { return played_.size(); }
  /// The move of that number, from 1 …
  [[nodiscard]] const rules::Moved& move(std::size_t ply) const {
    return played_.at(ply - 1).moved;
  }
  /// … the fight that it made, and the piece that came back after it, as far as they are seen.
  [[nodiscard]] std::optional<view::Fight> fight(std::size_t ply, Angle angle) const;
  [[nodiscard]] std::optional<view::Rescue> rescue(std::size_t ply, Angle angle) const;
  /// The number of the first move after that one which made a fight.
  [[nodiscard]] std::optional<std::size_t> next_fight(std::size_t ply) const noexcept;
  /// How it ended; nothing for a position.
  [[nodiscard]] std::optional<rules::Ended> result() const;
  /// Nothing for a position.
  [[nodiscard]] const record::Game* game() const noexcept {
    return std::get_if<record::Game>(&document_);
  }
  /// How long after the beginning that move was played, where both are known.
  [[nodiscard]] std::optional<view::Milliseconds> elapsed(std::size_t ply) const;

  /// All that is seen after so many moves, as a view of nobody's: no sentence made of it says
  /// "you". Over with the last move, but the other army opens for `both` only.
  [[nodiscard]] view::PlayerView view(std::size_t ply, Angle angle) const;

 private:
  Document document_;
  std::vector<record::Played> played_;
};

}  // namespace flagrank::text
