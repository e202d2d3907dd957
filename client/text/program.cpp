#include "client/text/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstddef>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <variant>

#include "client/text/connection.hpp"
#include "client/text/console.hpp"
#include "client/text/files.hpp"
#include "client/text/seat_folder.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

Manner manner_of_input() {
  const bool person = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
  return person ? Manner::person : Manner::script;
}

/// A standard stream that is closed would be taken by the next thing that is opened, and commands
/// be read from a socket.
void fill_standard_streams() {
  int opened = STDIN_FILENO;
  while (opened >= 0 && opened <= STDERR_FILENO) opened = ::open("/dev/null", O_RDWR);
  if (opened >= 0) ::close(opened);
}

/// So many letters and digits by chance.
std::string chance_letters(std::size_t count) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device chance;
  std::uniform_int_distribution<std::size_t> any{0, letters.size() - 1};
  std::string out;
  while (out.size() < count) out += letters[any(chance)];
  return out;
}

/// Connects the machine with the world: frames and lines go in, its actions are done.
class Program {
 public:
  Program(const Wish& wish, Address server, Manner manner, Style style)
      : server_{std::move(server)}, client_{wish, manner, style, chance_letters(8) + "-"} {
    // Cancelled whenever something has changed: an event, not a clock.
    changed_.expires_at(asio::steady_timer::time_point::max());
    console_ = manner == Manner::person && capable_terminal()
                   ? open_terminal(io_.get_executor())
                   : open_plain_console(io_.get_executor());
  }

  ExitStatus run() {
    watch_signals();
    start(converse(std::chrono::milliseconds{0}));
    start(take_input());
    io_.run();
    console_.reset();
    if (unshown_) {
      status_ = ExitStatus::usage;
      sentence_ = unshown_->sentence;
    }
    if (!sentence_.empty()) std::cerr << "flagrank: " << sentence_ << '\n';
    return status_;
  }

 private:
  void start(asio::awaitable<void> task) {
    asio::co_spawn(io_, std::move(task), [this](const std::exception_ptr& failure) {
      if (failure) fail(failure);
    });
  }

  void fail(const std::exception_ptr& failure) {
    status_ = ExitStatus::lost;
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception& why) {
      sentence_ = std::string{"something went wrong in this program: "} + why.what();
    }
    io_.stop();
  }

  /// One connection, from before its beginning to its end.
  asio::awaitable<void> converse(std::chrono::milliseconds delay) {
    error_code ignored;
    auto token = asio::redirect_error(asio::use_awaitable, ignored);
    asio::steady_timer before{io_, delay};
    co_await before.async_wait(token);

    const auto connection = std::make_shared<Connection>(io_.get_executor());
    connection_ = connection;
    const auto ending = co_await listen(*connection);
    connection_.reset();
    perform(client().lost(ending));
  }

  /// The caller keeps the connection.
  asio::awaitable<Ending> listen(Connection& connection) {
    const auto opened = co_await connection.open(server_);
    if (!opened) co_return opened.error();
    while (true) {
      const auto frame = co_await connection.read();
      if (!frame) co_return frame.error();
      const auto message = protocol::decode_server(*frame);
      if (!message) {
        co_return Ending{.status = ExitStatus::lost,
                         .sentence = "the server says what this program does not know: " +
                                     message.error().message};
      }
      perform(client().hear(*message));
    }
  }

  asio::awaitable<void> take_input() {
    error_code ignored;
    auto token = asio::redirect_error(asio::use_awaitable, ignored);
    while (true) {
      while (!client_.wants_line()) co_await changed_.async_wait(token);
      const auto line = co_await console_->line();
      if (!line) break;
      perform(client().typed(*line));
    }
    perform(client().input_ended());
  }

  asio::awaitable<void> close_down() {
    const auto connection = connection_;
    if (connection) co_await connection->close();
    io_.stop();
  }

  /// The machine, told clock and chance.
  Client& client() {
    client_.tell_moment({std::chrono::steady_clock::now(), chance_(random_)});
    return client_;
  }

  void set_alarm() {
    alarm_.expires_at(client_.alarm().value_or(LocalTime::max()));
    alarm_.async_wait([this](const error_code& changed) {
      if (!changed) perform(client().time_came());
    });
  }

  void watch_signals() {
    signals_.async_wait([this](const error_code& failed, int signal) {
      if (failed) return;
      perform(signal == SIGINT ? client().interrupted() : client().dismissed());
      watch_signals();
    });
  }

  void perform(const Actions& actions) {
    console_->prompt(client_.prompt());
    for (const Action& action : actions) {
      std::visit([this](const auto& one) { act(one); }, action);
    }
    changed_.cancel();
    set_alarm();
  }

  void act(const action::Say& say) {
    if (connection_) connection_->send(protocol::encode(say.message));
  }
  void act(const action::SayLater& later) {
    const auto timer = std::make_shared<asio::steady_timer>(io_, later.delay);
    // On another connection the machine says it by itself.
    timer->async_wait([timer, weak = std::weak_ptr{connection_},
                       frame = protocol::encode(later.message)](error_code failed) {
      const auto connection = weak.lock();
      if (!failed && connection) connection->send(frame);
    });
  }
  void act(const action::Connect& connect) { start(converse(connect.delay)); }

  /// Nobody can follow the game where nothing is shown: the program ends, and the seat is kept.
  void act(const action::Print& print) {
    const auto failed = console_->print(print.text);
    if (!failed || unshown_) return;
    unshown_ = failed;
    perform(client().dismissed());
  }

  void act(const action::Load& load) {
    const auto file = read_file(load.path);
    perform(file ? client().loaded(*file) : client().failed(file.error().sentence));
  }

  void act(const action::Save& save) {
    const auto failure = write_file(save.path, save.text);
    perform(failure ? client().failed(failure->sentence) : client().saved(save.path));
  }

  void act(const action::Keep& keep) {
    if (const auto why = seats_.keep(keep.seat)) perform(client().not_kept(*why));
  }
  void act(const action::Forget& forget) { seats_.forget(forget.seat); }
  void act(const action::ForgetOld& /*old*/) { seats_.forget_old(); }

  void act(const action::Finish& finish) {
    status_ = finish.status;
    sentence_ = finish.sentence;
    start(close_down());
  }

  asio::io_context io_;
  Address server_;
  std::shared_ptr<Connection> connection_;  ///< none between two of them
  Client client_;
  SeatFolder seats_{seat_folder()};
  std::mt19937_64 random_{std::random_device{}()};
  std::uniform_real_distribution<double> chance_;
  std::unique_ptr<Console> console_;
  asio::steady_timer changed_{io_};
  asio::steady_timer alarm_{io_};
  asio::signal_set signals_{io_, SIGINT, SIGTERM, SIGHUP};
  std::optional<Complaint> unshown_;  ///< why standard output takes nothing, where it does not
  ExitStatus status_ = ExitStatus::lost;
  std::string sentence_;
};

}  // namespace

ExitStatus play(const Wish& wish, const Address& server, bool ascii) {
  fill_standard_streams();
  // A reader of the output that has gone is noticed at the next line, and said.
  std::signal(SIGPIPE, SIG_IGN);
  std::setlocale(LC_CTYPE, "");
  Wish keyed = wish;
  if (auto* join = std::get_if<protocol::JoinRoom>(&keyed.entry)) {
    join->retry_key = chance_letters(32);
  }
  Program program{keyed, server, manner_of_input(), style_of_output(ascii)};
  return program.run();
}

}  // namespace flagrank::text
