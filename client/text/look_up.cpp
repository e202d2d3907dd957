#include "client/text/look_up.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Bell = asio::posix::stream_descriptor;

/// What the thread that looks up and the one that waits both hold. Neither outlives it.
class Shared {
 public:
  Shared() = default;
  ~Shared() {
    if (bell_ >= 0) ::close(bell_);
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  void found(Places places) {
    {
      const std::lock_guard lock{mutex_};
      places_ = std::move(places);
    }
    const std::uint64_t one = 1;
    static_cast<void>(::write(bell_, &one, sizeof one));
  }
  [[nodiscard]] std::optional<Places> places() const {
    const std::lock_guard lock{mutex_};
    return places_;
  }
  /// Readable once there is something. The caller owns it.
  [[nodiscard]] int bell() const { return ::dup(bell_); }

 private:
  mutable std::mutex mutex_;
  std::optional<Places> places_;
  int bell_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
};

Places resolve(const std::string& host, const std::string& port) {
  asio::io_context io;
  error_code failed;
  const auto found = tcp::resolver{io}.resolve(host, port, failed);
  if (failed) return failed;
  std::vector<tcp::endpoint> places;
  for (const auto& place : found) places.push_back(place.endpoint());
  return places;
}

}  // namespace

const Resolver& system_resolver() {
  static const Resolver system = resolve;
  return system;
}

asio::awaitable<Places> look_up(const std::string& host, const std::string& port,
                                std::chrono::milliseconds patience, const Resolver& resolver) {
  const auto executor = co_await asio::this_coro::executor;
  const auto shared = std::make_shared<Shared>();
  const auto bell = std::make_shared<Bell>(executor);
  error_code failed;
  bell->assign(shared->bell(), failed);
  if (failed) co_return failed;
  std::thread{[shared, host, port, resolver] { shared->found(resolver(host, port)); }}.detach();

  asio::steady_timer deadline{executor, patience};
  deadline.async_wait([bell](const error_code& cancelled) {
    error_code ignored;
    if (!cancelled) bell->cancel(ignored);
  });
  auto token = asio::redirect_error(asio::use_awaitable, failed);
  co_await bell->async_wait(Bell::wait_read, token);
  const auto places = shared->places();
  if (!places) co_return error_code{asio::error::timed_out};
  co_return *places;
}

}  // namespace flagrank::text
