#include "client/text/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "client/text/durations.hpp"
#include "client/text/files.hpp"
#include "client/text/seat_folder.hpp"
#include "common/protocol/text.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/names.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::text {
namespace {

constexpr const char* about =
    R"(flagrank plays the board game known as Stratego against a friend, in a terminal.

One of you makes a room, the other joins it with the code that is shown:
  flagrank create --server ws://HOST:PORT
  flagrank join CODE --server ws://HOST:PORT
Who was cut off goes back to the game with
  flagrank resume
Where the room is open to spectators, others look on with
  flagrank watch CODE --server ws://HOST:PORT)";

constexpr const char* footer =
    R"(When standard input or output is no terminal, commands are read line by line and
answered in plain lines, for scripts (client/README.md). NO_COLOR turns colours off.

Exit status: 0 the game was finished, 1 you left before the end, 2 wrong usage or
no game to resume, 3 no connection or the connection was lost, 4 refused by the server.)";

/// What the options were set to, as text.
struct Options {
  std::string server;
  std::string name;
  std::string formation;
  bool ascii = false;
  unsigned rematches = 0;
  std::string code;
  std::string side = "random";
  std::string variant = "classic";
  bool no_scout_strike = false;
  bool no_two_squares = false;
  std::string chase = "isf";
  std::string mutual_immobility = "loss";
  view::Timing timing;
  bool spectators = false;
  rules::Ruleset ruleset;  ///< the switches that are set as they are
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

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const rules::Variant& variant : rules::variants()) names.emplace_back(variant.name);
  return names;
}

void add_ascii(CLI::App& command, Options& options) {
  command.add_flag("--ascii", options.ascii, "Print nothing but ASCII");
}

void add_server(CLI::App& command, Options& options) {
  command.add_option("--server", options.server, "Where it listens, or FLAGRANK_SERVER")
      ->capture_default_str()
      ->type_name("URL");
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
  create.add_option("--ruleset", options.variant, "The armies to play with")
      ->capture_default_str()
      ->check(CLI::IsMember(variant_names()))
      ->group(group);
  create
      .add_option("--draw-after", options.ruleset.draw_after_quiet_moves,
                  "A draw after so many moves without a fight; 0 = never")
      ->capture_default_str()
      ->type_name("MOVES")
      ->group(group);
  create
      .add_flag("--aggressor-advantage", options.ruleset.aggressor_advantage,
                "Of equal ranks the attacker wins")
      ->group(group);
  create
      .add_flag("--no-scout-strike", options.no_scout_strike,
                "A scout may not run and attack in one move")
      ->group(group);
  create
      .add_flag("--no-two-squares", options.no_two_squares,
                "Let pieces go to and fro between two squares")
      ->group(group);
  create.add_option("--chase", options.chase, "What forbids to chase for ever")
      ->capture_default_str()
      ->check(CLI::IsMember({"isf", "three_squares", "off"}))
      ->group(group);
  create
      .add_option("--mutual-immobility", options.mutual_immobility,
                  "When nobody can move, a loss of whose turn it is, or a draw")
      ->capture_default_str()
      ->check(CLI::IsMember({"loss", "draw"}))
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

/// All names in the options have been checked.
rules::Ruleset ruleset_of(const Options& options) {
  rules::Ruleset ruleset = options.ruleset;
  ruleset.variant = rules::find_variant(options.variant);
  ruleset.scout_strike = !options.no_scout_strike;
  ruleset.two_squares = !options.no_two_squares;
  ruleset.chase = rules::from_name<rules::ChaseRule>(options.chase).value();
  ruleset.mutual_immobility =
      rules::from_name<rules::MutualImmobility>(options.mutual_immobility).value();
  return ruleset;
}

/// Of any variant: who joins does not know yet what is played.
bool known_style(std::string_view name) {
  return std::ranges::any_of(rules::variants(), [&](const rules::Variant& variant) {
    const auto styles = rules::formation_styles(variant);
    return std::ranges::find(styles, name, &rules::FormationStyle::name) != styles.end();
  });
}

ToPrint wrong(const std::string& sentence) {
  return {"flagrank: " + sentence + "\nRun flagrank --help to see what can be asked for.\n",
          ExitStatus::usage};
}

std::variant<ToPlay, ToPrint> to_resume(const Options& options) {
  const auto seat = SeatFolder{seat_folder()}.choose(options.code);
  if (!seat) return ToPrint{"flagrank: " + seat.error().sentence + "\n", ExitStatus::usage};
  return ToPlay{.wish = {.entry = *seat,
                         .formation = {},
                         .server = seat->server,
                         .rematches = options.rematches},
                .server = *parse_address(seat->server),
                .ascii = options.ascii};
}

std::variant<ToPlay, ToPrint> understood(const Options& options, bool create, bool watch) {
  const auto server = parse_address(options.server);
  if (!server) return wrong(server.error().sentence);

  ToPlay play{.wish = {.entry = {},
                       .formation = {},
                       .server = options.server,
                       .rematches = options.rematches},
              .server = *server,
              .ascii = options.ascii};
  if (create) {
    play.wish.entry = protocol::CreateRoom{.name = options.name,
                                           .side = rules::from_name<rules::Side>(options.side),
                                           .ruleset = ruleset_of(options),
                                           .timing = options.timing,
                                           .spectators = options.spectators};
  } else if (watch) {
    play.wish.entry = protocol::WatchRoom{.room = options.code};
  } else {
    play.wish.entry =
        protocol::JoinRoom{.room = options.code, .name = options.name, .retry_key = {}};
  }

  if (options.formation.empty()) return play;
  if (known_style(options.formation)) {
    play.wish.formation = protocol::SuggestFormation{options.formation};
    return play;
  }
  const auto file = read_file(options.formation);
  if (!file) return wrong(file.error().sentence);
  play.wish.formation = *file;
  return play;
}

}  // namespace

std::variant<ToPlay, ToPrint> read_arguments(int argc, const char* const* argv) {
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
  add_limit_options(*create, options);
  add_ruleset_options(*create, options);

  CLI::App* join = app.add_subcommand("join", "Join the room of the other player");
  join->add_option("CODE", options.code, "The room's code")->required();
  add_common_options(*join, options);

  CLI::App* watch = app.add_subcommand("watch", "Watch a room that is open to spectators");
  watch->add_option("CODE", options.code, "The room's code")->required();
  add_server(*watch, options);
  add_ascii(*watch, options);

  CLI::App* resume = app.add_subcommand("resume", "Go back to your last game on this machine");
  resume->add_option("CODE", options.code, "The room's code, where it is not the last one");
  add_rematch(*resume, options);
  add_ascii(*resume, options);

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
  return understood(options, create->parsed(), watch->parsed());
}

}  // namespace flagrank::text
