#include "server/store/directory_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <string>

namespace flagrank::store {

namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

std::optional<match::Instant> changed(int descriptor) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  const auto since_1970 = seconds{status.st_mtim.tv_sec} + nanoseconds{status.st_mtim.tv_nsec};
  return match::Instant{std::chrono::floor<match::Instant::duration>(since_1970)};
}

}  // namespace

DirectoryLock::DirectoryLock(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "lock";
  // Without O_CREAT at first: the age of a file that we have made says nothing.
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  const bool made = descriptor_ < 0 && errno == ENOENT;
  if (made) descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor_ < 0) {
    throw std::runtime_error{std::string{"cannot write in the directory: "} +
                             std::strerror(errno)};  // NOLINT(concurrency-mt-unsafe)
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    throw std::runtime_error{"another server is using it"};
  }
  if (!made) last_sign_ = changed(descriptor_);
}

DirectoryLock::~DirectoryLock() { ::close(descriptor_); }

void DirectoryLock::give_sign(match::Instant now) noexcept {
  const auto whole = std::chrono::floor<seconds>(now);
  const timespec moment{.tv_sec = whole.time_since_epoch().count(),
                        .tv_nsec = nanoseconds{now - whole}.count()};
  const std::array<timespec, 2> read_and_changed{moment, moment};
  ::futimens(descriptor_, read_and_changed.data());
}

}  // namespace flagrank::store
