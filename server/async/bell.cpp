#include "server/async/bell.hpp"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/query.hpp>
#include <boost/intrusive/list.hpp>
#include <cassert>
#include <utility>

namespace asio = boost::asio;

namespace flagrank::async {

/// The bells of one execution context. Shared by the context and its bells, whichever lives longer.
class Bell::Registry {
 public:
  void add(Bell& bell) {
    const std::lock_guard lock{mutex_};
    bells_.push_front(bell);
  }
  void remove(Bell& bell) {
    const std::lock_guard lock{mutex_};
    if (bell.place_.is_linked()) bells_.erase(bells_.iterator_to(bell));
  }
  Bell* remove_any() {
    const std::lock_guard lock{mutex_};
    if (bells_.empty()) return nullptr;
    Bell& first = bells_.front();
    bells_.pop_front();
    return &first;
  }

 private:
  using Place = boost::intrusive::member_hook<Bell, Bell::Place, &Bell::place_>;

  std::mutex mutex_;
  boost::intrusive::list<Bell, Place, boost::intrusive::constant_time_size<false>> bells_;
};

/// Ends the coroutines that still wait when their context goes. Without it a coroutine that owns
/// the bell it waits at would keep itself alive for ever.
class Bell::Service : public asio::execution_context::service {
 public:
  static inline asio::execution_context::id id;

  explicit Service(asio::execution_context& context) : service{context} {}
  [[nodiscard]] std::shared_ptr<Registry> registry() const { return registry_; }

 private:
  void shutdown() override {
    while (Bell* bell = registry_->remove_any()) {
      // Ends the coroutine, and with it perhaps this bell and others.
      const auto ended = bell->release();
    }
  }

  std::shared_ptr<Registry> registry_ = std::make_shared<Registry>();
};

Bell::Bell(const asio::any_io_executor& executor)
    : registry_{
          asio::use_service<Service>(asio::query(executor, asio::execution::context)).registry()} {
  registry_->add(*this);
}

Bell::~Bell() { registry_->remove(*this); }

void Bell::ring(Turn turn) {
  std::unique_lock lock{mutex_};
  rung_ = !sleeper_;
  if (rung_) return;
  auto woken = std::exchange(sleeper_, std::nullopt);
  lock.unlock();
  if (turn == Turn::now) {
    asio::dispatch(*std::move(woken));
  } else {
    asio::post(*std::move(woken));
  }
}

asio::awaitable<void> Bell::wait() {
  const auto initiate = [this](Sleeper sleeper) { hold(std::move(sleeper)); };
  return asio::async_initiate<const asio::use_awaitable_t<>, void()>(initiate, asio::use_awaitable);
}

bool Bell::heard() {
  const std::lock_guard lock{mutex_};
  return std::exchange(rung_, false);
}

void Bell::hold(Sleeper sleeper) {
  std::unique_lock lock{mutex_};
  assert(!sleeper_ && "one coroutine waits at a bell");
  if (!std::exchange(rung_, false)) {
    sleeper_.emplace(std::move(sleeper));
    return;
  }
  lock.unlock();
  asio::post(std::move(sleeper));
}

std::optional<Bell::Sleeper> Bell::release() {
  const std::lock_guard lock{mutex_};
  return std::exchange(sleeper_, std::nullopt);
}

}  // namespace flagrank::async
