#include "client/text/fetch.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using Response = http::response<http::string_body>;
using Answer = boost::system::result<std::string, Ending>;

constexpr std::chrono::seconds patience{10};

Ending lost(std::string sentence) {
  return {.status = ExitStatus::lost, .sentence = std::move(sentence)};
}

Ending refused(std::string sentence) {
  return {.status = ExitStatus::refused, .sentence = std::move(sentence)};
}

Ending failure(const Address& place, const error_code& why) {
  const std::string server = place.host_and_port();
  if (why == asio::error::connection_refused) return lost("nothing listens on " + server);
  if (why == beast::error::timeout) return lost(server + " does not answer");
  if (why == http::error::body_limit) return lost(server + " answers more than a record can be");
  return lost("cannot fetch from " + server + ": " + why.message());
}

Answer understood(const Address& place, Response response) {
  const std::string server = place.host_and_port();
  switch (response.result_int()) {
    case 200:
      return {boost::system::in_place_value, std::move(response.body())};
    case 404:
      return refused(server + " has no such record: it may be older than what is kept there");
    case 429:
    case 503:
      return refused(server + " is too busy; try again later");
    default:
      return refused(server + " answers HTTP " + std::to_string(response.result_int()));
  }
}

asio::awaitable<void> ask(const Address& place, std::size_t most, std::optional<Answer>& answer) {
  const auto executor = co_await asio::this_coro::executor;
  error_code failed;
  auto token = asio::redirect_error(asio::use_awaitable, failed);
  tcp::resolver resolver{executor};
  const auto places = co_await resolver.async_resolve(place.host, place.port, token);
  if (failed) {
    answer = lost("there is no host named " + place.host);
    co_return;
  }
  beast::tcp_stream stream{executor};
  stream.expires_after(patience);
  http::request<http::empty_body> request{http::verb::get, place.path, 11};
  request.set(http::field::host, place.host_and_port());
  request.set(http::field::user_agent, "flagrank/" FLAGRANK_VERSION);
  request.set(http::field::accept, "application/json");
  request.set(http::field::connection, "close");
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(most);
  co_await stream.async_connect(places, token);
  if (!failed) co_await http::async_write(stream, request, token);
  if (!failed) co_await http::async_read(stream, buffer, parser, token);
  answer = failed ? Answer{failure(place, failed)} : understood(place, parser.release());
}

}  // namespace

Answer fetch(const Address& place, std::size_t most) {
  std::optional<Answer> answer;
  asio::io_context io;
  asio::co_spawn(io, ask(place, most, answer), [&](const std::exception_ptr& failed) {
    if (failed) answer = lost("something went wrong in this program");
  });
  io.run();
  return answer.value_or(lost("something went wrong in this program"));
}

}  // namespace flagrank::text
