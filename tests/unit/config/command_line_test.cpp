#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "server/config/settings.hpp"
#include "server/config/table.hpp"
#include "tests/unit/config/environment.hpp"

namespace flagrank::config {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

CommandLine read(std::initializer_list<const char*> words) {
  std::vector<const char*> arguments{"flagrankd"};
  arguments.insert(arguments.end(), words);
  return read_command_line(static_cast<int>(arguments.size()), arguments.data());
}

TEST(CommandLine, without_a_word_serves_with_the_defaults) {
  const auto line = read({});
  EXPECT_EQ(line.deed, Deed::serve);
  EXPECT_EQ(line.settings.listen, (ListenAddress{"0.0.0.0", 8080}));
  EXPECT_EQ(line.settings.io_threads, 1U);
  EXPECT_EQ(line.settings.limits.message_bytes, 8192U);
}

TEST(CommandLine, flags_set_what_they_say) {
  const auto line =
      read({"--listen", "[::1]:0", "--io-threads", "4", "--log-level", "debug", "--message-bytes",
            "100", "--messages-per-second=7", "--ping-interval", "500ms"});
  ASSERT_EQ(line.deed, Deed::serve) << line.text;
  EXPECT_EQ(line.settings.listen, (ListenAddress{"::1", 0}));
  EXPECT_EQ(line.settings.io_threads, 4U);
  EXPECT_EQ(line.settings.log_level, "debug");
  EXPECT_EQ(line.settings.limits.message_bytes, 100U);
  EXPECT_EQ(line.settings.limits.messages_per_second, 7U);
  EXPECT_EQ(line.settings.limits.ping_interval, 500ms);
}

TEST(CommandLine, finished_games_may_be_kept_for_no_time_at_all) {
  EXPECT_EQ(read({}).settings.limits.keep_records, 720h);
  EXPECT_EQ(read({"--keep-records", "2d"}).settings.limits.keep_records, 48h);
  EXPECT_EQ(read({"--keep-records", "0s"}).settings.limits.keep_records, 0ms);
  EXPECT_EQ(read({"--keep-records", "0"}).settings.limits.keep_records, 0ms);
}

TEST(CommandLine, the_last_of_two_equal_flags_counts) {
  EXPECT_EQ(read({"--rooms", "3", "--rooms", "4"}).settings.limits.rooms, 4U);
}

TEST(CommandLine, the_environment_sets_what_no_flag_does) {
  const Environment rooms{"FLAGRANK_ROOMS", "3"};
  const Environment close{"FLAGRANK_CLOSE", "2s"};
  const auto line = read({"--close", "1s"});
  EXPECT_EQ(line.settings.limits.rooms, 3U);
  EXPECT_EQ(line.settings.limits.close, 1s);
}

TEST(CommandLine, a_wrong_value_in_the_environment_is_an_error_too) {
  const Environment rooms{"FLAGRANK_ROOMS", "many"};
  const auto line = read({});
  EXPECT_EQ(line.deed, Deed::say);
  EXPECT_EQ(line.exit_status, 2);
  EXPECT_THAT(line.text, HasSubstr("FLAGRANK_ROOMS: 'many'"));
}

TEST(CommandLine, an_unknown_variable_is_named) {
  const Environment unknown{"FLAGRANK_ROOM", ""};
  const auto line = read({});
  EXPECT_EQ(line.exit_status, 2);
  EXPECT_THAT(line.text, HasSubstr("FLAGRANK_ROOM is no setting"));
}

TEST(CommandLine, variables_that_container_platforms_make_of_our_name_are_passed_over) {
  const Environment port{"FLAGRANK_PORT", "tcp://10.0.0.1:8080"};
  const Environment port_part{"FLAGRANK_PORT_8080_TCP_ADDR", "10.0.0.1"};
  const Environment service{"FLAGRANK_SERVICE_HOST", "10.0.0.1"};
  const Environment link{"FLAGRANK_NAME", "/proxy/flagrank"};
  const Environment linked{"FLAGRANK_ENV_LANG", "C"};
  const Environment ours{"FLAGRANK_TEST_ANYTHING", "1"};
  EXPECT_EQ(read({}).deed, Deed::serve);
}

TEST(CommandLine, variables_of_the_text_client_are_passed_over) {
  const Environment server{"FLAGRANK_SERVER", "ws://127.0.0.1:8080"};
  const Environment key{"FLAGRANK_ACCESS_KEY", "a key of friends"};
  EXPECT_EQ(read({}).deed, Deed::serve);
}

// --- who is let in, and how

TEST(CommandLine, tls_takes_a_certificate_and_its_key) {
  EXPECT_EQ(read({}).settings.tls_cert, std::nullopt);
  const auto line = read({"--tls-cert", "a.pem", "--tls-key", "a.key"});
  EXPECT_EQ(line.settings.tls_cert, "a.pem") << line.text;
  EXPECT_EQ(line.settings.tls_key, "a.key");
}

TEST(CommandLine, a_list_may_hold_commas_or_be_said_again) {
  const auto line = read({"--trusted-proxy", "10.0.0.0/8,192.0.2.1", "--trusted-proxy", "::1",
                          "--allowed-origins", "https://a.example,https://b.example:8443"});
  ASSERT_EQ(line.deed, Deed::serve) << line.text;
  EXPECT_THAT(line.settings.trusted_proxy, testing::ElementsAre("10.0.0.0/8", "192.0.2.1", "::1"));
  EXPECT_THAT(line.settings.allowed_origins,
              testing::ElementsAre("https://a.example", "https://b.example:8443"));
}

// --- where games are kept

/// A test with an environment of its own, which says nothing of where to keep things.
class Keeping : public testing::Test {
 protected:
  Environment data{"FLAGRANK_DATA", ""};
  Environment ephemeral{"FLAGRANK_EPHEMERAL", ""};
  Environment systemd{"STATE_DIRECTORY", ""};
  Environment xdg{"XDG_STATE_HOME", ""};
  Environment home{"HOME", ""};

  static std::optional<std::filesystem::path> place(std::initializer_list<const char*> words) {
    const auto line = read(words);
    EXPECT_EQ(line.deed, Deed::serve) << line.text;
    return line.settings.data;
  }
};

TEST_F(Keeping, is_in_the_state_directory_of_systemd_or_xdg_or_the_home) {
  setenv("HOME", "/home/ada", 1);
  EXPECT_EQ(place({}), "/home/ada/.local/state/flagrankd");
  setenv("XDG_STATE_HOME", "/states", 1);
  EXPECT_EQ(place({}), "/states/flagrankd");
  setenv("STATE_DIRECTORY", "/var/lib/flagrank:/var/lib/other", 1);
  EXPECT_EQ(place({}), "/var/lib/flagrank");
  setenv("FLAGRANK_DATA", "/data", 1);
  EXPECT_EQ(place({}), "/data");
  EXPECT_EQ(place({"--data", "here"}), "here");
}

TEST_F(Keeping, is_nowhere_where_it_is_to_be_ephemeral) {
  EXPECT_EQ(place({"--ephemeral"}), std::nullopt);
  setenv("FLAGRANK_EPHEMERAL", "1", 1);
  EXPECT_EQ(place({}), std::nullopt);
  EXPECT_EQ(place({"--data", "here"}), "here") << "a flag wins over a variable";
  setenv("FLAGRANK_EPHEMERAL", "", 1);
  setenv("FLAGRANK_DATA", "/data", 1);
  EXPECT_EQ(place({"--ephemeral"}), std::nullopt);
}

TEST_F(Keeping, passes_over_places_that_depend_on_where_one_stands) {
  setenv("XDG_STATE_HOME", "states", 1);
  setenv("HOME", "/home/ada", 1);
  EXPECT_EQ(place({}), "/home/ada/.local/state/flagrankd");
}

TEST_F(Keeping, without_a_place_is_refused_with_both_ways_out) {
  const auto line = read({});
  EXPECT_EQ(line.deed, Deed::say);
  EXPECT_EQ(line.exit_status, 2);
  EXPECT_THAT(line.text, AllOf(HasSubstr("--data DIR"), HasSubstr("--ephemeral")));
}

TEST_F(Keeping, in_two_ways_is_refused) {
  EXPECT_THAT(read({"--data", "here", "--ephemeral"}).text, HasSubstr("exclude each other"));
  EXPECT_THAT(read({"--data", ""}).text, HasSubstr("'' is not the name of a directory"));
  setenv("FLAGRANK_DATA", "/data", 1);
  setenv("FLAGRANK_EPHEMERAL", "1", 1);
  EXPECT_THAT(read({}).text, HasSubstr("exclude each other"));
}

TEST(CommandLine, help_and_version_are_no_errors) {
  const auto help = read({"--help"});
  EXPECT_EQ(help.deed, Deed::say);
  EXPECT_EQ(help.exit_status, 0);
  for (const Setting& setting : settings_table()) EXPECT_THAT(help.text, HasSubstr(setting.name));

  const auto version = read({"--version"});
  EXPECT_EQ(version.deed, Deed::say);
  EXPECT_EQ(version.exit_status, 0);
  EXPECT_EQ(version.text, "flagrankd " FLAGRANK_VERSION "\n");
}

/// Where a field of `limits` lies, and where it ends; nothing where it is another setting.
std::optional<std::pair<std::size_t, std::size_t>> extent(const Limits& limits,
                                                          const Setting::Field& field) {
  const auto place = [&limits](auto member) -> std::optional<std::pair<std::size_t, std::size_t>> {
    if constexpr (requires { limits.*member; }) {
      const auto* first = reinterpret_cast<const char*>(&(limits.*member));
      const auto offset = static_cast<std::size_t>(first - reinterpret_cast<const char*>(&limits));
      return std::pair{offset, offset + sizeof(limits.*member)};
    } else {
      return std::nullopt;
    }
  };
  return std::visit(place, field);
}

TEST(CommandLine, the_table_holds_every_limit_in_order) {
  const Limits limits;
  std::size_t end = 0;
  for (const Setting& setting : settings_table()) {
    const auto place = extent(limits, setting.field);
    if (!place) continue;
    const auto [first, last] = *place;
    const auto size = last - first;
    EXPECT_EQ(first, (end + size - 1) / size * size) << "before --" << setting.name;
    end = last;
  }
  EXPECT_EQ(end, sizeof(Limits));
}

TEST(CommandLine, can_ask_for_something_else_than_to_serve_with_the_same_settings) {
  const auto check = read({"healthcheck", "--admin", "[::1]:9"});
  EXPECT_EQ(check.deed, Deed::check_health);
  EXPECT_EQ(check.settings.admin, (ListenAddress{"::1", 9}));
  EXPECT_EQ(read({"--admin", "off", "rooms"}).deed, Deed::list_rooms);
  EXPECT_EQ(read({"--admin", "off", "rooms"}).settings.admin, std::nullopt);
  const auto backup = read({"backup", "copy", "--data", "games"});
  EXPECT_EQ(backup.deed, Deed::back_up);
  EXPECT_EQ(backup.file, "copy");
  EXPECT_EQ(backup.settings.data, "games");
}

struct Wrong {
  const char* name;
  std::vector<const char*> words;
  const char* says;
};

class WrongCommandLine : public testing::TestWithParam<Wrong> {};

TEST_P(WrongCommandLine, is_one_line_and_status_2) {
  std::vector<const char*> arguments{"flagrankd"};
  arguments.insert(arguments.end(), GetParam().words.begin(), GetParam().words.end());
  const auto line = read_command_line(static_cast<int>(arguments.size()), arguments.data());
  EXPECT_EQ(line.deed, Deed::say);
  EXPECT_EQ(line.exit_status, 2);
  EXPECT_THAT(line.text, StartsWith("flagrankd: "));
  EXPECT_THAT(line.text, HasSubstr(GetParam().says));
  EXPECT_EQ(line.text.find('\n'), line.text.size() - 1);
}

INSTANTIATE_TEST_SUITE_P(
    , WrongCommandLine,
    testing::Values(
        Wrong{"unknown_flag", {"--bogus"}, "--bogus"}, Wrong{"stray_word", {"serve"}, "serve"},
        Wrong{"flag_without_its_value", {"--rooms"}, "--rooms"},
        Wrong{"zero", {"--rooms", "0"}, "--rooms"}, Wrong{"negative", {"--rooms", "-4"}, "--rooms"},
        Wrong{"with_a_rest", {"--rooms", "4k"}, "'4k'"},
        Wrong{"too_much_for_the_field", {"--message-burst", "4294967296"}, "--message-burst"},
        Wrong{"time_without_a_unit", {"--close", "5"}, "500ms"},
        Wrong{"time_of_nothing", {"--close", "0s"}, "--close"},
        Wrong{"public_url_of_a_page", {"--public-url", "https://play.example.org"}, "wss://HOST"},
        Wrong{"public_url_of_nowhere", {"--public-url", "wss:///v1/ws"}, "wss://HOST"},
        Wrong{"public_url_in_two_words", {"--public-url", "wss://a b"}, "wss://HOST"},
        Wrong{"public_url_with_a_query", {"--public-url", "wss://a/?b"}, "wss://HOST"},
        Wrong{"no_access_key_file", {"--access-key-file", ""}, "--access-key-file"},
        Wrong{"no_port", {"--listen", "127.0.0.1"}, "--listen"},
        Wrong{"a_name_to_listen_on", {"--listen", "localhost:1"}, "--listen"},
        Wrong{"port_too_high", {"--listen", "127.0.0.1:65536"}, "--listen"},
        Wrong{"unbracketed_v6", {"--listen", "::1:80"}, "--listen"},
        Wrong{"a_certificate_without_its_key", {"--tls-cert", "a.pem"}, "--tls-key"},
        Wrong{"a_key_alone", {"--tls-key", "a.key"}, "--tls-cert"},
        Wrong{"a_name_for_a_proxy", {"--trusted-proxy", "::1,proxy"}, "'proxy' is not a network"},
        Wrong{"an_origin_with_a_path",
              {"--allowed-origins", "https://a.example/"},
              "'https://a.example/' is not an origin"},
        Wrong{"the_origin_of_all_that_have_none",
              {"--allowed-origins", "null"},
              "'null' is not an origin"},
        Wrong{"no_such_format", {"--log-format", "xml"}, "--log-format"},
        Wrong{"admin_without_a_port", {"--admin", "on"}, "or off"},
        Wrong{"two_deeds", {"rooms", "healthcheck"}, "healthcheck"},
        Wrong{"backup_into_nothing", {"backup"}, "FILE"},
        Wrong{"no_such_level", {"--log-level", "loud"}, "--log-level"},
        Wrong{"too_many_threads", {"--io-threads", "257"}, "--io-threads"},
        Wrong{"silence_shorter_than_pings", {"--silence", "10s"}, "--silence"}),
    [](const auto& row) { return std::string{row.param.name}; });

}  // namespace
}  // namespace flagrank::config
