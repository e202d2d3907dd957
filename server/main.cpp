#include <spdlog/spdlog.h>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/async/executors.hpp"
#include "server/async/tasks.hpp"
#include "server/config/access_key.hpp"
#include "server/config/listen_address.hpp"
#include "server/config/settings.hpp"
#include "server/net/server.hpp"
#include "server/net/tls.hpp"
#include "server/ops/admin.hpp"
#include "server/ops/healthcheck.hpp"
#include "server/ops/log.hpp"
#include "server/ops/loop_lag.hpp"
#include "server/ops/metrics.hpp"
#include "server/ops/open_files.hpp"
#include "server/ops/signals.hpp"
#include "server/room/lobby.hpp"
#include "server/store/existing.hpp"
#include "server/store/memory_journal.hpp"
#include "server/store/sqlite_journal.hpp"

namespace asio = boost::asio;

namespace flagrank {
namespace {

room::LobbyLimits lobby_limits(const config::Limits& limits) {
  return {.rooms = limits.rooms,
          .inbox = limits.room_inbox,
          .chat_bytes = limits.chat_bytes,
          .chats_per_minute = limits.chats_per_minute,
          .spectators = limits.spectators_per_room,
          .records = limits.keep_records > std::chrono::milliseconds::zero(),
          .empty_room = limits.empty_room,
          .unfinished_setup = limits.unfinished_setup,
          .silent_game = limits.silent_game,
          .finished_room = limits.finished_room};
}

store::Retention retention_in(const config::Limits& limits) {
  return {.age = limits.keep_records, .count = limits.records};
}

config::ListenAddress address_of(const asio::ip::tcp::endpoint& endpoint) {
  return {endpoint.address().to_string(), endpoint.port()};
}

asio::ip::tcp::endpoint endpoint_of(const config::ListenAddress& address) {
  return {asio::ip::make_address(address.host), address.port};
}

/// Where it listens in fact.
struct Places {
  asio::ip::tcp::endpoint players;
  std::optional<config::ListenAddress> admin;
};

/// What a person at the terminal wants to know next. The first line is what scripts wait for.
void say_how_to_play(const Places& places, const config::Settings& settings) {
  const config::ListenAddress here = address_of(places.players);
  const bool tls = settings.tls_cert && !settings.public_url;
  const std::string url =
      settings.public_url.value_or(tls ? "wss://HOST:" + std::to_string(here.port)
                                       : "ws://" + spell(address_of(ops::near(places.players))));
  std::string how = " --server " + url;
  if (settings.access_key_file) how += " --access-key-file " + settings.access_key_file->string();
  std::cout << "flagrankd " FLAGRANK_VERSION " listening on " << spell(here)
            << "\nTo play:   flagrank create" << how << "\nand then:  flagrank join CODE" << how
            << '\n'
            << (tls ? "where HOST is a name that stands in the certificate\n" : "");
  if (places.admin) {
    std::cout << "Health:    http://" << spell(*places.admin) << "/healthz, /readyz and /metrics\n";
  }
  std::cout << std::flush;
}

/// The same for programs, in a log of which every line is JSON.
void say_in_json(const Places& places) {
  ops::Fields fields{{"version", FLAGRANK_VERSION}};
  if (places.admin) fields.emplace_back("admin", spell(*places.admin));
  fields.emplace_back("address", spell(address_of(places.players)));
  std::cout << ops::line_in_json("listening", fields) << '\n' << std::flush;
}

ops::LogFormat log_format(const config::Settings& settings) {
  return settings.log_format == "json" ? ops::LogFormat::json : ops::LogFormat::plain;
}

/// What stands on standard output first; the log follows it there.
void say_where(const config::Settings& settings, const Places& places) {
  if (log_format(settings) == ops::LogFormat::json) {
    say_in_json(places);
  } else {
    say_how_to_play(places, settings);
  }
  ops::log_to_output();
  if (settings.data) {
    spdlog::info("games are kept in {}", settings.data->string());
  } else {
    spdlog::info("games are kept in memory and end with the server");
  }
}

asio::awaitable<void> leave(asio::io_context& io, net::Server& server) {
  co_await server.stop();
  io.stop();
}

/// Stops in phases; after the limit whoever is left is cut off, and soon after that we go whether
/// or not everything has come to an end.
class Stop {
 public:
  Stop(asio::io_context& io, net::Server& server, std::chrono::milliseconds limit)
      : io_{io}, server_{server}, limit_{limit}, timer_{io} {}

  void begin() {
    spdlog::info("stopping");
    async::spawn(io_.get_executor(), "the stop", leave(io_, server_));
    timer_.expires_after(limit_);
    timer_.async_wait([this](boost::system::error_code error) {
      if (!error) cut();
    });
  }

 private:
  void cut() {
    constexpr std::chrono::milliseconds grace{500};
    server_.cut_all();
    timer_.expires_after(grace);
    timer_.async_wait([this](boost::system::error_code) { io_.stop(); });
  }

  asio::io_context& io_;
  net::Server& server_;
  const std::chrono::milliseconds limit_;
  asio::steady_timer timer_;
};

/// An exception that gets here has passed every place that should have caught it: its handler is
/// lost, the others go on.
void run(asio::io_context& io) {
  while (!io.stopped()) {
    try {
      io.run();
    } catch (const std::exception& error) {
      spdlog::critical("an exception nobody caught: {}", error.what());
    }
  }
}

void run_on(asio::io_context& io, unsigned threads) {
  std::vector<std::jthread> others;
  while (others.size() + 1 < threads) others.emplace_back([&io] { run(io); });
  run(io);
}

/// None where TLS is not spoken; or a sentence about what is wrong with it.
boost::system::result<std::shared_ptr<net::Certificate>, std::string> certificate_in(
    const config::Settings& settings) {
  if (!settings.tls_cert) return std::shared_ptr<net::Certificate>{};
  return net::Certificate::load({*settings.tls_cert, *settings.tls_key});
}

/// Who is in stays in, with whichever key. Where there is none to be read the old one holds.
void read_key_again(const std::filesystem::path& file, net::Server& server) {
  const auto key = config::read_access_key(file);
  if (key) {
    server.change_access_key(key->text);
    spdlog::info("the access key was read again");
  } else {
    spdlog::error("the old access key holds: {}", key.error().why);
  }
}

/// What SIGHUP has read again.
std::vector<std::function<void()>> readers(const std::shared_ptr<net::Certificate>& certificate,
                                           const config::Settings& settings, net::Server& server) {
  std::vector<std::function<void()>> all;
  if (certificate) all.emplace_back([certificate] { certificate->reload(); });
  if (settings.access_key_file) {
    all.emplace_back([file = *settings.access_key_file, &server] { read_key_again(file, server); });
  }
  return all;
}

int cannot_listen(const config::ListenAddress& address, const boost::system::error_code& error,
                  const char* way_out = "") {
  std::cerr << "flagrankd: cannot listen on " << spell(address) << ": " << error.message()
            << way_out << '\n';
  return EXIT_FAILURE;
}

/// `lasting` is where games are kept; in memory where there is none.
int serve(const config::Settings& settings, const room::World& world,
          const std::optional<std::string>& access_key,
          const std::shared_ptr<store::SqliteJournal>& lasting) {
  std::shared_ptr<store::Journal> journal = lasting;
  if (!lasting) {
    journal = std::make_shared<store::MemoryJournal>(retention_in(settings.limits), world.now);
  }

  const auto certificate = certificate_in(settings);
  if (!certificate) {
    std::cerr << "flagrankd: " << certificate.error() << '\n';
    return EXIT_FAILURE;
  }
  asio::io_context io{async::Executors::concurrency_hint(settings.io_threads)};
  auto lobby =
      std::make_shared<room::Lobby>(async::Executors{io, settings.io_threads}, std::move(journal),
                                    lobby_limits(settings.limits), world);
  net::Server server{io, settings, lobby, *certificate, access_key};
  if (const auto error = server.listen()) return cannot_listen(settings.listen, error);
  const ops::LoopLag loop_lag{io};
  const ops::Counted counted{.server = server, .lobby = *lobby, .loop_lag = loop_lag};
  ops::Admin admin{io,
                   {.trouble = [&lobby] { return std::string{lobby->trouble()}; },
                    .metrics = [&counted] { return ops::metrics_of(counted); }}};
  Places places{.players = server.endpoint(), .admin = {}};
  if (settings.admin) {
    const auto error = admin.listen(endpoint_of(*settings.admin));
    if (error) return cannot_listen(*settings.admin, error, "; for another place, --admin");
    places.admin = address_of(admin.endpoint());
  }
  Stop stop{io, server, settings.limits.stop};
  const ops::StopSignals signals{io, [&stop] { stop.begin(); }};
  const ops::ReloadSignal reload{io, readers(*certificate, settings, server)};
  say_where(settings, places);
  run_on(io, settings.io_threads);
  if (lasting) lasting->close();
  spdlog::info("stopped");
  return EXIT_SUCCESS;
}

int serve(const config::Settings& settings) {
  ops::set_up_log(settings.log_level, log_format(settings));
  ops::make_room_for(settings.limits.connections);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the journal

  std::optional<std::string> access_key;
  if (settings.access_key_file) {
    auto key = config::read_access_key(*settings.access_key_file);
    if (!key) {
      std::cerr << "flagrankd: " << key.error().why << '\n';
      return EXIT_FAILURE;
    }
    access_key = std::move(key->text);
  }
  const room::World world = room::real_world();
  if (!settings.data) return serve(settings, world, access_key, nullptr);
  auto opened =
      store::SqliteJournal::open_in(*settings.data, world.now, retention_in(settings.limits));
  if (!opened) {
    std::cerr << "flagrankd: " << opened.error() << '\n';
    return EXIT_FAILURE;
  }
  return serve(settings, world, access_key, *std::move(opened));
}

int check_health(const config::Settings& settings) {
  std::string fault = "it is off";
  if (settings.admin) fault = ops::check_health(endpoint_of(*settings.admin));
  if (fault.empty()) return EXIT_SUCCESS;
  std::cerr << "flagrankd: the admin port"
            << (settings.admin ? " at " + spell(*settings.admin) : std::string{}) << ": " << fault
            << '\n';
  return EXIT_FAILURE;
}

/// Where games are kept, or nothing, and then it has been said.
const std::filesystem::path* kept_in(const config::Settings& settings) {
  if (settings.data) return &*settings.data;
  std::cerr << "flagrankd: with --ephemeral no games are kept\n";
  return nullptr;
}

int back_up(const config::CommandLine& line) {
  const auto* const directory = kept_in(line.settings);
  if (directory == nullptr) return EXIT_FAILURE;
  const auto fault = store::back_up(*directory, line.file);
  if (!fault) return EXIT_SUCCESS;
  std::cerr << "flagrankd: " << *fault << '\n';
  return EXIT_FAILURE;
}

int list_rooms(const config::Settings& settings) {
  const auto* const directory = kept_in(settings);
  if (directory == nullptr) return EXIT_FAILURE;
  const auto inventory = store::take_inventory(*directory);
  if (!inventory) {
    std::cerr << "flagrankd: " << inventory.error() << '\n';
    return EXIT_FAILURE;
  }
  std::cout << store::described(*inventory, room::server_now());
  return EXIT_SUCCESS;
}

int say(const config::CommandLine& line) {
  (line.exit_status == EXIT_SUCCESS ? std::cout : std::cerr) << line.text;
  return line.exit_status;
}

int run(const config::CommandLine& line) {
  switch (line.deed) {
    case config::Deed::say:
      return say(line);
    case config::Deed::check_health:
      return check_health(line.settings);
    case config::Deed::back_up:
      return back_up(line);
    case config::Deed::list_rooms:
      return list_rooms(line.settings);
    case config::Deed::serve:
      break;
  }
  return serve(line.settings);
}

}  // namespace
}  // namespace flagrank

int main(int argc, char** argv) {
  try {
    return flagrank::run(flagrank::config::read_command_line(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "flagrankd: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
