#include "server/ops/healthcheck.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <string_view>

#include "server/async/tasks.hpp"

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace flagrank::ops {
namespace {

constexpr std::chrono::seconds patience{4};
constexpr std::size_t longest_line = 1024;

/// Leaves in `fault` what is wrong.
asio::awaitable<void> ask(tcp::socket& socket, tcp::endpoint there, std::string& fault) {
  const std::string request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  error_code error;
  co_await socket.async_connect(there, asio::redirect_error(asio::use_awaitable, error));
  if (!error) {
    co_await asio::async_write(socket, asio::buffer(request),
                               asio::redirect_error(asio::use_awaitable, error));
  }
  std::string answer;
  if (!error) {
    co_await asio::async_read_until(socket, asio::dynamic_buffer(answer, longest_line), "\r\n",
                                    asio::redirect_error(asio::use_awaitable, error));
  }
  if (error) {
    fault = error.message();
  } else if (answer.starts_with("HTTP/1.1 200 ")) {
    fault.clear();
  } else {
    fault = "it says " + answer.substr(0, answer.find("\r\n"));
  }
}

}  // namespace

tcp::endpoint near(const tcp::endpoint& listening) {
  if (!listening.address().is_unspecified()) return listening;
  if (listening.address().is_v4()) return {asio::ip::address_v4::loopback(), listening.port()};
  return {asio::ip::address_v6::loopback(), listening.port()};
}

std::string check_health(tcp::endpoint admin) {
  asio::io_context io;
  tcp::socket socket{io};
  std::string fault = "it does not answer";
  async::spawn(io.get_executor(), "the question", ask(socket, near(admin), fault));
  io.run_for(patience);
  return fault;
}

}  // namespace flagrank::ops
