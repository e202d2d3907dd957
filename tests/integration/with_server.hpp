#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/player.hpp"
#include "tests/support/server_process.hpp"

namespace flagrank::test {

/// A test with a flagrankd of its own. When the test is over the server must stop by itself, with
/// status 0: what a sanitizer has to say ends it otherwise, and is shown.
class WithServer : public ::testing::Test {
 protected:
  /// Starts the server. A test that does not call it gets `generous_limits`.
  void start(const std::vector<std::string>& flags);
  /// With `generous_limits`, and these.
  void start_generous(const std::vector<std::string>& flags);

  [[nodiscard]] ServerProcess& server();
  [[nodiscard]] std::uint16_t port() { return server().port(); }
  [[nodiscard]] Pair sit_down(const rules::Ruleset& ruleset = {}) {
    return test::sit_down(port(), ruleset);
  }
  /// Two players with the classic armies, at the first move.
  [[nodiscard]] Pair begin_game(const rules::Ruleset& ruleset = {});

  void TearDown() override;

 private:
  std::unique_ptr<ServerProcess> server_;
};

}  // namespace flagrank::test
