#include "server/net/http.hpp"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <utility>

#include "server/net/freight.hpp"
#include "server/net/tls.hpp"

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

namespace flagrank::net {
namespace {

using Parser = http::request_parser<http::empty_body>;

constexpr const char* server_name = "flagrankd";

Request plain(const Parser& parser) {
  const auto& head = parser.get();
  Request request{.method = std::string{head.method_string()},
                  .target = std::string{head.target()},
                  .version = head.version()};
  for (const auto& field : head) {
    request.fields.emplace_back(std::string{field.name_string()}, std::string{field.value()});
  }
  return request;
}

std::variant<Request, Answer, Lost> fault(const error_code& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return header_too_big();
  }
  // The parser's other faults; end_of_stream and partial_message are the peer's leaving.
  const bool ours = error.category() == http::make_error_code(http::error::bad_method).category();
  if (!ours || error == http::error::end_of_stream || error == http::error::partial_message) {
    return Lost{};
  }
  return bad_request();
}

http::response<http::string_body> spoken(Answer answer) {
  http::response<http::string_body> response;
  response.version(11);
  response.result(answer.status);
  response.keep_alive(false);
  response.set(http::field::server, server_name);
  response.set(http::field::content_type,
               answer.json ? "application/json" : "text/plain; charset=utf-8");
  response.set(http::field::cache_control, "no-store");
  // There is nothing here that a page could not ask for through its own server: no cookies.
  if (answer.for_pages) response.set(http::field::access_control_allow_origin, "*");
  for (const auto& [name, value] : answer.fields) response.set(name, value);
  response.body() = std::move(answer.body);
  // A length of 0 would be wrong for HEAD: GET is answered with more.
  if (!response.body().empty()) response.prepare_payload();
  return response;
}

asio::awaitable<bool> write_in_parts(wire::Wire& wire, Answer answer,
                                     std::function<void()> progress) {
  constexpr std::size_t part = 64 * 1024;
  const Freight::Load load = std::move(answer.load);  // until all of it is written
  const auto response = spoken(std::move(answer));
  http::response_serializer<http::string_body> serializer{response};
  error_code error;
  std::size_t left = 0;
  while (!error && !serializer.is_done()) {
    if (left == 0) {
      progress();
      left = part;
    }
    const std::size_t taken = co_await http::async_write_some(
        wire, serializer, asio::redirect_error(asio::use_awaitable, error));
    left -= std::min(left, taken);
  }
  co_return !error;
}

}  // namespace

asio::awaitable<std::variant<Request, Answer, Lost>> read_request(wire::Wire& wire,
                                                                  std::size_t header_bytes) {
  boost::beast::flat_buffer buffer{header_bytes};
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(header_bytes));
  error_code error;
  const std::size_t first =
      co_await wire.async_read_some(buffer.prepare(std::min<std::size_t>(header_bytes, 512)),
                                    asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return Lost{};
  buffer.commit(first);
  // The parser would wait for the end of a line that never comes.
  if (begins_tls(*static_cast<const unsigned char*>(buffer.cdata().data()))) co_return no_tls();
  co_await http::async_read_header(wire, buffer, parser,
                                   asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return fault(error);
  if (buffer.size() > 0) co_return bad_request();
  co_return plain(parser);
}

asio::awaitable<void> give_answer(wire::Wire& wire, Answer answer, std::function<void()> progress,
                                  std::function<void()> written) {
  auto writing = write_in_parts(wire, std::move(answer), std::move(progress));
  const bool whole = co_await std::move(writing);
  written();
  if (!whole) co_return;
  constexpr std::size_t most = 64 * 1024;  // more than any request that is let in
  error_code ignored;
  co_await wire.async_finish(most, asio::redirect_error(asio::use_awaitable, ignored));
}

}  // namespace flagrank::net
