#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <string>

#include "client/text/address.hpp"
#include "client/text/ending.hpp"

namespace flagrank::text {

/// What an HTTP server answers to one GET, at most so many bytes, within ten seconds once its
/// name has been looked up.
[[nodiscard]] boost::system::result<std::string, Ending> fetch(const Address& place,
                                                               std::size_t most);

}  // namespace flagrank::text
