#include "server/async/executors.hpp"

#include <boost/asio/detail/concurrency_hint.hpp>
#include <boost/asio/strand.hpp>

namespace asio = boost::asio;

namespace flagrank::async {

int Executors::concurrency_hint(unsigned threads) noexcept {
  return threads == 1 ? BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO : static_cast<int>(threads);
}

asio::any_io_executor Executors::make() const {
  if (alone_) return io_->get_executor();
  return asio::make_strand(io_->get_executor());
}

bool Executors::shared(const asio::any_io_executor& executor) noexcept {
  return executor.target<asio::io_context::executor_type>() != nullptr;
}

}  // namespace flagrank::async
