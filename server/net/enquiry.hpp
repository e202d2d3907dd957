#pragma once

#include <boost/asio/awaitable.hpp>

#include "server/net/address.hpp"
#include "server/net/house.hpp"
#include "server/net/request.hpp"

namespace flagrank::net {

/// The answer to what has to be looked up (proto/http.md). Changes nothing in the house but for
/// what `from` has tried in vain.
[[nodiscard]] boost::asio::awaitable<Answer> answer_to(House& house, Address from, Ask ask);

}  // namespace flagrank::net
