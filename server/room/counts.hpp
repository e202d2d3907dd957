#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "common/protocol/error_code.hpp"
#include "common/protocol/server_message.hpp"
#include "server/async/counting.hpp"

namespace flagrank::room {

/// What became of clients' commands.
class CommandCounts {
 public:
  void done() noexcept { done_.add(); }
  void repeated() noexcept { repeated_.add(); }  ///< and told again what had become of it
  void refused(protocol::ErrorCode code) noexcept { refused_[index(code)].add(); }
  /// By the answer to it.
  void answered(const protocol::ServerBody& answer) noexcept {
    const auto* error = std::get_if<protocol::Error>(&answer);
    error != nullptr ? refused(error->code) : done();
  }

  [[nodiscard]] std::uint64_t all_done() const noexcept { return done_.value(); }
  [[nodiscard]] std::uint64_t all_repeated() const noexcept { return repeated_.value(); }
  [[nodiscard]] std::uint64_t all_refused(protocol::ErrorCode code) const noexcept {
    return refused_[index(code)].value();
  }

 private:
  static std::size_t index(protocol::ErrorCode code) { return static_cast<std::size_t>(code); }

  async::Counter done_;
  async::Counter repeated_;
  std::array<async::Counter, 256> refused_;
};

/// How the journal does, as those see it who wait for it.
class JournalCounts {
 public:
  using Clock = std::chrono::steady_clock;

  void appended(Clock::duration took) noexcept {
    appends_.record(took);
    failed_at_ = never;
  }
  void failed(Clock::time_point now = Clock::now()) noexcept {
    failures_.add();
    failed_at_ = now.time_since_epoch().count();
  }

  [[nodiscard]] const async::Histogram& appends() const noexcept { return appends_; }
  [[nodiscard]] std::uint64_t failures() const noexcept { return failures_.value(); }

  /// It has just failed at something, and nothing was written since. Not for long without another
  /// failure: where nobody is sent here any more, nobody would find that it works again.
  [[nodiscard]] bool failing(Clock::time_point now = Clock::now()) const noexcept {
    constexpr std::chrono::seconds memory{30};
    const Clock::rep at = failed_at_;
    return at != never && now - Clock::time_point{Clock::duration{at}} < memory;
  }

 private:
  static constexpr Clock::rep never = Clock::duration::min().count();

  async::Histogram appends_;
  async::Counter failures_;
  std::atomic<Clock::rep> failed_at_ = never;
};

/// What is counted in all rooms, and on the way to them.
struct Counts {
  CommandCounts commands;
  JournalCounts journal;
  async::Counter resumed;  ///< connections that came back to a seat
};

}  // namespace flagrank::room
