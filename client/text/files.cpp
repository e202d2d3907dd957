#include "client/text/files.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace flagrank::text {
namespace {

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
  if (std::filesystem::is_directory(place, ignored)) return failure("read", path, EISDIR);
  std::ifstream file{place, std::ios::binary};
  if (!file) return failure("read", path, errno);
  std::string text(most, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return failure("read", path, errno);
  text.resize(static_cast<std::size_t>(file.gcount()));
  return {boost::system::in_place_value, std::move(text)};
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
  std::ofstream file{at_home(path), std::ios::binary};
  file << text;
  file.close();
  if (file.fail()) return failure("write", path, errno);
  return std::nullopt;
}

}  // namespace flagrank::text
