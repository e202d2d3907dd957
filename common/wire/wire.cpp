#include "common/wire/wire.hpp"

namespace flagrank::wire {

using boost::asio::ip::tcp;
using boost::system::error_code;

SSL* Wire::secure(boost::asio::ssl::context& context) {
  tls_ = std::make_unique<Tls>(socket_, context);
  return tls();
}

void Wire::cut() noexcept {
  error_code ignored;
  socket_.set_option(tcp::socket::linger{true, 0}, ignored);
  socket_.close(ignored);
}

void Wire::close() noexcept {
  error_code ignored;
  socket_.close(ignored);
}

void Wire::stop_writing() noexcept {
  error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

}  // namespace flagrank::wire
