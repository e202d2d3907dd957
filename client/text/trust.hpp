#pragma once

#include <boost/system/error_code.hpp>
#include <optional>
#include <string>

#include "client/text/address.hpp"
#include "client/text/complaint.hpp"
#include "common/wire/wire.hpp"

namespace flagrank::text {

/// Makes the wire ready for the handshake of TLS with that server, which is told the name that it
/// is called by. Its certificate must be valid now, be for that name or address, and be vouched for
/// by one of the authorities in `server.authorities`, or where that is empty of the system's; no
/// handshake succeeds without. A complaint where these authorities cannot be read.
[[nodiscard]] std::optional<Complaint> prepare_tls(wire::Wire& wire, const Address& server);

/// Why that handshake failed, in one sentence.
struct TlsFailure {
  std::string sentence;
  bool may_pass = false;  ///< another time it may succeed as it is
};
[[nodiscard]] TlsFailure tls_failure(wire::Wire& wire, const Address& server,
                                     const boost::system::error_code& why);

}  // namespace flagrank::text
