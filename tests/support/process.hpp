#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/support/patience.hpp"

namespace flagrank::test {

/// A child process on pipes. Its output is read as it comes, so it never blocks on us; it is killed
/// when this object, or the test itself, dies. Every wait is bounded.
class Process {
 public:
  enum class Stream { out, err };

  /// Starts the program. Throws where that is impossible.
  Process(const std::string& program, const std::vector<std::string>& arguments);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Writes to its standard input; nothing happens where it no longer reads.
  void write(std::string_view text);
  void close_input();
  void signal(int number);
  [[nodiscard]] pid_t pid() const { return pid_; }

  /// Waits for `text` in what the stream has said since the last success of this function, and
  /// returns the whole line it stands in; nothing where it did not come in time or the stream
  /// ended.
  [[nodiscard]] std::optional<std::string> expect(Stream stream, std::string_view text);
  /// All that the stream has said so far.
  [[nodiscard]] std::string said(Stream stream) const;

  /// Waits for the end: the exit status, or 128 + the signal that ended it; nothing where it goes
  /// on past the deadline. All output has been read once this has returned a status.
  [[nodiscard]] std::optional<int> wait(Clock::time_point until = deadline());

 private:
  struct Heard {
    int descriptor = -1;
    std::string text;
    std::size_t matched = 0;  ///< `expect` goes on from here
    bool ended = false;
  };

  void listen();
  /// Reads what there is; false at the end of the stream.
  bool take(Heard& heard);
  [[nodiscard]] Heard& heard(Stream stream) { return stream == Stream::out ? out_ : err_; }

  pid_t pid_ = -1;
  int process_ = -1;  ///< a pidfd
  int input_ = -1;
  std::optional<int> status_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Heard out_;
  Heard err_;
  std::thread listener_;
};

}  // namespace flagrank::test
