#pragma once

#include <boost/system/result.hpp>
#include <filesystem>
#include <string>

namespace flagrank::config {

struct AccessKey {
  std::string text;  ///< secret
};

struct NoAccessKey {
  std::string why;  ///< a sentence, which does not quote the file
};

/// The access key that stands in that file, alone: 8 to 128 visible characters of ASCII, so that it
/// can be said in an HTTP header too. Blanks and line ends around it do not count.
[[nodiscard]] boost::system::result<AccessKey, NoAccessKey> read_access_key(
    const std::filesystem::path& file);

}  // namespace flagrank::config
