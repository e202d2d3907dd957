#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/store/journal.hpp"

namespace flagrank::test {

/// A journal that passes everything on to another one until it is told to fail, and counts what it
/// was asked to append. May be told from any thread.
class FailingJournal final : public store::Journal {
 public:
  explicit FailingJournal(std::shared_ptr<store::Journal> inner) : inner_{std::move(inner)} {}

  /// From now on appends give this answer and write nothing; `ok` ends it.
  void answer_appends(store::Append answer) { answer_ = answer; }
  /// From now on nothing can be opened, read, removed or listed, until `working` is true again.
  void work(bool working) { working_ = working; }
  /// From now on it has lived through this one too. To be told while nobody asks.
  void suffer(store::Outage outage) { outages_.push_back(outage); }
  /// How many appends were asked for so far, failed ones too.
  [[nodiscard]] std::size_t appends() const { return appends_; }

  boost::asio::awaitable<std::optional<store::Epoch>> open(store::RoomKey room) override {
    if (!working_) co_return std::nullopt;
    const auto epoch = co_await inner_->open(std::move(room));
    co_return epoch;
  }

  boost::asio::awaitable<store::Append> append(
      store::RoomKey room, store::Epoch epoch, std::uint64_t expected, std::string bytes,
      std::optional<store::FinishedGame> finished) override {
    ++appends_;
    const store::Append answer = answer_;
    if (answer != store::Append::ok) co_return answer;
    const auto written = co_await inner_->append(std::move(room), epoch, expected, std::move(bytes),
                                                 std::move(finished));
    co_return written;
  }

  boost::asio::awaitable<std::optional<std::vector<std::string>>> read(
      store::RoomKey room) override {
    if (!working_) co_return std::nullopt;
    auto entries = co_await inner_->read(std::move(room));
    co_return entries;
  }

  boost::asio::awaitable<store::Found> finished(std::string id) override {
    if (!working_) co_return store::Found{};
    auto found = co_await inner_->finished(std::move(id));
    co_return found;
  }

  boost::asio::awaitable<bool> remove(store::RoomKey room, store::Epoch epoch) override {
    if (!working_) co_return false;
    const bool removed = co_await inner_->remove(std::move(room), epoch);
    co_return removed;
  }

  boost::asio::awaitable<std::optional<std::vector<store::RoomKey>>> rooms() override {
    if (!working_) co_return std::nullopt;
    auto keys = co_await inner_->rooms();
    co_return keys;
  }

  boost::asio::awaitable<std::vector<store::Outage>> outages() override { co_return outages_; }

 private:
  std::shared_ptr<store::Journal> inner_;
  std::vector<store::Outage> outages_;
  std::atomic<store::Append> answer_ = store::Append::ok;
  std::atomic<bool> working_ = true;
  std::atomic<std::size_t> appends_ = 0;
};

}  // namespace flagrank::test
