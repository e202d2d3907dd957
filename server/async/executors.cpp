#include "server/async/executors.hpp"

#include <boost/asio/strand.hpp>

namespace asio = boost::asio;

namespace flagrank::async {

asio::any_io_executor Executors::make() const {
  if (alone_) return io_->get_executor();
  return asio::make_strand(io_->get_executor());
}

}  // namespace flagrank::async
