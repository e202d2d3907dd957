#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

/// What is counted where things happen, and read by whoever watches. From any thread; each number
/// is right, several of them may not be of the same moment.
namespace flagrank::async {

class Counter {
 public:
  void add() noexcept { value_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t value() const noexcept {
    return value_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t> value_ = 0;
};

/// How long something took, how often.
class Histogram {
 public:
  /// Upper bounds of the buckets; there is one more for what is longer.
  static constexpr std::array<std::chrono::microseconds, 14> bounds{
      std::chrono::microseconds{100},       std::chrono::microseconds{250},
      std::chrono::microseconds{500},       std::chrono::microseconds{1'000},
      std::chrono::microseconds{2'500},     std::chrono::microseconds{5'000},
      std::chrono::microseconds{10'000},    std::chrono::microseconds{25'000},
      std::chrono::microseconds{50'000},    std::chrono::microseconds{100'000},
      std::chrono::microseconds{250'000},   std::chrono::microseconds{500'000},
      std::chrono::microseconds{1'000'000}, std::chrono::microseconds{2'500'000}};

  void record(std::chrono::nanoseconds took) noexcept {
    std::size_t bucket = 0;
    while (bucket < bounds.size() && took > bounds[bucket]) ++bucket;
    counts_[bucket].add();
    sum_.fetch_add(took.count(), std::memory_order_relaxed);
  }

  /// How many fell into each bucket, and into none of the others before it.
  [[nodiscard]] std::uint64_t count(std::size_t bucket) const noexcept {
    return counts_[bucket].value();
  }
  [[nodiscard]] std::chrono::nanoseconds sum() const noexcept {
    return std::chrono::nanoseconds{sum_.load(std::memory_order_relaxed)};
  }

 private:
  std::array<Counter, bounds.size() + 1> counts_;
  std::atomic<std::chrono::nanoseconds::rep> sum_ = 0;
};

}  // namespace flagrank::async
