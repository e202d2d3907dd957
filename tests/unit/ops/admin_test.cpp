#include "server/ops/admin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace flagrank::ops {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Pair;

net::Answer ask(const std::string& method, const std::string& target, const char* trouble = "") {
  const Vital vital{.trouble = [trouble] { return std::string{trouble}; },
                    .metrics = [] { return std::string{"flagrank_connections 3\n"}; }};
  return answer_to({.method = method, .target = target, .fields = {}}, vital);
}

TEST(AdminPort, is_well_while_it_answers) {
  EXPECT_EQ(ask("GET", "/healthz").status, 200U);
  EXPECT_EQ(ask("GET", "/healthz", "stopping").status, 200U);
}

TEST(AdminPort, is_ready_unless_there_is_trouble_which_it_names) {
  EXPECT_EQ(ask("GET", "/readyz").status, 200U);
  const auto answer = ask("GET", "/readyz", "the journal fails");
  EXPECT_EQ(answer.status, 503U);
  EXPECT_EQ(answer.body, "the journal fails\n");
}

TEST(AdminPort, tells_metrics_in_the_format_of_prometheus) {
  const auto answer = ask("GET", "/metrics");
  EXPECT_EQ(answer.status, 200U);
  EXPECT_EQ(answer.body, "flagrank_connections 3\n");
  EXPECT_THAT(answer.fields,
              Contains(Pair("Content-Type", "text/plain; version=0.0.4; charset=utf-8")));
}

TEST(AdminPort, has_nothing_for_the_pages_of_other_sites) {
  for (const char* target : {"/healthz", "/readyz", "/metrics", "/"}) {
    EXPECT_FALSE(ask("GET", target).for_pages) << target;
  }
}

TEST(AdminPort, refuses_everything_else) {
  EXPECT_EQ(ask("GET", "/").status, 404U);
  EXPECT_EQ(ask("GET", "/metrics?x").status, 404U);
  EXPECT_EQ(ask("POST", "/metrics").status, 405U);
  const auto head = ask("HEAD", "/healthz");
  EXPECT_EQ(head.status, 405U);
  EXPECT_THAT(head.body, IsEmpty());
  EXPECT_THAT(head.fields, Contains(Pair("Allow", "GET")));
}

}  // namespace
}  // namespace flagrank::ops
