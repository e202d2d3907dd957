#include "tests/support/small_disk.hpp"

#include <sched.h>
#include <sys/mount.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

namespace flagrank::test {

std::unique_ptr<SmallDisk> SmallDisk::on(const std::filesystem::path& directory,
                                         std::size_t bytes) {
  // A mount namespace of our own, so that nothing is left behind whatever happens to the test.
  if (::unshare(CLONE_NEWNS) != 0) return nullptr;
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return nullptr;
  const std::string options = "size=" + std::to_string(bytes);
  if (::mount("tmpfs", directory.c_str(), "tmpfs", 0, options.c_str()) != 0) return nullptr;
  return std::unique_ptr<SmallDisk>{new SmallDisk{directory}};
}

SmallDisk::SmallDisk(std::filesystem::path directory) : directory_{std::move(directory)} {}

SmallDisk::~SmallDisk() { ::umount2(directory_.c_str(), MNT_DETACH); }

void SmallDisk::fill() const {
  constexpr std::array<char, 4096> nothing{};
  std::ofstream file{filler(), std::ios::binary};
  while (file.write(nothing.data(), nothing.size()).flush()) {
  }
}

void SmallDisk::empty() const { std::filesystem::remove(filler()); }

void SmallDisk::make_read_only() const {
  if (::mount(nullptr, directory_.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) != 0) {
    throw std::system_error{errno, std::generic_category(), "remount"};
  }
}

}  // namespace flagrank::test
