#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "common/record/gravon.hpp"
#include "common/record/json.hpp"
#include "common/record/strados.hpp"
#include "tests/support/record_play.hpp"

/// Documents that mean harm, or are no documents. All of them end in a fault, soon, and none in an
/// exception.
namespace flagrank::record {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20U;

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

Fault json_fault(std::string_view json) {
  const auto read = from_json(json);
  if (read) throw std::invalid_argument{"this is a record"};
  return read.error();
}

TEST(HostileRecord, is_told_on_which_line_it_is_no_json) {
  EXPECT_EQ(json_fault(""), (Fault{1, "", "this is no JSON"}));
  EXPECT_EQ(json_fault("{\n\"format\":\n\n,}"), (Fault{4, "", "this is no JSON"}));
  EXPECT_EQ(json_fault("{}\n{}"), (Fault{2, "", "this is no JSON"}));
  EXPECT_EQ(json_fault(std::string_view{"{}\n\0", 4}), (Fault{2, "", "this is no JSON"}));
  EXPECT_EQ(json_fault("\xEF\xBB\xBF{}"), (Fault{1, "", "this is no JSON"}));
  EXPECT_EQ(json_fault("{\"a\":\n\"\xFF\"}"), (Fault{2, "", "this is no JSON"}));
}

TEST(HostileRecord, is_told_the_line_of_the_value_that_is_wrong) {
  const auto line_of = [](const std::string& version) {
    return json_fault("{\n\"format\": \"flagrank.record\",\n\"version\":\n" + version + "\n}").line;
  };
  EXPECT_EQ(line_of("2"), 4U);
  EXPECT_EQ(line_of("2.5"), 4U);
  EXPECT_EQ(line_of("-2"), 4U);
  EXPECT_EQ(line_of("true"), 4U);
  EXPECT_EQ(line_of("\"1\""), 4U);
  EXPECT_EQ(line_of("[\n\n1]"), 4U);
}

TEST(HostileRecord, may_not_repeat_a_field) {
  EXPECT_EQ(json_fault("{\"moves\":[{},\n{\"a\":1,\n\"a\":2}]}"),
            (Fault{2, "/moves/1", "has the same field twice"}));
}

TEST(HostileRecord, may_not_be_nested_deep) {
  EXPECT_EQ(json_fault(std::string(megabyte, '[')).reason, "is nested too deep");
  EXPECT_EQ(json_fault(repeated(R"({"a":)", megabyte)).where, "/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a");
  EXPECT_EQ(json_fault(repeated("{\"A B\":", megabyte)).where, "");
}

TEST(HostileRecord, may_not_be_huge) {
  EXPECT_EQ(json_fault(std::string(max_json_bytes + 1, ' ')).reason,
            "the document is longer than 8 MiB");
  EXPECT_EQ(json_fault("[" + repeated("0,", 4 * megabyte) + "0]").reason,
            "has more than a million values");
  EXPECT_EQ(json_fault("{\"version\":1" + std::string(400, '0') + "}").where, "/version");
}

TEST(HostileRecord, has_no_place_for_a_long_name_of_a_field_in_the_answer) {
  const Fault fault = json_fault("{\"" + std::string(megabyte, 'x') + "\":{\"a\":1,\"a\":2}}");
  EXPECT_LT(text(fault).size(), 100U);
}

TEST(HostileXml, is_refused_with_a_line) {
  EXPECT_EQ(from_gravon("").error().line, 1U);
  EXPECT_EQ(from_gravon("<stratego>\n<game>\n</stratego>").error().line, 3U);
  EXPECT_EQ(from_gravon("<game/>").error().reason, "the outermost element must be stratego");
  EXPECT_FALSE(from_gravon(repeated("<a>", megabyte)));
  EXPECT_FALSE(from_gravon("<stratego>" + repeated("<game/>", megabyte) + "</stratego>"));
  EXPECT_FALSE(from_gravon("<!DOCTYPE a [<!ENTITY b \"" + std::string(megabyte, 'c') +
                           "\">]><stratego>&b;&b;</stratego>"));
  EXPECT_FALSE(from_gravon(std::string(max_gravon_bytes + 1, ' ')));
}

TEST(HostileStrados, is_refused) {
  EXPECT_FALSE(from_strados(""));
  EXPECT_FALSE(from_strados(std::string(megabyte, 'A')));
  EXPECT_FALSE(from_strados(std::string(100, '\0')));
  EXPECT_FALSE(from_strados(std::string(100, '\xFF')));
}

}  // namespace
}  // namespace flagrank::record
