#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "client/text/console.hpp"
#include "client/text/files.hpp"

namespace flagrank::text {
namespace {

namespace asio = boost::asio;

class PlainConsole final : public Console {
 public:
  explicit PlainConsole(const asio::any_io_executor& executor)
      : input_{executor}, flags_{::fcntl(STDIN_FILENO, F_GETFL)} {
    const int own = ::dup(STDIN_FILENO);
    boost::system::error_code ignored;  // no standard input at all is an input that has ended
    if (own >= 0) input_.assign(own, ignored);
  }

  ~PlainConsole() override {
    // Asio made the descriptor non-blocking, also for whoever shares it with us.
    if (flags_ >= 0) ::fcntl(STDIN_FILENO, F_SETFL, flags_);
  }
  PlainConsole(const PlainConsole&) = delete;
  PlainConsole& operator=(const PlainConsole&) = delete;

  asio::awaitable<std::optional<std::string>> line() override {
    boost::system::error_code failed;
    auto token = asio::redirect_error(asio::use_awaitable, failed);
    while (true) {
      if (auto line = next_line()) co_return line;
      if (ended_) co_return std::nullopt;
      const auto space = asio::buffer(chunk_);
      const std::size_t read = co_await input_.async_read_some(space, token);
      unread_.append(chunk_.data(), read);
      ended_ = static_cast<bool>(failed);
    }
  }

  std::optional<Complaint> print(std::string_view lines) override {
    return write_standard_output(lines);
  }

  void prompt(const std::string& /*text*/) override {}

 private:
  /// The first line that has been read whole; at the end of the input also one without an end.
  std::optional<std::string> next_line() {
    constexpr std::size_t longest = 64 * 1024;
    const std::size_t end = unread_.find('\n');
    const bool whole = end != std::string::npos || unread_.size() >= longest;
    if (!whole && (!ended_ || unread_.empty())) return std::nullopt;
    std::string line = unread_.substr(0, end);
    unread_.erase(0, end == std::string::npos ? end : end + 1);
    return line;
  }

  asio::posix::stream_descriptor input_;
  int flags_;
  std::array<char, 4096> chunk_{};
  std::string unread_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Console> open_plain_console(const asio::any_io_executor& executor) {
  return std::make_unique<PlainConsole>(executor);
}

}  // namespace flagrank::text
