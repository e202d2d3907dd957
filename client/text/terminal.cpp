#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <csignal>
#include <optional>
#include <utility>

#include "client/text/console.hpp"
#include "client/text/editor.hpp"
#include "client/text/keys.hpp"

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

/// The terminal opened once more. Asio makes what it reads non-blocking; were it done to the
/// standard input, it would hold for the standard output too, and long texts would be cut short.
int open_again() {
  const char* name = ::ttyname(STDIN_FILENO);
  const int again = ::open(name != nullptr ? name : "/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  return again >= 0 ? again : ::dup(STDIN_FILENO);
}

struct State {
  explicit State(const asio::any_io_executor& executor)
      : input{executor, open_again()}, escape{executor}, signals{executor, SIGWINCH, SIGCONT} {}

  Editor editor;
  Keys keys;
  asio::posix::stream_descriptor input;
  asio::steady_timer escape;  ///< runs while a key is unfinished
  asio::signal_set signals;
};

void watch_signals(const std::shared_ptr<State>& state) {
  state->signals.async_wait([weak = std::weak_ptr{state}](const error_code& failed, int) {
    const auto alive = weak.lock();
    if (failed || !alive) return;
    alive->editor.redraw();
    watch_signals(alive);
  });
}

/// Esc alone begins a key that never ends: a moment later it is forgotten.
void watch_escape(const std::shared_ptr<State>& state) {
  state->escape.expires_after(std::chrono::milliseconds{100});
  state->escape.async_wait([weak = std::weak_ptr{state}](const error_code& cancelled) {
    const auto alive = weak.lock();
    if (!cancelled && alive) alive->keys.give_up();
  });
}

class Terminal final : public Console {
 public:
  explicit Terminal(const asio::any_io_executor& executor)
      : state_{std::make_shared<State>(executor)} {
    watch_signals(state_);
  }
  ~Terminal() override { state_->editor.end(); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  asio::awaitable<std::optional<std::string>> line() override {
    const auto state = state_;
    error_code failed;
    auto token = asio::redirect_error(asio::use_awaitable, failed);
    state->editor.begin();
    while (true) {
      while (const auto key = state->keys.next()) {
        if (auto line = state->editor.press(*key)) co_return line;
      }
      if (state->keys.unfinished()) watch_escape(state);
      std::array<char, 256> chunk{};
      const auto space = asio::buffer(chunk);
      const std::size_t read = co_await state->input.async_read_some(space, token);
      state->escape.cancel();
      if (failed) co_return std::nullopt;
      state->keys.feed({chunk.data(), read});
    }
  }

  std::optional<Complaint> print(std::string_view lines) override {
    state_->editor.print(lines);
    return std::nullopt;  // a terminal that is gone ends the program by itself, with SIGHUP
  }
  void prompt(const std::string& text) override { state_->editor.prompt(text); }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace

std::unique_ptr<Console> open_terminal(const asio::any_io_executor& executor) {
  return std::make_unique<Terminal>(executor);
}

}  // namespace flagrank::text
