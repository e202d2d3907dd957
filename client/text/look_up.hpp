#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/result.hpp>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

/// The system's look-up of a name blocks for as long as it likes, and cannot be called off.
namespace flagrank::text {

using Places = boost::system::result<std::vector<boost::asio::ip::tcp::endpoint>>;

/// The TCP endpoints of a host and port, or why there are none. Blocks.
using Resolver = std::function<Places(const std::string& host, const std::string& port)>;

/// The system's own.
[[nodiscard]] const Resolver& system_resolver();

/// The same without blocking, and `asio::error::timed_out` when that takes longer than `patience`:
/// the resolver is left to itself then, and may end whenever it does, also after the caller.
/// The caller keeps what is referred to until it has the answer.
[[nodiscard]] boost::asio::awaitable<Places> look_up(const std::string& host,
                                                     const std::string& port,
                                                     std::chrono::milliseconds patience,
                                                     const Resolver& resolver = system_resolver());

}  // namespace flagrank::text
