#include "client/text/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/system/result.hpp>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "client/text/clean.hpp"
#include "client/text/durations.hpp"
#include "client/text/files.hpp"
#include "client/text/invitation.hpp"
#include "client/text/replay_arguments.hpp"
#include "client/text/seat_folder.hpp"
#include "client/text/switches.hpp"
#include "client/text/trust_argument.hpp"
#include "common/protocol/text.hpp"
#include "common/rules/names.hpp"

namespace flagrank::text {
namespace {

constexpr const char* about =
    R"(flagrank plays the board game known as Stratego against a friend, in a terminal.

One of you makes a room, the other joins it with the invitation or the code that is shown:
  flagrank create --server ws://HOST:PORT
  flagrank join "flagrank://…"
  flagrank join CODE --server ws://HOST:PORT
Who was cut off goes back to the game with
  flagrank resume
Where the room is open to spectators, others look on with
  flagrank watch CODE --server ws://HOST:PORT
Where anybody can join, with create --public, is told by
  flagrank rooms --server ws://HOST:PORT
What can be played, and by which rules, is told by
  flagrank rules --server ws://HOST:PORT
A game that is over can be looked at once more, move by move, with
  flagrank replay FILE)";

constexpr const char* footer =
    R"(When standard input or output is no terminal, commands are read line by line and
answered in plain lines, for scripts (client/README.md). NO_COLOR turns colours off.

Exit status: 0 the game was finished, 1 you left before the end, 2 wrong usage, a file
or an output that cannot be used or no game to resume, 3 no connection or the connection was lost, 4 refused by the server.)";

/// What the options were set to, as text; and what an invitation holds.
struct Options {
  std::string server;
  std::string authorities;
  std::string name;
  std::string formation;
  bool ascii = false;
  unsigned rematches = 0;
  std::string code;
  std::string side = "random";
  std::string preset = "classic";
  std::vector<std::string> switches;
  view::Timing timing;
  bool spectators = false;
  bool is_public = false;
  bool by_invitation = false;
  bool return_match = false;
  std::string access_key_file;
  std::optional<std::string> invitation;
};

/// The user's name on this machine, where it will do as a player's name.
std::string default_name() {
  const char* user = std::getenv("USER");
  return user != nullptr && protocol::valid_player_name(user) ? user : "Player";
}

/// Not left to CLI11: it would set the option of every subcommand, also after the command line.
std::string default_server() {
  const char* server = std::getenv("FLAGRANK_SERVER");
  return server != nullptr && *server != '\0' ? server : "ws://127.0.0.1:8080";
}

void add_ascii(CLI::App& command, Options& options) {
  command.add_flag("--ascii", options.ascii, "Print nothing but ASCII");
}

void add_server(CLI::App& command, Options& options) {
  command.add_option("--server", options.server, "Where it listens, or FLAGRANK_SERVER")
      ->capture_default_str()
      ->type_name("URL");
  add_authorities(command, options.authorities);
}

void add_access_key(CLI::App& command, Options& options) {
  command
      .add_option("--access-key-file", options.access_key_file,
                  "Where the access key of a private server stands, or the key itself in "
                  "FLAGRANK_ACCESS_KEY")
      ->type_name("FILE");
}

void add_rematch(CLI::App& command, Options& options) {
  command
      .add_option("--rematch", options.rematches,
                  "For scripts: play so many rematches, offering or accepting each")
      ->type_name("N")
      ->check(CLI::Range(0U, 1'000'000U));
}

void add_common_options(CLI::App& command, Options& options) {
  add_server(command, options);
  add_access_key(command, options);
  command.add_option("--name", options.name, "What the other player calls you")
      ->capture_default_str()
      ->check([](const std::string& name) {
        return protocol::valid_player_name(name)
                   ? std::string{}
                   : "a name has 1 to 32 bytes of text, without control characters";
      });
  command
      .add_option("--formation", options.formation,
                  "Take this arrangement and lock it at once: default, random, another name that "
                  "flagrank rules lists, or a file")
      ->type_name("NAME|FILE");
  add_rematch(command, options);
  add_ascii(command, options);
}

void add_ruleset_options(CLI::App& create, Options& options) {
  const std::string group = "Rules";
  create.add_option("--preset", options.preset, "The game to play; flagrank rules lists them all")
      ->capture_default_str()
      ->type_name("NAME")
      ->group(group);
  create
      .add_option("--set", options.switches,
                  "Play it otherwise, such as --set chase=off; can be said more than once; "
                  "flagrank rules lists the switches")
      ->type_name("SWITCH=VALUE")
      ->take_all()
      ->expected(1)
      ->group(group);
  create
      .add_flag("--return-match", options.return_match,
                "Two games, one with each side; the points of both decide")
      ->group(group);
}

void add_limit_options(CLI::App& create, Options& options) {
  const std::string group = "Limits";
  const auto limit = [&](const std::string& name, std::optional<view::Milliseconds>& value,
                         const std::string& description) {
    create
        .add_option_function<std::string>(
            name, [&value](const std::string& text) { value = parse_limit(text); }, description)
        ->type_name("TIME")
        ->check([](const std::string& text) {
          return parse_limit(text) ? std::string{} : "a limit is written like 90s, 5m or 1h30m";
        })
        ->group(group);
  };
  create
      .add_option_function<std::string>(
          "--clock",
          [&options](const std::string& text) { options.timing.clock = parse_clock(text); },
          "10m+5s: each side's time and what a move adds; 30s/move: for each move")
      ->type_name("TIME[+TIME]|TIME/move")
      ->check([](const std::string& text) {
        return parse_clock(text) ? std::string{}
                                 : "a clock is written like 10m, 10m+5s or 30s/move";
      })
      ->group(group);
  limit("--setup-limit", options.timing.setup_limit, "How long both may take for their armies");
  limit("--absence-limit", options.timing.absence_limit,
        "After how long away a player may lose the game");
}

boost::system::result<rules::Ruleset, Complaint> ruleset_of(const Options& options) {
  rules::Ruleset ruleset;
  if (auto fault = choose_preset(ruleset, options.preset)) return *std::move(fault);
  for (const std::string& text : options.switches) {
    if (auto fault = set_switch(ruleset, text)) return *std::move(fault);
  }
  if (const auto reason = rules::incoherence(ruleset)) {
    return Complaint{"--set: this cannot be played: " + std::string{*reason}};
  }
  return ruleset;
}

/// What `--formation` names. It is looked for before there is a room, which would be made, or
/// joined, in vain.
boost::system::result<FormationWish, Complaint> formation_wish(const std::string& name,
                                                               const rules::Variant* variant) {
  const auto names = style_names(variant);
  if (std::ranges::find(names, name) != names.end()) return protocol::SuggestFormation{name};
  const auto file = read_file(name);
  if (file) return *file;
  std::string list;
  for (const std::string_view one : names) list += (list.empty() ? "" : ", ") + std::string{one};
  return Complaint{"--formation: \"" + name + "\" is neither a formation of " +
                   (variant != nullptr ? "this game" : "any game") +
                   " nor a file that can be read. There are: " + list + ". " +
                   file.error().sentence};
}

ToPrint wrong(const std::string& sentence) {
  return {"flagrank: " + sentence + "\nRun flagrank --help to see what can be asked for.\n",
          ExitStatus::usage};
}

template <class T>
Wanted either(const boost::system::result<T, Complaint>& read) {
  if (read) return *read;
  return wrong(clean(read.error().sentence, {}));
}

/// Where `--server`, or what was kept of one, says.
boost::system::result<Address, Complaint> server_at(const std::string& url,
                                                    const Options& options) {
  const auto server = parse_address(url);
  if (!server) return server.error();
  return trusting(*server, options.authorities);
}

Wanted to_resume(const Options& options) {
  const auto seat = SeatFolder{seat_folder()}.choose(options.code);
  if (!seat) return ToPrint{"flagrank: " + seat.error().sentence + "\n", ExitStatus::usage};
  const auto server = server_at(seat->server, options);
  if (!server) return wrong(server.error().sentence);
  return ToPlay{.wish = {.entry = *seat,
                         .formation = {},
                         .server = seat->server,
                         .rematches = options.rematches},
                .server = *server,
                .ascii = options.ascii};
}

using Key = std::optional<std::string>;

/// From the file, or else from the environment. Never from the command line, which others see.
boost::system::result<Key, Complaint> access_key(const Options& options) {
  if (!options.access_key_file.empty()) {
    const auto file = read_file(options.access_key_file);
    if (!file) return Complaint{"--access-key-file: " + file.error().sentence};
    if (auto key = valid_access_key(file->text)) return key;
    return Complaint{"--access-key-file: no access key stands in " + options.access_key_file};
  }
  const char* key = std::getenv("FLAGRANK_ACCESS_KEY");
  if (key == nullptr || *key == '\0') return Key{};
  if (auto valid = valid_access_key(key)) return valid;
  return Complaint{"FLAGRANK_ACCESS_KEY holds no access key"};
}

Wanted to_enquire(const Options& options, decltype(Enquiry::question) question) {
  const auto server = server_at(options.server, options);
  if (!server) return wrong(server.error().sentence);
  const auto key = access_key(options);
  if (!key) return wrong(key.error().sentence);
  return Enquiry{.question = std::move(question),
                 .server = *server,
                 .ascii = options.ascii,
                 .access_key = *key};
}

/// The server and the room that an invitation names, in the place of the options.
boost::system::result<Options, Complaint> invited(Options options) {
  const auto invitation = read_invitation(options.code);
  if (!invitation) return invitation.error();
  options.server = invitation->server;
  options.code = invitation->room;
  options.invitation = invitation->secret;
  return options;
}

Wanted understood(const Options& options, bool create, bool watch) {
  const auto server = server_at(options.server, options);
  if (!server) return wrong(server.error().sentence);
  const auto key = access_key(options);
  if (!key) return wrong(key.error().sentence);

  ToPlay play{.wish = {.entry = {},
                       .formation = {},
                       .server = options.server,
                       .rematches = options.rematches,
                       .access_key = *key},
              .server = *server,
              .ascii = options.ascii};
  if (create) {
    const auto ruleset = ruleset_of(options);
    if (!ruleset) return wrong(ruleset.error().sentence);
    play.wish.entry = protocol::CreateRoom{.name = options.name,
                                           .side = rules::from_name<rules::Side>(options.side),
                                           .ruleset = *ruleset,
                                           .timing = options.timing,
                                           .spectators = options.spectators,
                                           .is_public = options.is_public,
                                           .return_match = options.return_match,
                                           .by_invitation = options.by_invitation};
  } else if (watch) {
    play.wish.entry = protocol::WatchRoom{.room = options.code};
  } else {
    play.wish.entry = protocol::JoinRoom{.room = options.code,
                                         .name = options.name,
                                         .retry_key = {},
                                         .invitation = options.invitation};
  }

  if (options.formation.empty()) return play;
  const auto* made = std::get_if<protocol::CreateRoom>(&play.wish.entry);
  const auto formation =
      formation_wish(options.formation, made != nullptr ? made->ruleset.variant : nullptr);
  if (!formation)
    return ToPrint{"flagrank: " + formation.error().sentence + "\n", ExitStatus::usage};
  play.wish.formation = *formation;
  return play;
}

}  // namespace

Wanted read_arguments(int argc, const char* const* argv) {
  Options options;
  options.server = default_server();
  options.name = default_name();
  CLI::App app{about, "flagrank"};
  app.footer(footer);
  app.set_version_flag("--version", "flagrank " FLAGRANK_VERSION);
  app.require_subcommand(1);

  CLI::App* create = app.add_subcommand("create", "Make a room and wait for the other player");
  add_common_options(*create, options);
  create->add_option("--side", options.side, "Your side; Red moves first")
      ->capture_default_str()
      ->check(CLI::IsMember({"red", "blue", "random"}));
  create->add_flag("--spectators", options.spectators, "Let others watch");
  create->add_flag("--public", options.is_public,
                   "Let anybody join: flagrank rooms shows the room");
  create->add_flag("--by-invitation", options.by_invitation,
                   "Let nobody join by the code: only by the invitation that is shown");
  add_limit_options(*create, options);
  add_ruleset_options(*create, options);

  CLI::App* join = app.add_subcommand("join", "Join the room of the other player");
  join->add_option("CODE", options.code,
                   "The room's code; or an invitation, which names the server too")
      ->required();
  add_common_options(*join, options);

  CLI::App* watch = app.add_subcommand("watch", "Watch a room that is open to spectators");
  watch->add_option("CODE", options.code, "The room's code")->required();
  add_server(*watch, options);
  add_access_key(*watch, options);
  add_ascii(*watch, options);

  CLI::App* rules = app.add_subcommand("rules", "Show what can be played on a server");
  std::string game;
  rules->add_option("PRESET", game, "One game in full; without it all of them, and the switches");
  add_server(*rules, options);
  add_ascii(*rules, options);

  CLI::App* rooms = app.add_subcommand("rooms", "Show the public rooms of a server");
  add_server(*rooms, options);
  add_access_key(*rooms, options);
  add_ascii(*rooms, options);

  CLI::App* resume = app.add_subcommand("resume", "Go back to your last game on this machine");
  resume->add_option("CODE", options.code, "The room's code, where it is not the last one");
  add_authorities(*resume, options.authorities);
  add_rematch(*resume, options);
  add_ascii(*resume, options);

  const ReplayArguments kept{app, options.server};

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& wanted) {
    std::ostringstream out;
    std::ostringstream complaint;
    const int status = app.exit(wanted, out, complaint);
    if (status == 0) return ToPrint{out.str(), ExitStatus::finished};
    return ToPrint{complaint.str(), ExitStatus::usage};
  }
  if (resume->parsed()) return to_resume(options);
  if (rules->parsed()) return to_enquire(options, AboutRules{game});
  if (rooms->parsed()) return to_enquire(options, AboutRooms{});
  if (kept.replay_asked()) return either(kept.to_replay());
  if (kept.convert_asked()) return either(kept.to_convert());
  if (join->parsed() && is_invitation(options.code)) {
    const auto told = invited(std::move(options));
    if (!told) return wrong(told.error().sentence);
    return understood(*told, false, false);
  }
  return understood(options, create->parsed(), watch->parsed());
}

}  // namespace flagrank::text
