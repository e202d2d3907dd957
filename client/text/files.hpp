#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <optional>
#include <string>

#include "client/text/client.hpp"
#include "client/text/complaint.hpp"

namespace flagrank::text {

/// The file, at most 64 KiB of it. `~/` at the beginning of a path is the home directory.
[[nodiscard]] boost::system::result<FormationText, Complaint> read_file(const std::string& path);

/// A whole file; refused where it is longer than `most` bytes.
[[nodiscard]] boost::system::result<std::string, Complaint> read_whole_file(const std::string& path,
                                                                            std::size_t most);

/// Replaces the file; why it could not, or nothing.
[[nodiscard]] std::optional<Complaint> write_file(const std::string& path, const std::string& text);

}  // namespace flagrank::text
