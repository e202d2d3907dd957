#include "server/ops/open_files.hpp"

#include <spdlog/spdlog.h>
#include <sys/resource.h>

namespace flagrank::ops {
namespace {

constexpr std::size_t files_besides = 64;  // log, journal, listening socket and the like

}  // namespace

void make_room_for(std::size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= connections + files_besides)
    return;
  spdlog::warn("{} connections are allowed, but only {} open files (ulimit -n)", connections,
               limit.rlim_cur);
}

}  // namespace flagrank::ops
