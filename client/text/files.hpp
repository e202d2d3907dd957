#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "client/text/client.hpp"
#include "client/text/complaint.hpp"

namespace flagrank::text {

/// The file, at most 64 KiB of it. `~/` at the beginning of a path is the home directory.
[[nodiscard]] boost::system::result<FormationText, Complaint> read_file(const std::string& path);

/// A whole file; refused where it is longer than `most` bytes.
[[nodiscard]] boost::system::result<std::string, Complaint> read_whole_file(const std::string& path,
                                                                            std::size_t most);

/// Replaces the file whole or not at all; why it could not, or nothing. What is no file, such as a
/// device, is written to as it is, and so is a file in a folder where no other may be made.
[[nodiscard]] std::optional<Complaint> write_file(const std::string& path, const std::string& text);

/// Writes to standard output at once; why it could not, or nothing.
[[nodiscard]] std::optional<Complaint> write_standard_output(std::string_view text);

/// Writes to an open file and waits until the disk has it; 0 or the error of the system.
[[nodiscard]] int write_and_sync(int file, std::string_view text);

}  // namespace flagrank::text
