#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace flagrank::rules {

/// Remembers after which ply a position last stood. Each operation takes constant time, amortised;
/// memory grows with what is remembered and is given back when it is forgotten.
class PositionTable {
 public:
  /// `ply` is not less than that of any position remembered before, and greater than that of any
  /// that was forgotten.
  void remember(std::uint64_t position, std::uint32_t ply);
  void forget_all() noexcept;
  /// Nothing where the position never stood since all was last forgotten.
  [[nodiscard]] std::optional<std::uint32_t> latest(std::uint64_t position) const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  friend bool operator==(const PositionTable&, const PositionTable&) = default;

 private:
  struct Entry {
    std::uint64_t position = 0;
    std::uint32_t ply = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  /// Entries from before the last `forget_all` count as free: forgetting touches none of them.
  [[nodiscard]] bool live(const Entry& entry) const noexcept { return entry.ply > forgotten_; }
  /// Where the position is, or the free entry where it belongs. There is a free entry.
  [[nodiscard]] std::size_t find(std::uint64_t position) const noexcept;
  void grow();

  std::vector<Entry> entries_;   ///< none, or a power of two, at most half of them live
  std::uint32_t size_ = 0;       ///< live entries
  std::uint32_t newest_ = 0;     ///< ply of the newest entry
  std::uint32_t forgotten_ = 0;  ///< entries up to this ply are forgotten
};

}  // namespace flagrank::rules
