#include "tests/support/http_answerer.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <utility>

namespace flagrank::test {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

HttpAnswerer::HttpAnswerer(std::string answer)
    : answer_{std::move(answer)},
      acceptor_{io_, tcp::endpoint{asio::ip::address_v4::loopback(), 0}},
      port_{acceptor_.local_endpoint().port()},
      thread_{[this] { serve(); }} {}

HttpAnswerer::~HttpAnswerer() {
  {
    const std::lock_guard lock{mutex_};
    ending_ = true;
  }
  // Wakes the thread that waits for somebody to come.
  error_code ignored;
  tcp::socket last{io_};
  last.connect(tcp::endpoint{asio::ip::address_v4::loopback(), port_}, ignored);
  last.close(ignored);
  thread_.join();
}

std::string HttpAnswerer::asked() const {
  const std::lock_guard lock{mutex_};
  return asked_;
}

std::string HttpAnswerer::http(const std::string& status, const std::string& body) {
  return "HTTP/1.1 " + status +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nConnection: close\r\n\r\n" + body;
}

void HttpAnswerer::serve() {
  while (true) {
    error_code failed;
    tcp::socket socket{io_};
    acceptor_.accept(socket, failed);
    {
      const std::lock_guard lock{mutex_};
      if (failed || ending_) return;
    }
    answer(std::move(socket));
  }
}

void HttpAnswerer::answer(tcp::socket socket) {
  error_code failed;
  std::string head;
  asio::read_until(socket, asio::dynamic_buffer(head), "\r\n\r\n", failed);
  {
    const std::lock_guard lock{mutex_};
    asked_ += head;
  }
  if (!answer_.empty()) {
    asio::write(socket, asio::buffer(answer_), failed);
    socket.shutdown(tcp::socket::shutdown_send, failed);
  }
  std::string rest;
  asio::read(socket, asio::dynamic_buffer(rest), failed);
}

}  // namespace flagrank::test
