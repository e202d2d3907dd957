#include "client/text/fetch.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
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
#include <cctype>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include "client/text/look_up.hpp"

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using Parser = http::response_parser<http::string_body>;
using Outcome = boost::system::result<Answer, Ending>;

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
  if (why == http::error::body_limit) return lost(server + " answers more than can be read");
  return lost("cannot fetch from " + server + ": " + why.message());
}

Ending not_found(const Address& place, const error_code& why) {
  if (why == asio::error::timed_out) return lost("nobody says where " + place.host + " is");
  return lost("there is no host named " + place.host);
}

Answer understood(Parser::value_type response) {
  Answer answer{.status = response.result_int(), .fields = {}, .body = std::move(response.body())};
  for (const auto& field : response) {
    std::string name{field.name_string()};
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    answer.fields[name] = std::string{field.value()};
  }
  return answer;
}

asio::awaitable<void> talk(const Address& place, std::string_view method, std::size_t most,
                           std::optional<Outcome>& outcome) {
  const auto places = co_await look_up(place.host, place.port, patience);
  if (!places) {
    outcome = not_found(place, places.error());
    co_return;
  }
  error_code failed;
  auto token = asio::redirect_error(asio::use_awaitable, failed);
  const auto executor = co_await asio::this_coro::executor;
  beast::tcp_stream stream{executor};
  stream.expires_after(patience);
  http::request<http::empty_body> request{http::verb::get, place.path, 11};
  request.method_string(method);
  request.set(http::field::host, place.host_and_port());
  request.set(http::field::user_agent, "flagrank/" FLAGRANK_VERSION);
  request.set(http::field::accept, "application/json");
  request.set(http::field::connection, "close");
  beast::flat_buffer buffer;
  Parser parser;
  parser.body_limit(most);
  parser.skip(method == "HEAD");
  co_await stream.async_connect(*places, token);
  if (!failed) co_await http::async_write(stream, request, token);
  if (!failed) co_await http::async_read(stream, buffer, parser, token);
  outcome = failed ? Outcome{failure(place, failed)} : Outcome{understood(parser.release())};
}

}  // namespace

Outcome ask(const Address& place, std::string_view method, std::size_t most) {
  std::optional<Outcome> outcome;
  asio::io_context io;
  asio::co_spawn(io, talk(place, method, most, outcome), [&](const std::exception_ptr& failed) {
    if (failed) outcome = lost("something went wrong in this program");
  });
  io.run();
  return outcome.value_or(lost("something went wrong in this program"));
}

boost::system::result<std::string, Ending> fetch(const Address& place, std::size_t most) {
  auto answer = ask(place, "GET", most);
  if (!answer) return answer.error();
  const std::string server = place.host_and_port();
  switch (answer->status) {
    case 200:
      return {boost::system::in_place_value, std::move(answer->body)};
    case 404:
      return refused(server + " has no such record: it may be older than what is kept there");
    case 429:
    case 503:
      return refused(server + " is too busy; try again later");
    default:
      return refused(server + " answers HTTP " + std::to_string(answer->status));
  }
}

}  // namespace flagrank::text
