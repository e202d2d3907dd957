#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/net/request.hpp"

namespace flagrank::ops {

/// What the administration's port tells. Called on the threads of `io`.
struct Vital {
  std::function<std::string()> trouble;  ///< why nobody should be sent here; empty where one should
  std::function<std::string()> metrics;
};

/// What becomes of a request there.
[[nodiscard]] net::Answer answer_to(const net::Request& request, const Vital& vital);

/// A port of its own for health, readiness and metrics, so that it can be shut off from players. It
/// is served while the server stops, too.
class Admin {
 public:
  Admin(boost::asio::io_context& io, Vital vital);
  ~Admin();
  Admin(const Admin&) = delete;
  Admin& operator=(const Admin&) = delete;

  /// Opens the socket and begins. To be called once.
  [[nodiscard]] boost::system::error_code listen(const boost::asio::ip::tcp::endpoint& endpoint);
  [[nodiscard]] boost::asio::ip::tcp::endpoint endpoint() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace flagrank::ops
