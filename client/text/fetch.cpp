#include "client/text/fetch.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <cctype>
#include <exception>
#include <optional>
#include <utility>

#include "client/text/dial.hpp"
#include "common/wire/wire.hpp"

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using Parser = http::response_parser<http::string_body>;
using Outcome = boost::system::result<Answer, Ending>;

Ending lost(std::string sentence) {
  return {.status = ExitStatus::lost, .sentence = std::move(sentence)};
}

Ending refused(std::string sentence) {
  return {.status = ExitStatus::refused, .sentence = std::move(sentence)};
}

Ending failure(const Address& place, const error_code& why) {
  const std::string server = place.host_and_port();
  if (why == http::error::body_limit) return lost(server + " answers more than can be read");
  return lost("cannot fetch from " + server + ": " + why.message());
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

http::request<http::empty_body> request_for(const Address& place, std::string_view method) {
  http::request<http::empty_body> request{http::verb::get, place.path, 11};
  request.method_string(method);
  request.set(http::field::host, place.host_and_port());
  request.set(http::field::user_agent, "flagrank/" FLAGRANK_VERSION);
  request.set(http::field::accept, "application/json");
  request.set(http::field::connection, "close");
  return request;
}

asio::awaitable<Outcome> talk(wire::Wire& wire, const Address& place, std::string_view method,
                              std::size_t most) {
  auto dialling = dial(wire, place);
  const auto dialled = co_await std::move(dialling);
  if (!dialled) co_return dialled.error();

  const Deadline deadline{wire, patience};
  error_code failed;
  auto token = asio::redirect_error(asio::use_awaitable, failed);
  const auto request = request_for(place, method);
  beast::flat_buffer buffer;
  Parser parser;
  parser.body_limit(most);
  parser.skip(method == "HEAD");
  co_await http::async_write(wire, request, token);
  if (!failed) co_await http::async_read(wire, buffer, parser, token);
  if (deadline.passed()) co_return lost(place.host_and_port() + " does not answer");
  if (failed) co_return failure(place, failed);
  co_return understood(parser.release());
}

asio::awaitable<void> converse(const Address& place, std::string_view method, std::size_t most,
                               std::optional<Outcome>& outcome) {
  const auto executor = co_await asio::this_coro::executor;
  wire::Wire wire{executor};
  auto talking = talk(wire, place, method, most);
  outcome = co_await std::move(talking);
}

}  // namespace

Outcome ask(const Address& place, std::string_view method, std::size_t most) {
  std::optional<Outcome> outcome;
  asio::io_context io;
  asio::co_spawn(io, converse(place, method, most, outcome), [&](const std::exception_ptr& failed) {
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
