#pragma once

#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "client/conformance/player.hpp"
#include "client/text/address.hpp"

/// What a server is tried with beyond the transcripts. Each check makes what rooms it needs, throws
/// `Broken` where the server deviates, `Untried` where there is nothing to try, and `Limited` where
/// it will not go on.
namespace flagrank::conformance {

struct Check {
  std::string_view name;     ///< `a-z 0-9 -`
  std::string_view summary;  ///< what must hold, in a sentence's half
  void (*run)(const text::Address& server);
  std::string_view feature = {};  ///< of `hello.features`, without which it is not to be tried
};

/// Handshakes and frames that are no good.
[[nodiscard]] std::span<const Check> frame_checks() noexcept;
/// Commands said again, connections lost, seats taken over.
[[nodiscard]] std::span<const Check> return_checks() noexcept;
/// Whole games, in which every event is compared with what the rules say.
[[nodiscard]] std::span<const Check> game_checks() noexcept;

/// What is to be had by HTTP.
[[nodiscard]] std::span<const Check> http_checks() noexcept;

/// All of them, in the order in which they are run.
[[nodiscard]] std::vector<Check> all_checks();

/// It cannot be tried with this server, and `what()` says why.
struct Untried : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws `Broken` with that sentence unless it holds.
void require(bool holds, const std::string& otherwise);

}  // namespace flagrank::conformance
