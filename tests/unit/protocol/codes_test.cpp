#include "tests/unit/protocol/codes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "common/protocol/close_code.hpp"
#include "common/protocol/error_code.hpp"
#include "common/rules/names.hpp"

namespace flagrank::protocol {
namespace {

TEST(ErrorCode, every_code_has_a_name_of_its_own_that_leads_back) {
  std::set<std::string_view> names;
  for (const ErrorCode code : test::all_error_codes()) {
    EXPECT_EQ(error_code(name(code)), code);
    names.insert(name(code));
  }
  EXPECT_EQ(names.size(), test::all_error_codes().size());
}

TEST(ErrorCode, every_code_has_a_sentence) {
  for (const ErrorCode code : test::all_error_codes()) {
    EXPECT_TRUE(sentence(code).ends_with('.')) << name(code);
  }
}

TEST(ErrorCode, an_unknown_name_is_no_code) {
  EXPECT_EQ(error_code(std::string_view{""}), std::nullopt);
  EXPECT_EQ(error_code(std::string_view{"BAD_JSON"}), std::nullopt);
}

TEST(ErrorCode, what_the_rules_refuse_has_the_same_name_on_the_wire) {
  for (int i = 0; i <= static_cast<int>(rules::Rejection::chase); ++i) {
    const auto rejection = static_cast<rules::Rejection>(i);
    EXPECT_EQ(name(error_code(rejection)), rules::name(rejection));
  }
}

TEST(CloseCode, every_code_has_a_reason_of_its_own) {
  std::set<std::string_view> reasons;
  for (const CloseCode code : test::all_close_codes()) reasons.insert(reason(code));
  EXPECT_EQ(reasons.size(), 13U);  // as many as there are enumerators
  EXPECT_EQ(reasons.size(), test::all_close_codes().size());
}

TEST(CloseCode, says_whether_to_come_back) {
  EXPECT_EQ(advice(CloseCode::slow_reader), Advice::resume);
  EXPECT_EQ(advice(CloseCode::server_restarting), Advice::resume);
  EXPECT_EQ(advice(CloseCode::rate_limit), Advice::retry_later);
  EXPECT_EQ(advice(CloseCode::replaced), Advice::final);
}

TEST(CloseCode, one_that_is_not_ours_means_to_resume) {
  constexpr auto lost = static_cast<CloseCode>(1006);
  EXPECT_EQ(advice(lost), Advice::resume);
  EXPECT_EQ(reason(lost), "unknown");
}

}  // namespace
}  // namespace flagrank::protocol
