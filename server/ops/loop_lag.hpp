#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>

#include "server/async/counting.hpp"

namespace flagrank::ops {

/// Measures by how much a timer comes late, twice a second: for that long whatever is due waits. Of
/// several threads, the first that is free.
class LoopLag {
 public:
  explicit LoopLag(boost::asio::io_context& io);
  ~LoopLag();
  LoopLag(const LoopLag&) = delete;
  LoopLag& operator=(const LoopLag&) = delete;

  [[nodiscard]] const async::Histogram& histogram() const noexcept;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace flagrank::ops
