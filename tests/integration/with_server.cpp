#include "tests/integration/with_server.hpp"

#include "tests/support/armies.hpp"
#include "tests/support/paths.hpp"

namespace flagrank::test {

void WithServer::start(const std::vector<std::string>& flags) {
  server_ = std::make_unique<ServerProcess>(flagrankd_program(), flags);
}

void WithServer::start_generous(const std::vector<std::string>& flags) {
  std::vector<std::string> all = generous_limits();
  all.insert(all.end(), flags.begin(), flags.end());
  start(all);
}

ServerProcess& WithServer::server() {
  if (!server_) start_generous({});
  return *server_;
}

Pair WithServer::begin_game(const rules::Ruleset& ruleset) {
  Pair pair = sit_down(ruleset);
  pair.lock(classic_armies()[index(rules::Side::red)], classic_armies()[index(rules::Side::blue)]);
  return pair;
}

void WithServer::TearDown() {
  if (!server_) return;
  const auto status = server_->stop();
  EXPECT_EQ(status, 0) << server_->log();
}

}  // namespace flagrank::test
