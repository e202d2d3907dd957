#pragma once

#include <cstddef>

namespace flagrank::test {

/// What this program has asked for since it started. It counts what comes from operator new and, as
/// Asio's coroutines do, from aligned_alloc.
struct Allocations {
  std::size_t count = 0;
  std::size_t bytes = 0;
};
[[nodiscard]] Allocations allocations_so_far() noexcept;

}  // namespace flagrank::test
