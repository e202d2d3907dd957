#pragma once

namespace flagrank::test {

/// Does a sanitizer keep its own books of this program's memory? Then it is slow, what was freed is
/// kept, and allocations are not to be counted.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace flagrank::test
