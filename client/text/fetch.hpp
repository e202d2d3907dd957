#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "client/text/address.hpp"
#include "client/text/ending.hpp"

namespace flagrank::text {

/// What an HTTP server answers, whatever that is.
struct Answer {
  unsigned status = 0;
  std::map<std::string, std::string> fields;  ///< by name, in small letters
  std::string body;
};

/// One request with no body, "GET" and so on. The name may be looked up for ten seconds, and all
/// the rest may take as long; the answer may have so many bytes.
[[nodiscard]] boost::system::result<Answer, Ending> ask(const Address& place,
                                                        std::string_view method, std::size_t most);

/// The record that is kept there, as its server tells it; as `ask`.
[[nodiscard]] boost::system::result<std::string, Ending> fetch(const Address& place,
                                                               std::size_t most);

}  // namespace flagrank::text
