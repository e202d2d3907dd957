#include "server/ops/loop_lag.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>

namespace flagrank::ops {
namespace {

constexpr std::chrono::milliseconds between_looks{500};

}  // namespace

struct LoopLag::State : std::enable_shared_from_this<State> {
  explicit State(boost::asio::io_context& io) : timer{io} {}

  void look_later() {
    timer.expires_after(between_looks);
    timer.async_wait([weak = weak_from_this()](boost::system::error_code error) {
      const auto self = weak.lock();
      if (error || !self) return;
      self->histogram.record(std::chrono::steady_clock::now() - self->timer.expiry());
      self->look_later();
    });
  }

  boost::asio::steady_timer timer;
  async::Histogram histogram;
};

LoopLag::LoopLag(boost::asio::io_context& io) : state_{std::make_shared<State>(io)} {
  state_->look_later();
}

LoopLag::~LoopLag() = default;

const async::Histogram& LoopLag::histogram() const noexcept { return state_->histogram; }

}  // namespace flagrank::ops
