#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

namespace flagrank::ops {

/// Asks the admin port there, of a server on this machine, for its health, and waits a few seconds
/// for the answer. What is wrong, in a sentence; empty where nothing is.
[[nodiscard]] std::string check_health(boost::asio::ip::tcp::endpoint admin);

}  // namespace flagrank::ops
