#include "client/text/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>  // mkostemp is no standard C++
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace flagrank::text {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 64 * 1024;

std::string at_home(const std::string& path) {
  const char* home = std::getenv("HOME");
  if (!path.starts_with("~/") || home == nullptr) return path;
  return home + path.substr(1);
}

Complaint failure(std::string_view deed, const std::string& path, int error) {
  return {"Cannot " + std::string{deed} + " " + path + ": " +
          std::generic_category().message(error) + "."};
}

/// The file, at most so many bytes of it.
boost::system::result<std::string, Complaint> read_beginning(const std::string& path,
                                                             std::size_t most) {
  const std::string place = at_home(path);
  std::error_code ignored;
  if (fs::is_directory(place, ignored)) return failure("read", path, EISDIR);
  std::ifstream file{place, std::ios::binary};
  if (!file) return failure("read", path, errno);
  std::string text(most, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return failure("read", path, errno);
  text.resize(static_cast<std::size_t>(file.gcount()));
  return {boost::system::in_place_value, std::move(text)};
}

/// The file whose place a draft can take; nothing for what is no file, or leads nowhere.
std::optional<fs::path> replaceable(const std::string& place) {
  std::error_code failed;
  if (fs::symlink_status(place, failed).type() == fs::file_type::not_found) return place;
  if (!fs::is_regular_file(place, failed)) return std::nullopt;
  const fs::path target = fs::canonical(place, failed);
  if (failed) return std::nullopt;
  return target;
}

/// What the file has, or a new one would get.
mode_t mode_of(const fs::path& target) {
  struct stat now{};
  if (::stat(target.c_str(), &now) == 0) return now.st_mode & 07777U;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

/// By a draft that lies beside it; 0 or the error.
int replace(const fs::path& target, std::string_view text) {
  if (::access(target.c_str(), W_OK) != 0 && errno != ENOENT) return errno;
  std::string draft = (target.parent_path() / ".flagrank-XXXXXX").string();
  const int file = ::mkostemp(draft.data(), O_CLOEXEC);
  if (file < 0) return errno;
  int failed = ::fchmod(file, mode_of(target)) == 0 ? 0 : errno;
  if (failed == 0) failed = write_and_sync(file, text);
  if (::close(file) != 0 && failed == 0) failed = errno;
  if (failed == 0 && ::rename(draft.c_str(), target.c_str()) != 0) failed = errno;
  if (failed != 0) ::unlink(draft.c_str());
  return failed;
}

}  // namespace

boost::system::result<FormationText, Complaint> read_file(const std::string& path) {
  auto text = read_beginning(path, most_bytes);
  if (!text) return text.error();
  return FormationText{.path = path, .text = *std::move(text)};
}

boost::system::result<std::string, Complaint> read_whole_file(const std::string& path,
                                                              std::size_t most) {
  auto text = read_beginning(path, most + 1);
  if (text && text->size() > most) {
    return Complaint{path + " is longer than " + std::to_string(most) + " bytes."};
  }
  return text;
}

std::optional<Complaint> write_file(const std::string& path, const std::string& text) {
  const std::string place = at_home(path);
  if (const auto target = replaceable(place)) {
    const int failed = replace(*target, text);
    if (failed == 0) return std::nullopt;
    // No draft may be made there, or take this file's place; to write the file may be allowed.
    if (failed != EACCES && failed != EPERM) return failure("write", path, failed);
  }
  std::ofstream file{place, std::ios::binary};
  file << text;
  file.close();
  if (file.fail()) return failure("write", path, errno);
  return std::nullopt;
}

std::optional<Complaint> write_standard_output(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      // It does not block where standard input does not, which may be the same device.
      pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
      ::poll(&output, 1, -1);
    } else if (errno != EINTR) {
      return failure("write", "standard output", errno);
    }
  }
  return std::nullopt;
}

int write_and_sync(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

}  // namespace flagrank::text
