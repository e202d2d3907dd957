#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

namespace flagrank::test {

/// A file system in memory, of a few bytes, on a directory: one that can be full, or read-only even
/// for root. Only this thread and the processes that it starts see it, and it goes with them.
class SmallDisk {
 public:
  /// Null where this process may not mount anything.
  [[nodiscard]] static std::unique_ptr<SmallDisk> on(const std::filesystem::path& directory,
                                                     std::size_t bytes);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  /// Writes a file of nothing until there is no room for another byte.
  void fill() const;
  void empty() const;
  /// While nobody has a file open for writing.
  void make_read_only() const;

 private:
  explicit SmallDisk(std::filesystem::path directory);
  [[nodiscard]] std::filesystem::path filler() const { return directory_ / "filler"; }

  std::filesystem::path directory_;
};

}  // namespace flagrank::test
