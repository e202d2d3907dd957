#include "client/text/enquiry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/text/rules_in_words.hpp"

namespace flagrank::text {
namespace {

using testing::HasSubstr;

constexpr Style plain{};

Findings of(const std::string& preset, const protocol::ServerBody& answer) {
  return findings(answer, preset, plain);
}

TEST(Enquiry, finds_all_that_is_offered) {
  const auto offered = protocol::offered_rulesets();
  EXPECT_EQ(of("", offered), (Findings{offer_in_words(offered, plain), ExitStatus::finished}));
}

TEST(Enquiry, finds_one_preset_by_its_name) {
  const auto offered = protocol::offered_rulesets();
  EXPECT_EQ(of("duel", offered),
            (Findings{preset_in_words(offered.presets[2], plain), ExitStatus::finished}));
  EXPECT_EQ(of("chess", offered),
            (Findings{"this server has no game \"chess\"; it has: classic, training, duel, barrage",
                      ExitStatus::usage}));
}

TEST(Enquiry, passes_on_what_the_server_refuses) {
  const protocol::Error error{.code = protocol::ErrorCode::unknown_type,
                              .message = "There is no \033[2J such type.",
                              .pointer = "/type"};
  EXPECT_EQ(of("", error), (Findings{"There is no ?[2J such type.", ExitStatus::refused}));
}

TEST(Enquiry, prints_nothing_of_the_server_that_steers_a_terminal) {
  const protocol::Rulesets evil{
      .presets = {{.name = "a\033[2J", .summary = "b\n\033c", .ruleset = {}, .formations = {}}},
      .switches = {{.name = "c\033",
                    .summary = "d\033",
                    .usual = std::string{"e\033"},
                    .values = {std::string{"f\n"}},
                    .most = {}}}};
  for (const Findings& found : {of("", evil), of("a\033[2J", evil)}) {
    EXPECT_EQ(found.text.find('\033'), std::string::npos);
  }
  EXPECT_THAT(of("", evil).text, HasSubstr("  a?[2J  b??c\n"));
  EXPECT_THAT(of("", evil).text, HasSubstr("(f?; e? where nothing is said)"));
}

}  // namespace
}  // namespace flagrank::text
