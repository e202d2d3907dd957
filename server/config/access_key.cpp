#include "server/config/access_key.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string_view>

namespace flagrank::config {
namespace {

constexpr std::size_t shortest_key = 8;
constexpr std::size_t longest_key = 128;
constexpr std::size_t read_at_most = 1024;

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_key(std::string_view text) {
  return text.size() >= shortest_key && text.size() <= longest_key &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

boost::system::result<AccessKey, NoAccessKey> read_access_key(const std::filesystem::path& file) {
  std::string text(read_at_most, '\0');
  errno = 0;
  std::ifstream in{file, std::ios::binary};
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  const bool failed = !in.eof() && (in.fail() || in.bad());
  if (failed) {
    const int why = errno;
    return NoAccessKey{"the access key cannot be read from " + file.string() + ": " +
                       (why != 0 ? std::strerror(why) : "it is no file")};
  }
  text.resize(static_cast<std::size_t>(in.gcount()));
  const std::string_view key = without_blanks(text);
  if (!is_key(key)) {
    return NoAccessKey{file.string() +
                       " holds no access key: that is 8 to 128 letters, digits and signs, " +
                       "without blanks, and nothing else in the file"};
  }
  return AccessKey{std::string{key}};
}

}  // namespace flagrank::config
