#include "server/net/greeting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <variant>

#include "common/protocol/encode.hpp"
#include "server/config/flags.hpp"

namespace flagrank::net {
namespace {

using testing::ElementsAre;

/// Where a client never meets it: how long the server takes to stop, and what the kernel buffers.
const std::set<std::string> nobody_meets{"stop", "send-buffer-bytes"};

/// The field of `limits` in which a flag is told.
std::string field_of(const config::Flag& flag) {
  std::string field = flag.name;
  for (char& letter : field) letter = letter == '-' ? '_' : letter;
  const bool time = std::holds_alternative<std::chrono::milliseconds config::Limits::*>(flag.field);
  return time ? field + "_ms" : field;
}

std::uint64_t value_of(const config::Flag& flag, const config::Limits& limits) {
  const auto count = [&](auto member) {
    if constexpr (requires { (limits.*member).count(); }) {
      return static_cast<std::uint64_t>((limits.*member).count());
    } else {
      return std::uint64_t{limits.*member};
    }
  };
  return std::visit(count, flag.field);
}

TEST(Greeting, tells_every_limit_that_a_client_can_meet) {
  const config::Limits limits;
  const auto said = nlohmann::json::parse(protocol::encode({.body = hello(limits)}));
  for (const config::Flag& flag : config::limit_flags()) {
    if (nobody_meets.contains(flag.name)) continue;
    ASSERT_TRUE(said["limits"].contains(field_of(flag))) << field_of(flag);
    EXPECT_EQ(said["limits"][field_of(flag)], value_of(flag, limits)) << field_of(flag);
  }
}

TEST(Greeting, names_records_as_a_feature_only_where_they_are_kept) {
  config::Limits limits;
  EXPECT_THAT(hello(limits).features, ElementsAre("public_rooms", "records"));
  limits.keep_records = std::chrono::milliseconds::zero();
  EXPECT_THAT(hello(limits).features, ElementsAre("public_rooms"));
}

}  // namespace
}  // namespace flagrank::net
