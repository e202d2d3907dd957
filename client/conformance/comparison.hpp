#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flagrank::conformance {

/// Where a frame says something else than the one that is expected, both as they stand in a
/// transcript; nothing where it says as much. A server may say more than is expected, choose its
/// own words for people, and offer what it likes: the limits in `hello`, the games of `rulesets`
/// and a suggested formation are left to their schemas.
[[nodiscard]] std::optional<std::string> difference(std::string_view expected,
                                                    std::string_view told);

/// The same of how a connection ends, "CODE REASON": some reasons may be missing
/// (proto/close-codes.md).
[[nodiscard]] std::optional<std::string> difference_of_ends(std::string_view expected,
                                                            std::string_view told);

/// The code of the error that this frame is; "" where it is none.
[[nodiscard]] std::string error_code_of(std::string_view frame);

}  // namespace flagrank::conformance
