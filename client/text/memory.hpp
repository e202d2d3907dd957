#pragma once

#include <array>
#include <optional>

#include "common/rules/piece_id.hpp"
#include "common/rules/rank.hpp"
#include "common/rules/side.hpp"
#include "common/view/player_view.hpp"

/// What an attentive player remembers. The server turns a piece face-down again after a fight; the
/// fight stays in the history, and this client reminds its player of it (spec: rules, "What each
/// side may know").
namespace flagrank::text {

/// The rank of each piece, by `PieceId::index()`, as far as the view or its history gives it away:
/// by being shown, by a fight, or by a run that only a scout can make.
class Memory {
 public:
  explicit Memory(const view::PlayerView& view);

  [[nodiscard]] std::optional<rules::Rank> rank(rules::PieceId piece) const noexcept;

 private:
  std::array<std::optional<rules::Rank>, rules::Square::count> ranks_{};
};

/// Did the move go further than one square?
[[nodiscard]] bool is_run(rules::Move move) noexcept;
/// Whose move was the `ply`-th of a game, counted from 1?
[[nodiscard]] rules::Side mover(std::uint32_t ply) noexcept;

}  // namespace flagrank::text
