#include "tests/bench/load/process.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <stdexcept>
#include <string>

namespace flagrank::bench {

std::chrono::nanoseconds Process::busy() const {
  clockid_t clock{};
  timespec spent{};
  if (::clock_getcpuclockid(number_, &clock) != 0 || ::clock_gettime(clock, &spent) != 0) {
    throw std::runtime_error{"there is no such process"};
  }
  return std::chrono::seconds{spent.tv_sec} + std::chrono::nanoseconds{spent.tv_nsec};
}

std::size_t Process::resident() const {
  std::ifstream file{"/proc/" + std::to_string(number_) + "/statm"};
  std::size_t all = 0;
  std::size_t resident = 0;
  if (!(file >> all >> resident)) throw std::runtime_error{"there is no such process"};
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace flagrank::bench
