#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

namespace flagrank::ops {

/// Where whoever listens there is found from this machine: who listens everywhere, at its loopback.
[[nodiscard]] boost::asio::ip::tcp::endpoint near(const boost::asio::ip::tcp::endpoint& listening);

/// Asks the admin port there, of a server on this machine, for its health, and waits a few seconds
/// for the answer. What is wrong, in a sentence; empty where nothing is.
[[nodiscard]] std::string check_health(boost::asio::ip::tcp::endpoint admin);

}  // namespace flagrank::ops
