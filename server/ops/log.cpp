#include "server/ops/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <utility>

namespace flagrank::ops {

void set_up_log(const std::string& level) {
  auto logger = spdlog::stderr_logger_mt("flagrankd");
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace flagrank::ops
