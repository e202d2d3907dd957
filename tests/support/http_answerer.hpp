#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace flagrank::test {

/// A server on loopback that answers every request with the same bytes and hangs up. With no bytes
/// it says nothing and holds the connection until the other side goes.
class HttpAnswerer {
 public:
  explicit HttpAnswerer(std::string answer);
  ~HttpAnswerer();
  HttpAnswerer(const HttpAnswerer&) = delete;
  HttpAnswerer& operator=(const HttpAnswerer&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// The heads of all requests so far.
  [[nodiscard]] std::string asked() const;

  /// An answer with that status and body, as a server writes it.
  [[nodiscard]] static std::string http(const std::string& status, const std::string& body);

 private:
  void serve();
  void answer(boost::asio::ip::tcp::socket socket);

  std::string answer_;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::uint16_t port_;
  mutable std::mutex mutex_;
  std::string asked_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace flagrank::test
