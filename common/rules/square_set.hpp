#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "common/rules/square.hpp"

namespace flagrank::rules {

/// The four ways a piece can go: up is towards row 10, right towards file j.
enum class Direction : std::uint8_t { up, down, left, right };

/// What one step in that direction adds to the index of a square.
[[nodiscard]] constexpr int stride(Direction direction) noexcept {
  switch (direction) {
    case Direction::up:
      return Square::files;
    case Direction::down:
      return -Square::files;
    case Direction::left:
      return -1;
    default:
      return 1;
  }
}

/// A set of squares as a bit pattern of 128 bits: union, difference and "any in common" are one
/// or two instructions.
class SquareSet {
 public:
  /// How many squares a set has in most cases, below and from its square 64 on (e7).
  struct Usual {
    int low;
    int high;
  };

  constexpr SquareSet() noexcept = default;
  constexpr SquareSet(std::initializer_list<Square> squares) noexcept {
    for (const Square square : squares) insert(square);
  }
  /// All squares from row `first` to row `last`, zero-based, both included.
  [[nodiscard]] static constexpr SquareSet of_rows(int first, int last) noexcept {
    SquareSet set;
    for (int i = first * Square::files; i < (last + 1) * Square::files; ++i) {
      set.insert(Square::from_index(i));
    }
    return set;
  }

  constexpr void insert(Square square) noexcept { *this = *this | SquareSet{square.index()}; }
  constexpr void erase(Square square) noexcept { *this = *this - SquareSet{square.index()}; }
  [[nodiscard]] constexpr bool contains(Square square) const noexcept {
    return !(*this & SquareSet{square.index()}).empty();
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return (low_ | high_) == 0; }
  [[nodiscard]] constexpr int size() const noexcept {
    return std::popcount(low_) + std::popcount(high_);
  }
  /// The square of the lowest index; the set is not empty.
  [[nodiscard]] constexpr Square first() const noexcept {
    return Square::from_index(low_ != 0 ? std::countr_zero(low_) : 64 + std::countr_zero(high_));
  }
  constexpr Square take_first() noexcept {
    const Square square = first();
    erase(square);
    return square;
  }

  /// All squares moved by one step; those that would leave the board are gone.
  [[nodiscard]] constexpr SquareSet shifted(Direction direction) const noexcept {
    constexpr unsigned row = Square::files;
    switch (direction) {
      case Direction::up:
        return SquareSet{low_ << row, ((high_ << row) | (low_ >> (64U - row))) & board_high};
      case Direction::down:
        return SquareSet{(low_ >> row) | (high_ << (64U - row)), high_ >> row};
      case Direction::left: {
        const std::uint64_t high = high_ & ~file_a_high;
        return SquareSet{((low_ & ~file_a_low) >> 1U) | (high << 63U), high >> 1U};
      }
      default: {
        const std::uint64_t low = low_ & ~file_j_low;
        return SquareSet{low << 1U, ((high_ & ~file_j_high) << 1U) | (low >> 63U)};
      }
    }
  }

  /// Calls `visit(Square)` for each square, from the lowest index to the highest.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (std::uint64_t rest = low_; rest != 0; rest &= rest - 1) {
      visit(Square::from_index(std::countr_zero(rest)));
    }
    for (std::uint64_t rest = high_; rest != 0; rest &= rest - 1) {
      visit(Square::from_index(64 + std::countr_zero(rest)));
    }
  }

  /// Calls `put(0, a)`, `put(1, b)` … for its squares a, b … and returns how many there are.
  /// Between them and afterwards it also puts nonsense, at the place that is next: loops of a fixed
  /// length spare the processor wrong guesses, which cost more here than everything else. They are
  /// as long as `usual` says; what it is right for is quicker.
  template <Usual usual, class Put>
  constexpr std::size_t enumerate(Put&& put) const {
    std::size_t count = 0;
    const auto put_lowest = [&](std::uint64_t& rest, int base) {
      // Bit 63 only keeps the count of zeros from asking whether there is any bit.
      put(count, Square::from_index(base + std::countr_zero(rest | (std::uint64_t{1} << 63U))));
      count += static_cast<std::size_t>(rest != 0);
      rest &= rest - 1;
    };
    std::uint64_t low = low_;
    std::uint64_t high = high_;
    for (int i = 0; i < usual.low; ++i) put_lowest(low, 0);
    while (low != 0) put_lowest(low, 0);
    for (int i = 0; i < usual.high; ++i) put_lowest(high, 64);
    while (high != 0) put_lowest(high, 64);
    return count;
  }

  friend constexpr SquareSet operator|(SquareSet a, SquareSet b) noexcept {
    return SquareSet{a.low_ | b.low_, a.high_ | b.high_};
  }
  friend constexpr SquareSet operator&(SquareSet a, SquareSet b) noexcept {
    return SquareSet{a.low_ & b.low_, a.high_ & b.high_};
  }
  friend constexpr SquareSet operator-(SquareSet a, SquareSet b) noexcept {
    return SquareSet{a.low_ & ~b.low_, a.high_ & ~b.high_};
  }
  friend constexpr bool operator==(SquareSet, SquareSet) noexcept = default;

 private:
  static constexpr std::uint64_t board_high = (std::uint64_t{1} << (Square::count - 64)) - 1;
  static constexpr std::uint64_t file_a_low = 0x1004010040100401;   // a1 … a7: bits 0, 10 … 60
  static constexpr std::uint64_t file_a_high = 0x0000000004010040;  // a8 … a10: bits 70, 80, 90
  static constexpr std::uint64_t file_j_low = file_a_low << 9U;     // j1 … j6: bits 9, 19 … 59
  static constexpr std::uint64_t file_j_high = (file_a_high << 9U) | (file_a_low >> 55U);

  constexpr SquareSet(std::uint64_t low, std::uint64_t high) noexcept : low_{low}, high_{high} {}
  /// One square, without a branch.
  explicit constexpr SquareSet(int index) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(index) % 64U);
    const std::uint64_t is_high = 0 - (static_cast<std::uint64_t>(index) / 64U);
    low_ = bit & ~is_high;
    high_ = bit & is_high;
  }

  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

/// The squares next to any square of the set.
[[nodiscard]] constexpr SquareSet neighbourhood(SquareSet set) noexcept {
  return set.shifted(Direction::up) | set.shifted(Direction::down) | set.shifted(Direction::left) |
         set.shifted(Direction::right);
}

}  // namespace flagrank::rules
