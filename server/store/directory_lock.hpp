#pragma once

#include <filesystem>
#include <optional>

#include "server/match/command.hpp"

namespace flagrank::store {

/// Who uses a directory, and until when: a file in it that one process holds at a time. The kernel
/// lets go of it when the process ends, however; the time at which the file was last changed is
/// the holder's last sign of life.
class DirectoryLock {
 public:
  /// Throws, with a reason to be told, where the directory cannot be written in or another process
  /// holds it.
  explicit DirectoryLock(const std::filesystem::path& directory);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

  /// When an earlier holder last gave a sign of life; nothing where there was none, or where its
  /// file is gone.
  [[nodiscard]] std::optional<match::Instant> last_sign() const noexcept { return last_sign_; }

  /// Where it cannot be given, the next holder takes us to have ended earlier than we did.
  void give_sign(match::Instant now) noexcept;

 private:
  int descriptor_;
  std::optional<match::Instant> last_sign_;
};

}  // namespace flagrank::store
