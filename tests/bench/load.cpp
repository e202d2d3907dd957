#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tests/bench/load/process.hpp"
#include "tests/bench/load/table.hpp"

/// Plays legal games in many rooms of a server, or the same frames through `relay`, and prints what
/// it measured as JSON.
namespace flagrank::bench {
namespace {

using std::chrono::duration;

struct Wish {
  std::uint16_t port = 0;
  Table::Kind kind = Table::Kind::room;
  std::size_t tables = 64;
  double rate = 0;  ///< moves a second; 0 = each as soon as the one before has arrived
  std::chrono::milliseconds warm_up{1000};
  std::chrono::milliseconds time{5000};
  std::optional<int> process;  ///< the server's
};

class Load final : public Tally {
 public:
  explicit Load(const Wish& wish)
      : wish_{wish}, scripts_{scripts(std::min<std::size_t>(wish.tables, 512), 1)} {
    if (poll_ < 0) throw std::system_error{errno, std::generic_category(), "epoll_create1"};
  }
  ~Load() { ::close(poll_); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  nlohmann::ordered_json run() {
    nlohmann::ordered_json told;
    if (wish_.process) server_.emplace(*wish_.process);
    const std::size_t at_first = resident();
    connect();
    pause();  // until the server has done what it does for new connections
    const std::size_t connected = resident();

    const auto began = Clock::now();
    for (const auto& table : tables_) table->begin();
    while (ready_ < tables_.size()) turn();
    told["set-up s"] = duration<double>{Clock::now() - began}.count();

    measure(told);
    if (server_) {
      const auto connections = static_cast<double>(2 * tables_.size());
      told["bytes per connection"] = static_cast<double>(connected - at_first) / connections;
      told["bytes per game"] =
          static_cast<double>(resident() - connected) / static_cast<double>(tables_.size());
    }
    return told;
  }

  void arrived(Clock::time_point due) override {
    if (measuring_) delays_.push_back(Clock::now() - due);
  }

  void played(Table& table, bool last) override {
    ++moves_;
    if (last) return;
    go_on(table);
  }

  void ready(Table& table) override {
    ++ready_;
    go_on(table);
  }

 private:
  struct End {
    Table* table;
    view::Seat seat;
  };

  void connect() {
    for (std::size_t i = 0; i < wish_.tables; ++i) {
      auto& table =
          tables_.emplace_back(std::make_unique<Table>(wish_.port, wish_.kind, scripts_, i, *this));
      for (const view::Seat seat : view::all_seats) {
        End& end = ends_.emplace_back(table.get(), seat);
        epoll_event event{.events = EPOLLIN, .data = {.ptr = &end}};
        if (::epoll_ctl(poll_, EPOLL_CTL_ADD, table->line(seat).descriptor(), &event) != 0) {
          throw std::system_error{errno, std::generic_category(), "epoll_ctl"};
        }
      }
    }
  }

  void pause() {
    const auto until = Clock::now() + std::chrono::milliseconds{500};
    while (Clock::now() < until) turn();
  }

  /// In a closed loop the table's next move is due now; in an open one it waits for its turn.
  void go_on(Table& table) {
    if (wish_.rate > 0 || ready_ < tables_.size()) {
      waiting_.push_back(&table);
    } else {
      table.move(Clock::now());
    }
  }

  void measure(nlohmann::ordered_json& told) {
    due_ = Clock::now();
    if (wish_.rate == 0) {
      for (Table* table : std::exchange(waiting_, {})) table->move(Clock::now());
    }
    play_until(Clock::now() + wish_.warm_up);

    measuring_ = true;
    const std::uint64_t moves = std::exchange(moves_, 0);
    const auto began = Clock::now();
    const auto busy = server_ ? server_->busy() : std::chrono::nanoseconds{};
    const auto own = busy_self();
    play_until(began + wish_.time);
    const duration<double> took = Clock::now() - began;

    const auto made = static_cast<double>(moves_);
    told["moves before"] = moves;
    told["moves"] = moves_;
    told["moves/s"] = made / took.count();
    told["load's core"] = duration<double>{busy_self() - own} / took;
    if (server_) {
      const duration<double> spent = server_->busy() - busy;
      told["server's core"] = spent / took;
      told["server's us per move"] = spent.count() * 1e6 / made;
    }
    told["bytes per frame"] = bytes_per_frame();
    if (!delays_.empty()) {
      for (const auto& [name, share] :
           {std::pair{"p50 ms", 0.5}, {"p99 ms", 0.99}, {"max ms", 1.0}}) {
        told[name] = delay(share);
      }
    }
  }

  void play_until(Clock::time_point end) {
    while (Clock::now() < end) {
      make_what_is_due();
      turn();
    }
  }

  void make_what_is_due() {
    if (wish_.rate == 0) return;
    const auto step = std::chrono::duration_cast<Clock::duration>(duration<double>{1 / wish_.rate});
    // Where no game waits, the move is made late, and counts as having been due since.
    while (due_ <= Clock::now() && !waiting_.empty()) {
      Table* const table = waiting_.front();
      waiting_.pop_front();
      table->move(due_);
      due_ += step;
    }
  }

  /// Takes in what has come. Does not sleep where nothing has: to wake a process on another core
  /// costs the one who sends some microseconds, and the more often, the slower it is itself.
  void turn() {
    std::array<epoll_event, 256> events;
    const int many = ::epoll_wait(poll_, events.data(), static_cast<int>(events.size()), 0);
    for (int i = 0; i < many; ++i) {
      const End& end = *static_cast<End*>(events[static_cast<std::size_t>(i)].data.ptr);
      end.table->read(end.seat);
    }
  }

  [[nodiscard]] double delay(double share) {
    const auto last = static_cast<double>(delays_.size() - 1);
    const auto place = delays_.begin() + static_cast<std::ptrdiff_t>(share * last);
    std::ranges::nth_element(delays_, place);
    return duration<double, std::milli>{*place}.count();
  }

  [[nodiscard]] double bytes_per_frame() const {
    std::uint64_t bytes = 0;
    std::uint64_t frames = 0;
    for (const auto& table : tables_) {
      bytes += table->bytes_heard();
      frames += table->frames_heard();
    }
    return static_cast<double>(bytes) / static_cast<double>(frames);
  }

  [[nodiscard]] std::size_t resident() const { return server_ ? server_->resident() : 0; }
  [[nodiscard]] static std::chrono::nanoseconds busy_self() { return Process{::getpid()}.busy(); }

  const Wish wish_;
  const std::vector<Script> scripts_;
  const int poll_ = ::epoll_create1(EPOLL_CLOEXEC);
  std::optional<Process> server_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::deque<End> ends_;
  std::size_t ready_ = 0;
  std::deque<Table*> waiting_;  ///< could make a move
  Clock::time_point due_;       ///< when the next move is
  bool measuring_ = false;
  std::uint64_t moves_ = 0;
  std::vector<Clock::duration> delays_;
};

Wish read(int argc, char** argv) {
  Wish wish;
  CLI::App app{"Plays games against a server, or frames through the relay."};
  bool relay = false;
  app.add_option("--port", wish.port, "where it listens, on this machine")->required();
  app.add_flag("--relay", relay, "it is the relay");
  app.add_option("--games", wish.tables, "played at a time")->capture_default_str();
  app.add_option("--rate", wish.rate, "moves a second; 0: as fast as it goes");
  app.add_option("--process", wish.process, "the server's number, to measure it");
  const auto seconds = [&app](const char* name, std::chrono::milliseconds& into, const char* what) {
    app.add_option_function<double>(
        name, [&into](double s) { into = std::chrono::milliseconds{static_cast<int>(s * 1000)}; },
        what);
  };
  seconds("--warm-up", wish.warm_up, "seconds that do not count");
  seconds("--seconds", wish.time, "that count");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error));
  }
  if (relay) wish.kind = Table::Kind::relay;
  return wish;
}

}  // namespace
}  // namespace flagrank::bench

int main(int argc, char** argv) {
  try {
    flagrank::bench::Load load{flagrank::bench::read(argc, argv)};
    std::cout << load.run().dump(2) << '\n';
  } catch (const std::exception& error) {
    std::cerr << "load: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
