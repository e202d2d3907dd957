#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "server/config/settings.hpp"
#include "server/config/showing.hpp"
#include "server/config/table.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/unit/config/environment.hpp"

namespace flagrank::config {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;

class SettingsFile : public testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return (directory.path() / "settings.toml").string(); }

  void write(const std::string& text) const { std::ofstream{path()} << text; }

  /// Reads a command line with that file in front.
  [[nodiscard]] CommandLine read(std::initializer_list<const char*> words = {}) const {
    const std::string file = path();
    std::vector<const char*> all{"flagrankd", "--config", file.c_str()};
    all.insert(all.end(), words);
    return read_command_line(static_cast<int>(all.size()), all.data());
  }

  test::TemporaryDirectory directory;
};

TEST_F(SettingsFile, sets_what_it_names) {
  write(
      "# for the club\n"
      "listen = \"127.0.0.1:81\"\n"
      "\n"
      "ping-interval = \"500ms\"  # often\n"
      "rooms=3\n"
      "ephemeral = true\n"
      "log-level = warn\n");
  const auto line = read();
  ASSERT_EQ(line.deed, Deed::serve) << line.text;
  EXPECT_EQ(line.settings.listen, (ListenAddress{"127.0.0.1", 81}));
  EXPECT_EQ(line.settings.limits.ping_interval, 500ms);
  EXPECT_EQ(line.settings.limits.rooms, 3U);
  EXPECT_EQ(line.settings.log_level, "warn");
  EXPECT_EQ(line.settings.data, std::nullopt);
}

TEST_F(SettingsFile, yields_to_a_variable_and_that_to_a_flag) {
  write("rooms = 1\nchat-bytes = 1\nclose = \"1s\"\n");
  const Environment bytes{"FLAGRANK_CHAT_BYTES", "2"};
  const Environment close{"FLAGRANK_CLOSE", "2s"};
  const auto limits = read({"--close", "3s"}).settings.limits;
  EXPECT_EQ(limits.rooms, 1U);
  EXPECT_EQ(limits.chat_bytes, 2U);
  EXPECT_EQ(limits.close, 3s);
}

TEST_F(SettingsFile, says_where_games_are_kept_unless_a_variable_says_otherwise) {
  write("data = \"/from/the/file\"\n");
  EXPECT_EQ(read().settings.data, "/from/the/file");
  const Environment forget{"FLAGRANK_EPHEMERAL", "true"};
  EXPECT_EQ(read().settings.data, std::nullopt);
  EXPECT_EQ(read({"--data", "here"}).settings.data, "here");
}

TEST_F(SettingsFile, can_be_named_by_a_variable) {
  write("rooms = 7\n");
  const Environment config{"FLAGRANK_CONFIG", path().c_str()};
  const std::array words{"flagrankd"};
  EXPECT_EQ(read_command_line(1, words.data()).settings.limits.rooms, 7U);
}

TEST_F(SettingsFile, may_be_empty) {
  write("");
  EXPECT_EQ(read().deed, Deed::serve);
}

TEST_F(SettingsFile, that_is_not_there_or_no_file_is_refused) {
  EXPECT_THAT(read().text, AllOf(HasSubstr("cannot read " + path()), HasSubstr("No such file")));
  EXPECT_EQ(read().exit_status, 2);
  std::filesystem::create_directory(path());
  EXPECT_THAT(read().text, HasSubstr(path() + " is a directory"));
}

TEST_F(SettingsFile, is_not_looked_at_by_one_who_asks_for_help) {
  EXPECT_EQ(read({"--help"}).exit_status, 0);
}

struct Wrong {
  const char* name;
  const char* text;
  const char* says;
};

class WrongFile : public SettingsFile, public testing::WithParamInterface<Wrong> {};

TEST_P(WrongFile, is_one_line_and_status_2) {
  write(GetParam().text);
  const auto line = read();
  EXPECT_EQ(line.exit_status, 2);
  EXPECT_THAT(line.text, AllOf(HasSubstr(GetParam().says), HasSubstr(path())));
  EXPECT_EQ(line.text.find('\n'), line.text.size() - 1);
}

INSTANTIATE_TEST_SUITE_P(
    , WrongFile,
    testing::Values(Wrong{"unknown_key", "room = 3\n", "room in "},
                    Wrong{"key_of_no_setting", "help = true\n", "help in "},
                    Wrong{"file_in_a_file", "config = \"other\"\n", "config in "},
                    Wrong{"section", "[rooms]\nrooms = 3\n", "[rooms]"},
                    Wrong{"wrong_value", "rooms = many\n", "'many' is not a whole number"},
                    Wrong{"no_value", "rooms\n", "'true' is not a whole number"},
                    Wrong{"several_values", "rooms = [1, 2]\n", "one value is wanted"},
                    Wrong{"twice", "rooms = 1\nclose = 1s\nrooms = 2\n", "twice"},
                    Wrong{"open_quote", "data = \"/games\n", "line 1: a quote is not closed"},
                    Wrong{"hash_in_quotes", "\ndata = \"/a#b\"\n", "line 2: no # in quotes"},
                    Wrong{"backslash", "data = \"/a\\\"\n", "no \\ in quotes"},
                    Wrong{"scrap", "x\n", "line 1: name = value"}),
    [](const auto& row) { return std::string{row.param.name}; });

std::string without_comments(const std::string& text) {
  return std::regex_replace(text, std::regex{"#[^\n]*"}, "");
}

TEST_F(SettingsFile, can_be_what_print_config_shows) {
  write("rooms = 3\n");
  const Environment close{"FLAGRANK_CLOSE", "2s"};
  const auto shown = read({"--data", "/games, old and new", "--print-config"});
  ASSERT_EQ(shown.deed, Deed::say);
  EXPECT_EQ(shown.exit_status, 0);
  EXPECT_THAT(shown.text, AllOf(HasSubstr("rooms = 3  # rooms in " + path() + "\n"),
                                HasSubstr("close = \"2s\"  # FLAGRANK_CLOSE\n"),
                                HasSubstr("data = \"/games, old and new\"  # --data\n"),
                                HasSubstr("ephemeral = false  # default\n")));

  write(shown.text);
  unsetenv("FLAGRANK_CLOSE");
  EXPECT_EQ(without_comments(read({"--print-config"}).text), without_comments(shown.text));
}

TEST(Outcome, leaves_out_what_is_secret_and_what_a_file_cannot_hold) {
  const std::array table{
      Setting{
          .field = &Settings::log_level, .name = "key", .group = "A", .help = "", .secret = true},
      Setting{.field = &Settings::data, .name = "data", .group = "B", .help = ""}};
  Settings settings{.data = "/a#b", .log_level = "abracadabra"};
  const auto text = as_file(table, settings, {{"key", "FLAGRANK_KEY"}});
  EXPECT_EQ(text,
            "# A\n# key = \"***\"  # FLAGRANK_KEY\n"
            "\n# B\n# data cannot be written here  # default\n");
  settings.data.reset();
  EXPECT_THAT(as_file(table, settings, {}), HasSubstr("# data is not set  # default\n"));
}

TEST(Outcome, a_wrong_secret_is_not_repeated) {
  Settings settings;
  const Setting key{
      .field = &Settings::log_level,
      .name = "key",
      .group = "A",
      .help = "",
      .fits = [](std::string_view) { return false; },
      .wanted = "a key",
      .secret = true,
  };
  EXPECT_EQ(set(key, settings, {"abracadabra"}), "the value is not a key");
}

TEST(Readme, shows_the_table_that_the_program_shows) {
  std::ifstream file{test::source_dir() / "README.md"};
  const std::string readme{std::istreambuf_iterator<char>{file}, {}};
  EXPECT_THAT(readme, HasSubstr("\n\n" + as_markdown(settings_table()) + "\n"))
      << "put what flagrankd --help-markdown shows into README.md";
}

}  // namespace
}  // namespace flagrank::config
