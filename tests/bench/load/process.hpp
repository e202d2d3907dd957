#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>

namespace flagrank::bench {

/// A running process, as the kernel sees it. Throws where there is none.
class Process {
 public:
  explicit Process(pid_t number) : number_{number} {}

  /// The time its threads have spent on processors.
  [[nodiscard]] std::chrono::nanoseconds busy() const;
  /// Bytes of memory that are in use.
  [[nodiscard]] std::size_t resident() const;

 private:
  pid_t number_;
};

}  // namespace flagrank::bench
