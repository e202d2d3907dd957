#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"
#include "tests/unit/protocol/codes.hpp"
#include "tests/unit/protocol/pages.hpp"
#include "tests/unit/protocol/samples.hpp"

/// Holds the pages in proto/ to the code, so that they cannot drift apart.
namespace flagrank::test {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

class EveryExample : public testing::TestWithParam<Example> {};

TEST_P(EveryExample, is_a_frame_that_reads_and_writes_the_same) {
  const Example& example = GetParam();
  std::string again;
  if (example.speaker == "client") {
    const auto read = protocol::decode_client(example.text);
    ASSERT_TRUE(read) << read.error().message;
    again = encode(*read);
  } else {
    const auto read = protocol::decode_server(example.text);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_FALSE(std::holds_alternative<protocol::Unknown>(read->body));
    again = encode(*read);
  }
  EXPECT_EQ(Json::parse(example.text).dump(), again);
}

INSTANTIATE_TEST_SUITE_P(Documents, EveryExample, testing::ValuesIn(all_examples()),
                         [](const auto& row) {
                           std::string name = row.param.page + "_" + std::to_string(row.param.line);
                           std::ranges::replace_if(
                               name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

template <class Message>
std::set<std::string> types(const std::vector<Sample<Message>>& samples) {
  std::set<std::string> all;
  for (const auto& sample : samples) {
    if constexpr (std::is_same_v<Message, protocol::ServerMessage>) {
      if (std::holds_alternative<protocol::Unknown>(sample.message.body)) continue;
    }
    all.insert(type_of(sample.frame));
  }
  return all;
}

TEST(Documents, have_one_page_for_each_message_and_no_other) {
  EXPECT_EQ(pages_of("client"), types(client_samples()));
  EXPECT_EQ(pages_of("server"), types(server_samples()));
}

/// The first cells of that table, without backquotes.
std::vector<std::string> first_column(const fs::path& page, const std::string& header) {
  std::vector<std::string> names;
  for (const auto& row : table(page, header)) {
    names.push_back(row.front());
    std::erase(names.back(), '`');
  }
  return names;
}

class EveryPage : public testing::TestWithParam<std::string> {};

TEST_P(EveryPage, shows_its_message_and_names_exactly_the_fields_that_it_has) {
  const fs::path page = proto_dir() / (GetParam() + ".md");
  std::vector<std::string> shown;
  bool own_example = false;
  for (const Example& example : examples_in(page)) {
    const Json json = Json::parse(example.text);
    if (json["type"] != page.stem().string()) continue;
    own_example = true;
    for (const auto& [key, value] : json.items()) {
      static const std::set<std::string> envelope{"type", "id", "re", "seq", "at_ms"};
      if (!envelope.contains(key) && std::ranges::find(shown, key) == shown.end())
        shown.push_back(key);
    }
  }
  EXPECT_TRUE(own_example);
  EXPECT_EQ(first_column(page, "field"), shown);
  EXPECT_TRUE(contents(page).starts_with("# " + page.stem().string() + "\n"));
}

INSTANTIATE_TEST_SUITE_P(Documents, EveryPage, testing::ValuesIn(message_pages()),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::ranges::replace(name, '/', '_');
                           return name;
                         });

TEST(Documents, are_all_reached_from_the_readme) {
  const std::string readme = contents(proto_dir() / "README.md");
  for (const std::string& page : message_pages()) {
    EXPECT_NE(readme.find("(" + page + ".md)"), std::string::npos) << page;
  }
}

TEST(Documents, list_every_error_code_and_no_other) {
  std::vector<std::string> listed;
  const std::regex row{"^\\| `([a-z_]+)` \\|.*"};
  for (const std::string& line : lines(proto_dir() / "errors.md")) {
    if (std::smatch match; std::regex_match(line, match, row)) listed.push_back(match[1]);
  }
  std::vector<std::string> known;
  for (const auto code : all_error_codes()) known.emplace_back(name(code));
  EXPECT_EQ(listed, known);
}

TEST(Documents, name_only_error_codes_that_exist) {
  const std::regex codes{"\\*\\*Errors:\\*\\*((.|\\n)*?)(\\n\\n|$)"};
  const std::regex code{"`([a-z_]+)`"};
  for (const std::string& type : pages_of("client")) {
    const std::string page = contents(proto_dir() / "client" / (type + ".md"));
    std::smatch paragraph;
    if (!std::regex_search(page, paragraph, codes)) continue;
    const std::string text = paragraph[1];
    for (std::sregex_iterator found{text.begin(), text.end(), code}, end; found != end; ++found) {
      const std::string name = (*found)[1];
      const bool field = name == "faults" || name == "retry_after_ms";
      EXPECT_TRUE(field || protocol::error_code(name)) << type << ": " << name;
    }
  }
}

std::string_view advice_text(protocol::Advice advice) {
  switch (advice) {
    case protocol::Advice::resume:
      return "resume";
    case protocol::Advice::retry_later:
      return "retry later";
    case protocol::Advice::final:
      return "final";
  }
  return "";
}

TEST(Documents, list_every_close_code_with_its_reason_and_advice) {
  std::vector<std::string> listed;
  const std::regex row{"^(\\| [0-9]{4} \\| `[a-z_0-9]+` \\| [a-z ]+ \\|).*"};
  for (const std::string& line : lines(proto_dir() / "close-codes.md")) {
    if (std::smatch match; std::regex_match(line, match, row)) listed.push_back(match[1]);
  }
  std::vector<std::string> known;
  for (const auto code : all_close_codes()) {
    std::ostringstream text;
    text << "| " << static_cast<int>(code) << " | `" << reason(code) << "` | "
         << advice_text(advice(code)) << " |";
    known.push_back(text.str());
  }
  EXPECT_EQ(listed, known);
}

/// As GitHub makes it: lower case, blanks to dashes, nothing else but letters, digits, - and _.
std::string anchor(std::string heading) {
  std::string out;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') out += '-';
    if (std::isalnum(byte) != 0 || c == '-' || c == '_') {
      out += static_cast<char>(std::tolower(byte));
    }
  }
  return out;
}

bool has_heading(const fs::path& page, const std::string& wanted) {
  const auto all = lines(page);
  return std::ranges::any_of(all, [&](const std::string& line) {
    return line.starts_with('#') && anchor(line.substr(line.find(' ') + 1)) == wanted;
  });
}

TEST(Documents, have_links_that_lead_somewhere) {
  const std::regex link{"\\]\\(([^)#]*)(#([^)]*))?\\)"};
  for (const fs::path& page : pages()) {
    const std::string text = contents(page);
    for (std::sregex_iterator found{text.begin(), text.end(), link}, end; found != end; ++found) {
      const std::string file = (*found)[1];
      const fs::path target = file.empty() ? page : page.parent_path() / file;
      EXPECT_TRUE(fs::exists(target)) << page << ": " << target;
      if ((*found)[3].matched) {
        EXPECT_TRUE(has_heading(target, (*found)[3])) << page << ": " << (*found)[0];
      }
    }
  }
}

}  // namespace
}  // namespace flagrank::test
