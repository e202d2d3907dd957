#include "tests/guard/counted_memory.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace flagrank::test {
namespace {

std::atomic<std::size_t> allocations = 0;
std::atomic<std::size_t> allocated_bytes = 0;

void* counted(void* memory, std::size_t bytes) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  allocated_bytes.fetch_add(bytes, std::memory_order_relaxed);
  return memory;
}

void* counted_or_throw(void* memory, std::size_t bytes) {
  if (memory == nullptr) throw std::bad_alloc{};
  return counted(memory, bytes);
}

}  // namespace

Allocations allocations_so_far() noexcept { return {allocations, allocated_bytes}; }

}  // namespace flagrank::test

// The others of the standard library call these.

void* operator new(std::size_t bytes) {
  return flagrank::test::counted_or_throw(std::malloc(bytes == 0 ? 1 : bytes), bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return flagrank::test::counted_or_throw(memalign(static_cast<std::size_t>(alignment), bytes),
                                          bytes);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return flagrank::test::counted(memalign(alignment, bytes), bytes);
}
