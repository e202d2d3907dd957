#include "tests/unit/net/serving.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <cstdlib>
#include <future>
#include <variant>

#include "server/room/lobby.hpp"
#include "server/store/memory_journal.hpp"
#include "tests/support/patience.hpp"

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace flagrank::net {
namespace {

unsigned threads_wished() {
  const char* threads = std::getenv("FLAGRANK_TEST_IO_THREADS");
  return threads ? static_cast<unsigned>(std::stoul(threads)) : 1;
}

}  // namespace

Serving::Serving(const config::Limits& limits, const std::optional<std::string>& access_key)
    : work_{io_.get_executor()} {
  const config::Settings settings{
      .listen = {"127.0.0.1", 0}, .io_threads = threads_wished(), .limits = limits};
  auto lobby = std::make_shared<room::Lobby>(
      async::Executors{io_, settings.io_threads}, std::make_shared<store::MemoryJournal>(),
      room::LobbyLimits{.rooms = limits.rooms, .inbox = limits.room_inbox}, room::real_world());
  server_ = std::make_unique<Server>(io_, settings, std::move(lobby), nullptr, access_key);
  if (const auto error = server_->listen()) throw boost::system::system_error{error};
  while (threads_.size() < settings.io_threads) threads_.emplace_back([this] { io_.run(); });
}

Serving::~Serving() {
  if (!stopped_) stop();
  work_.reset();
  io_.stop();
  for (auto& thread : threads_) thread.join();
}

bool Serving::stop() {
  stopped_ = true;
  auto left = asio::co_spawn(io_, server_->stop(), asio::use_future);
  if (left.wait_for(test::patience()) == std::future_status::ready) return true;
  server_->cut_all();
  left.wait();
  return false;
}

bool Serving::deserted() const {
  const auto until = test::deadline();
  while (server_->connections() > 0) {
    if (test::Clock::now() > until) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

config::Limits patient_limits() {
  config::Limits limits;
  limits.messages_per_second = 100'000;
  limits.message_burst = 100'000;
  limits.failed_joins_per_minute = 100'000;
  limits.connections_per_address = 1000;
  limits.handshake = limits.first_command = limits.ping_interval = 1h;
  limits.write = limits.close = limits.stop = 1h;
  limits.silence = 2h;
  return limits;
}

test::WsClient greeted(std::uint16_t port) {
  test::WsClient client{port};
  EXPECT_TRUE(std::holds_alternative<protocol::Hello>(as_message(client.hear()).body));
  return client;
}

protocol::ServerMessage say(test::WsClient& client, const std::string& id,
                            protocol::ClientBody body) {
  client.say(protocol::encode(protocol::ClientMessage{.id = id, .body = std::move(body)}));
  return as_message(client.hear());
}

protocol::ServerMessage as_message(const test::WsClient::Received& received) {
  const auto* text = std::get_if<std::string>(&received);
  EXPECT_TRUE(text) << "no message came";
  if (!text) return {.body = protocol::Unknown{}};
  auto decoded = protocol::decode_server(*text);
  EXPECT_TRUE(decoded) << *text;
  return decoded ? *std::move(decoded) : protocol::ServerMessage{.body = protocol::Unknown{}};
}

protocol::ErrorCode refusal(const protocol::ServerMessage& message) {
  const auto* error = std::get_if<protocol::Error>(&message.body);
  EXPECT_TRUE(error) << "no refusal came";
  return error ? error->code : protocol::ErrorCode::internal;
}

std::uint16_t close_code(test::WsClient& client) {
  for (;;) {
    const auto received = client.hear();
    if (const auto* closed = std::get_if<test::Closed>(&received)) return closed->code;
    if (std::holds_alternative<test::Silence>(received)) return 0;
  }
}

}  // namespace flagrank::net
