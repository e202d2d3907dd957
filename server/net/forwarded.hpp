#pragma once

#include <boost/asio/ip/address.hpp>
#include <span>

#include "server/config/network.hpp"
#include "server/net/request.hpp"

namespace flagrank::net {

[[nodiscard]] bool trusted(const boost::asio::ip::address& address,
                           std::span<const config::Network> proxies);

/// For whom a proxy that is trusted sent this request, by its X-Forwarded-For: each proxy writes
/// there, behind what others wrote, who has sent it the request. So what trusted ones wrote is
/// believed and what lies before that, which anybody may have made up, is not: the answer is the
/// last address that is no trusted proxy's. Where there is none, or no address at all, it is the
/// last one that was believed, at the least that of `proxy` itself.
[[nodiscard]] boost::asio::ip::address forwarded_for(const Request& request,
                                                     const boost::asio::ip::address& proxy,
                                                     std::span<const config::Network> proxies);

}  // namespace flagrank::net
