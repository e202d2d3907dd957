#include "server/net/http.hpp"

#include <algorithm>
#include <array>
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

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
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
  response.set(http::field::access_control_allow_origin, "*");
  for (const auto& [name, value] : answer.fields) response.set(name, value);
  response.body() = std::move(answer.body);
  // A length of 0 would be wrong for HEAD: GET is answered with more.
  if (!response.body().empty()) response.prepare_payload();
  return response;
}

asio::awaitable<void> write_in_parts(tcp::socket& socket, Answer answer,
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
        socket, serializer, asio::redirect_error(asio::use_awaitable, error));
    left -= std::min(left, taken);
  }
  if (!error) socket.shutdown(tcp::socket::shutdown_send, error);
}

asio::awaitable<void> wait_for_close(tcp::socket& socket) {
  std::array<char, 512> ignored{};
  constexpr int most = 128;  // more than any request that is let in
  for (int reads = 0; reads < most; ++reads) {
    error_code error;
    co_await socket.async_read_some(asio::buffer(ignored),
                                    asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
  }
}

}  // namespace

asio::awaitable<std::variant<Request, Answer, Lost>> read_request(tcp::socket& socket,
                                                                  std::size_t header_bytes) {
  boost::beast::flat_buffer buffer{header_bytes};
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(header_bytes));
  error_code error;
  co_await http::async_read_header(socket, buffer, parser,
                                   asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return fault(error);
  if (buffer.size() > 0) co_return bad_request();
  co_return plain(parser);
}

asio::awaitable<void> write_answer(tcp::socket& socket, Answer answer) {
  auto writing = write_in_parts(socket, std::move(answer), [] {});
  co_await std::move(writing);
}

asio::awaitable<void> give_answer(tcp::socket& socket, Answer answer,
                                  std::function<void()> progress, std::function<void()> written) {
  auto writing = write_in_parts(socket, std::move(answer), std::move(progress));
  co_await std::move(writing);
  written();
  co_await wait_for_close(socket);
}

}  // namespace flagrank::net
