#pragma once

namespace flagrank::test {

// What flagrank-conformance ends with (proto/conformance.md).
inline constexpr int well = 0;
inline constexpr int deviates = 1;
inline constexpr int not_run = 2;

}  // namespace flagrank::test
