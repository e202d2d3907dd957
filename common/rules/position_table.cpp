#include "common/rules/position_table.hpp"

#include <cassert>
#include <utility>

namespace flagrank::rules {
namespace {

constexpr std::size_t smallest = 16;
/// A table larger than this is given back when it is forgotten: few chases are that long.
constexpr std::size_t largest_kept = 64;

}  // namespace

void PositionTable::remember(std::uint64_t position, std::uint32_t ply) {
  assert(ply >= newest_ && ply > forgotten_);
  if (2 * (size_ + std::size_t{1}) > entries_.size()) grow();
  Entry& entry = entries_[find(position)];
  if (!live(entry)) ++size_;
  entry = {position, ply};
  newest_ = ply;
}

void PositionTable::forget_all() noexcept {
  if (entries_.size() > largest_kept) entries_ = {};
  size_ = 0;
  forgotten_ = newest_;
}

std::optional<std::uint32_t> PositionTable::latest(std::uint64_t position) const noexcept {
  if (size_ == 0) return std::nullopt;
  const Entry& entry = entries_[find(position)];
  if (!live(entry)) return std::nullopt;
  return entry.ply;
}

std::size_t PositionTable::find(std::uint64_t position) const noexcept {
  const std::size_t mask = entries_.size() - 1;
  std::size_t i = position & mask;
  while (live(entries_[i]) && entries_[i].position != position) i = (i + 1) & mask;
  return i;
}

void PositionTable::grow() {
  const std::size_t size = entries_.empty() ? smallest : 2 * entries_.size();
  const std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(size));
  for (const Entry& entry : old) {
    if (live(entry)) entries_[find(entry.position)] = entry;
  }
}

}  // namespace flagrank::rules
