#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace flagrank::match {

/// Two hexadecimal digits for each byte, in small letters.
[[nodiscard]] std::string hex(std::span<const std::byte> bytes);

}  // namespace flagrank::match
