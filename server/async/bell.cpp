#include "server/async/bell.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/intrusive/list.hpp>
#include <cassert>
#include <utility>

namespace asio = boost::asio;

namespace flagrank::async {

/// A coroutine that waits. Destroying it unresumed ends the coroutine.
struct Bell::Waiting {
  virtual ~Waiting() = default;
  virtual void resume() = 0;
};

// Boost 1.81's any_completion_handler would do, but cannot be posted.
template <class Handler>
struct Bell::WaitingWith : Waiting {
  explicit WaitingWith(Handler&& h) : handler{std::move(h)} {}
  void resume() override { asio::post(std::move(handler)); }
  Handler handler;
};

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

void Bell::ring() {
  std::unique_lock lock{mutex_};
  rung_ = !waiting_;
  if (rung_) return;
  const auto woken = std::move(waiting_);
  lock.unlock();
  woken->resume();
}

asio::awaitable<void> Bell::wait() {
  if (heard()) co_return;
  const auto initiate = [this]<class Handler>(Handler handler) {
    hold(std::make_unique<WaitingWith<Handler>>(std::move(handler)));
  };
  co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(initiate,
                                                                       asio::use_awaitable);
}

bool Bell::heard() {
  const std::lock_guard lock{mutex_};
  return std::exchange(rung_, false);
}

void Bell::hold(std::unique_ptr<Waiting> waiting) {
  std::unique_lock lock{mutex_};
  assert(!waiting_ && "one coroutine waits at a bell");
  if (!std::exchange(rung_, false)) {
    waiting_ = std::move(waiting);
    return;
  }
  lock.unlock();
  waiting->resume();
}

std::unique_ptr<Bell::Waiting> Bell::release() {
  const std::lock_guard lock{mutex_};
  return std::move(waiting_);
}

}  // namespace flagrank::async
