#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "client/text/exit_status.hpp"
#include "common/protocol/close_code.hpp"

namespace flagrank::text {

/// Why there is no connection, or none any more.
struct Ending {
  ExitStatus status = ExitStatus::lost;
  std::string sentence;
  protocol::Advice advice = protocol::Advice::final;  ///< is it worth connecting again?
  std::chrono::milliseconds at_least{0};              ///< the server asked to wait so long
  friend bool operator==(const Ending&, const Ending&) = default;
};

/// An end that may pass by itself: it is worth connecting again.
[[nodiscard]] inline Ending passing(std::string sentence) {
  return {.status = ExitStatus::lost,
          .sentence = std::move(sentence),
          .advice = protocol::Advice::resume};
}

}  // namespace flagrank::text
