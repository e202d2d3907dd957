#include "server/ops/log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>
#include <string>

namespace flagrank::ops {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

/// What is written to both streams while this lives.
class Streams {
 public:
  Streams() {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
  }
  static std::string out() { return testing::internal::GetCapturedStdout(); }
  static std::string err() { return testing::internal::GetCapturedStderr(); }
};

TEST(Log, stands_on_standard_error_until_it_is_sent_to_output) {
  const Streams streams;
  set_up_log("info", LogFormat::plain);
  spdlog::info("early");
  spdlog::debug("too fine");
  log_to_output();
  spdlog::warn("late");
  const std::string time = "[-0-9]+T[:.0-9]+[+-][0-9:]+";
  EXPECT_THAT(Streams::err(), MatchesRegex(time + " info early\n"));
  EXPECT_THAT(Streams::out(), MatchesRegex(time + " warning late\n"));
}

TEST(Log, in_json_is_an_object_in_each_line) {
  const Streams streams;
  set_up_log("debug", LogFormat::json);
  log_to_output();
  spdlog::error("a \"quoted\"\nword");
  EXPECT_THAT(Streams::err(), IsEmpty());
  const json line = json::parse(Streams::out());
  EXPECT_EQ(line["level"], "error");
  EXPECT_EQ(line["message"], "a \"quoted\"\nword");
  EXPECT_THAT(
      line["time"],
      testing::ResultOf([](const json& time) { return time.get<std::string>(); }, HasSubstr("T")));
  EXPECT_EQ(line.size(), 3U);
}

TEST(Log, a_line_in_json_can_have_more_fields) {
  const json line = json::parse(line_in_json("listening", {{"address", "[::1]:80"}, {"a", "\\"}}));
  EXPECT_EQ(line["message"], "listening");
  EXPECT_EQ(line["level"], "info");
  EXPECT_EQ(line["address"], "[::1]:80");
  EXPECT_EQ(line["a"], "\\");
}

}  // namespace
}  // namespace flagrank::ops
