#include "server/store/sqlite_journal.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/append.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>

#include "server/async/question.hpp"
#include "server/async/tasks.hpp"
#include "server/store/database.hpp"

namespace flagrank::store {

namespace {

namespace asio = boost::asio;

/// How often the holder says that it lives. What a crash loses of a clock is less than this.
constexpr std::chrono::seconds between_signs{1};

/// When more jobs are waited for before they are done in one transaction.
constexpr std::size_t many_more = 8;
constexpr std::size_t enough_for_one = 1024;

/// How often finished games that are kept no longer are looked for.
constexpr std::chrono::seconds between_clearings{10};

/// The coroutine that waits for an entry to be written. There is one for every move, and a question
/// with its bell and a coroutine to ask it would be a dozen pieces of cold memory for each: here it
/// waits in the job itself. Dropped unanswered, it hears that nothing was written.
class Appending {
 public:
  using Sleeper = asio::async_result<asio::use_awaitable_t<>, void(Append)>::handler_type;

  explicit Appending(Sleeper sleeper) : sleeper_{std::move(sleeper)} {}
  ~Appending() {
    if (sleeper_) asio::post(asio::append(*std::move(sleeper_), Append::failed));
  }
  Appending(const Appending&) = delete;
  Appending& operator=(const Appending&) = delete;
  Appending(Appending&& from) noexcept : sleeper_{std::exchange(from.sleeper_, std::nullopt)} {}
  Appending& operator=(Appending&&) = delete;

  [[nodiscard]] asio::any_io_executor asker() const { return sleeper_->get_executor(); }

  /// It goes on before this returns, where this is called on its executor.
  void give(Append answer) {
    asio::dispatch(asio::append(*std::exchange(sleeper_, std::nullopt), answer));
  }

 private:
  std::optional<Sleeper> sleeper_;
};

}  // namespace

/// The thread that owns the database, and the work that waits for it.
class SqliteJournal::Writer : public std::enable_shared_from_this<SqliteJournal::Writer> {
 public:
  struct Open {
    using Answer = std::optional<Epoch>;
    static constexpr std::nullopt_t failed = std::nullopt;
    RoomKey room;
    async::Reply<Answer> reply;
    Answer answer = failed;
    void on(Database& database, match::Instant /*now*/) { answer = database.open(room); }
  };
  struct Add {
    using Answer = Append;
    static constexpr Append failed = Append::failed;
    RoomKey room;
    Epoch epoch;
    std::uint64_t expected;
    std::string bytes;
    std::optional<FinishedGame> game;
    Appending reply;
    Answer answer = failed;
    void on(Database& database, match::Instant now) {
      answer = database.append(room, epoch, expected, bytes);
      if (game && answer == Append::ok) database.games().add(*game, now);
    }
  };
  struct Finished {
    using Answer = Found;
    static inline const Found failed{};
    std::string id;
    async::Reply<Answer> reply;
    Answer answer = failed;
    void on(Database& database, match::Instant now) { answer = database.games().find(id, now); }
  };
  struct Read {
    using Answer = std::optional<std::vector<std::string>>;
    static constexpr std::nullopt_t failed = std::nullopt;
    RoomKey room;
    async::Reply<Answer> reply;
    Answer answer = failed;
    void on(Database& database, match::Instant /*now*/) { answer = database.read(room); }
  };
  struct Remove {
    using Answer = bool;
    static constexpr bool failed = false;
    RoomKey room;
    Epoch epoch;
    async::Reply<Answer> reply;
    Answer answer = failed;
    void on(Database& database, match::Instant /*now*/) { answer = database.remove(room, epoch); }
  };
  struct Rooms {
    using Answer = std::optional<std::vector<RoomKey>>;
    static constexpr std::nullopt_t failed = std::nullopt;
    async::Reply<Answer> reply;
    Answer answer = failed;
    void on(Database& database, match::Instant /*now*/) { answer = database.rooms(); }
  };
  using Job = std::variant<Open, Add, Finished, Read, Remove, Rooms>;

  Writer(std::unique_ptr<Database> database, Clock now)
      : outages{database->outages()},
        now_{std::move(now)},
        database_{std::move(database)},
        thread_{[this] { work(); }} {}
  ~Writer() { finish(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// A job that comes too late is dropped, and its reply with it.
  void hand_in(Job job) {
    std::unique_lock lock{mutex_};
    if (stopping_) return;
    waiting_.push_back(std::move(job));
    if (waiting_.size() > 1) return;
    const auto asker = asker_of(waiting_.front());
    lock.unlock();
    gather(asker, 0);
  }

  void finish() {
    {
      const std::scoped_lock lock{mutex_};
      stopping_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

  const std::vector<Outage> outages;

 private:
  static asio::any_io_executor asker_of(const Job& job) {
    return std::visit([](const auto& one) { return one.reply.asker(); }, job);
  }

  /// Wakes the thread after what else is about to happen where the jobs come from, and as long as
  /// that brings many more of them, waits again: under full load the cost of a transaction is
  /// shared by hundreds, and with less to do nobody waits for longer than a moment.
  void gather(const asio::any_io_executor& asker, std::size_t before) {
    asio::post(asker, [weak = weak_from_this(), asker, before] {
      const auto self = weak.lock();
      if (!self) return;
      const std::size_t now = self->waiting();
      if (now >= before + many_more && now < enough_for_one) {
        self->gather(asker, now);
      } else {
        self->wake_.notify_one();
      }
    });
  }

  [[nodiscard]] std::size_t waiting() {
    const std::scoped_lock lock{mutex_};
    return waiting_.size();
  }

  void work() {
    match::Instant last_sign = now_();
    match::Instant last_clearing = last_sign;
    for (auto batch = take(); batch; batch = take()) {
      const match::Instant now = now_();
      if (now - last_sign >= between_signs) {
        database_->give_sign(now);
        last_sign = now;
      }
      if (now - last_clearing >= between_clearings) {
        clear(now);
        last_clearing = now;
      }
      if (!batch->empty()) {
        handle(*std::move(batch));
      } else {
        rest();
      }
    }
    database_->give_sign(now_());
  }

  void clear(match::Instant now) {
    tidy_up("old games were not removed", [&] {
      database_->begin();
      database_->games().clear(now);
      database_->commit();
    });
  }

  void rest() {
    tidy_up("the latest entries were not filed", [&] { database_->rest(); });
  }

  /// What nobody waits for; where it fails it is tried again another time.
  template <class Work>
  void tidy_up(std::string_view failure, Work work) {
    try {
      work();
    } catch (const std::exception& error) {
      database_->roll_back();
      spdlog::warn("journal: {}: {}", failure, error.what());
    }
  }

  void handle(std::vector<Job> batch) {
    if (auto fault = attempt(batch)) {
      // What one of them cannot have must not be the end of the others' rooms; nor what filing
      // cannot.
      const auto failed = std::ranges::count_if(batch, [&](Job& job) {
        auto own = attempt({&job, 1});
        if (own) fault = std::move(own);
        return own.has_value();
      });
      spdlog::error("journal: {} of {} jobs were not done: {}", failed, batch.size(), *fault);
    }
    answer(std::move(batch));
  }

  /// From where the askers run, and in one go: each goes on at once, with no way of its own through
  /// the executor's queue and its locks. What one of them throws then is nothing to the others,
  /// whose entries are on the disk.
  static void answer(std::vector<Job> batch) {
    const auto asker = asker_of(batch.front());
    asio::post(asker, [batch = std::move(batch)]() mutable {
      async::for_each_whatever_fails(
          batch, [](Job& job) { std::visit([](auto& one) { give(one); }, job); });
    });
  }

  template <class One>
  static void give(One& one) {
    one.reply.give(std::move(one.answer), async::Bell::Turn::now);
  }
  static void give(Add& one) { one.reply.give(one.answer); }

  /// All that waits, after at most as long as may pass between signs; nothing when the work is
  /// over.
  std::optional<std::vector<Job>> take() {
    std::unique_lock lock{mutex_};
    wake_.wait_for(lock, between_signs, [this] { return stopping_ || !waiting_.empty(); });
    if (stopping_ && waiting_.empty()) return std::nullopt;
    return std::exchange(waiting_, {});
  }

  /// One transaction for all of them: either all is on the disk afterwards or nothing, and then the
  /// reason is given.
  std::optional<std::string> attempt(std::span<Job> jobs) {
    try {
      const match::Instant now = now_();
      database_->begin();
      for (Job& job : jobs) {
        std::visit([&](auto& one) { one.on(*database_, now); }, job);
      }
      database_->file_some(jobs.size());
      database_->commit();
      return std::nullopt;
    } catch (const std::exception& error) {
      database_->roll_back();
      for (Job& job : jobs) {
        std::visit([]<class One>(One& one) { one.answer = One::failed; }, job);
      }
      return error.what();
    }
  }

  const Clock now_;
  std::unique_ptr<Database> database_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Job> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

SqliteJournal::SqliteJournal(std::shared_ptr<Writer> writer) : writer_{std::move(writer)} {}
SqliteJournal::~SqliteJournal() = default;

void SqliteJournal::close() { writer_->finish(); }

boost::system::result<std::unique_ptr<SqliteJournal>, std::string> SqliteJournal::open_in(
    const std::filesystem::path& directory, Clock now, Retention retention) {
  try {
    if (std::filesystem::create_directories(directory)) {
      std::filesystem::permissions(directory, std::filesystem::perms::owner_all);
    }
    auto database = std::make_unique<Database>(directory, now, retention);
    auto writer = std::make_shared<Writer>(std::move(database), std::move(now));
    return std::unique_ptr<SqliteJournal>{new SqliteJournal{std::move(writer)}};
  } catch (const std::exception& error) {
    return fmt::format("cannot keep games in {}: {}", directory.string(), error.what());
  }
}

asio::awaitable<std::optional<Epoch>> SqliteJournal::open(RoomKey room) {
  const async::Question<Writer::Open::Answer> question{co_await asio::this_coro::executor};
  writer_->hand_in(Writer::Open{std::move(room), question.reply(), {}});
  const auto answer = co_await question.answer();
  co_return answer.value_or(std::nullopt);
}

asio::awaitable<Append> SqliteJournal::append(RoomKey room, Epoch epoch, std::uint64_t expected,
                                              std::string bytes,
                                              std::optional<FinishedGame> finished) {
  const auto initiate = [this](Appending::Sleeper sleeper, auto... entry) {
    writer_->hand_in(Writer::Add{std::move(entry)..., Appending{std::move(sleeper)}});
  };
  return asio::async_initiate<const asio::use_awaitable_t<>, void(Append)>(
      initiate, asio::use_awaitable, std::move(room), epoch, expected, std::move(bytes),
      std::move(finished));
}

asio::awaitable<std::optional<std::vector<std::string>>> SqliteJournal::read(RoomKey room) {
  const async::Question<Writer::Read::Answer> question{co_await asio::this_coro::executor};
  writer_->hand_in(Writer::Read{std::move(room), question.reply(), {}});
  auto answer = co_await question.answer();
  if (!answer) co_return std::nullopt;
  co_return std::move(*answer);
}

asio::awaitable<Found> SqliteJournal::finished(std::string id) {
  const async::Question<Found> question{co_await asio::this_coro::executor};
  writer_->hand_in(Writer::Finished{std::move(id), question.reply(), {}});
  auto answer = co_await question.answer();
  co_return std::move(answer).value_or(Found{});
}

asio::awaitable<bool> SqliteJournal::remove(RoomKey room, Epoch epoch) {
  const async::Question<bool> question{co_await asio::this_coro::executor};
  writer_->hand_in(Writer::Remove{std::move(room), epoch, question.reply()});
  const auto answer = co_await question.answer();
  co_return answer.value_or(false);
}

asio::awaitable<std::optional<std::vector<RoomKey>>> SqliteJournal::rooms() {
  const async::Question<Writer::Rooms::Answer> question{co_await asio::this_coro::executor};
  writer_->hand_in(Writer::Rooms{question.reply(), {}});
  auto answer = co_await question.answer();
  if (!answer) co_return std::nullopt;
  co_return std::move(*answer);
}

asio::awaitable<std::vector<Outage>> SqliteJournal::outages() { co_return writer_->outages; }

}  // namespace flagrank::store
