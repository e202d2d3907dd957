#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagrank::rules {

/// One of the hundred squares of the board: file a-j, row 1-10, written "a1" to "j10".
///
/// A row is never called a rank here: a rank is what a piece is.
class Square {
 public:
  static constexpr int files = 10;
  static constexpr int rows = 10;
  static constexpr int count = files * rows;

  constexpr Square() noexcept = default;

  /// From zero-based file and row, both in range.
  [[nodiscard]] static constexpr Square at(int file, int row) noexcept {
    return Square{static_cast<std::uint8_t>(row * files + file)};
  }
  /// From the index a1 = 0, b1 = 1 … j10 = 99, in range.
  [[nodiscard]] static constexpr Square from_index(int index) noexcept {
    return Square{static_cast<std::uint8_t>(index)};
  }
  /// From text such as "a1" or "j10"; lower case only, nothing before or after.
  [[nodiscard]] static std::optional<Square> parse(std::string_view text) noexcept;

  [[nodiscard]] constexpr int file() const noexcept { return index_ % files; }
  [[nodiscard]] constexpr int row() const noexcept { return index_ / files; }
  [[nodiscard]] constexpr int index() const noexcept { return index_; }
  [[nodiscard]] std::string text() const;

  friend constexpr auto operator<=>(Square, Square) noexcept = default;

 private:
  explicit constexpr Square(std::uint8_t index) noexcept : index_{index} {}
  std::uint8_t index_ = 0;
};

/// Do the two squares share an edge?
[[nodiscard]] constexpr bool neighbours(Square a, Square b) noexcept {
  const int files = a.file() - b.file();
  const int rows = a.row() - b.row();
  return files * files + rows * rows == 1;
}

}  // namespace flagrank::rules
