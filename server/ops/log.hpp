#pragma once

#include <string>

namespace flagrank::ops {

/// Sends the log to standard error, one line each; standard output is for what the operator reads
/// and scripts wait for. `level` is one of spdlog's names.
void set_up_log(const std::string& level);

}  // namespace flagrank::ops
