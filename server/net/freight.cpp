#include "server/net/freight.hpp"

#include <utility>

namespace flagrank::net {
namespace {

class Held {
 public:
  Held(std::shared_ptr<std::atomic<std::size_t>> all, std::size_t bytes)
      : all_{std::move(all)}, bytes_{bytes}, before_{all_->fetch_add(bytes_)} {}
  ~Held() { all_->fetch_sub(bytes_); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  [[nodiscard]] std::size_t before() const noexcept { return before_; }

 private:
  std::shared_ptr<std::atomic<std::size_t>> all_;
  std::size_t bytes_;
  std::size_t before_;
};

}  // namespace

Freight::Load Freight::take(std::size_t bytes) const {
  const auto held = std::make_shared<const Held>(held_, bytes);
  if (bytes > most_ || held->before() > most_ - bytes) return nullptr;
  return held;
}

}  // namespace flagrank::net
