#pragma once

#include <string>
#include <string_view>

#include "client/conformance/report.hpp"
#include "client/conformance/transcript.hpp"
#include "client/text/address.hpp"

namespace flagrank::conformance {

/// The first remark of a transcript: what it shows.
[[nodiscard]] std::string subject_of(const Transcript& transcript);

/// The feature in `hello.features` without which a server cannot be played through it; "" for none.
[[nodiscard]] std::string_view feature_of(const Transcript& transcript);

/// Plays the clients of a transcript and compares all that they are told, up to the first
/// deviation, which is told with its line. One that needs a server with other flags is passed over.
/// Throws `Limited` where the server will not go on, `Unreachable` and `Declined` where it does not
/// let a client in.
[[nodiscard]] Finding replay(const NamedTranscript& named, const text::Address& server);

/// What helps where a server's limit has ended a trial.
[[nodiscard]] std::string advice_on_limit(std::string_view error_code);

}  // namespace flagrank::conformance
