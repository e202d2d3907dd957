#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace flagrank::net {

/// How many bytes of large answers are held at once for all who read them, slowly or not at all.
/// From any thread.
class Freight {
 public:
  /// Holds its bytes for as long as any copy of it lives.
  using Load = std::shared_ptr<const void>;

  explicit Freight(std::size_t most) : most_{most} {}

  /// Null where it would be too much in all.
  [[nodiscard]] Load take(std::size_t bytes) const;

 private:
  std::size_t most_;
  std::shared_ptr<std::atomic<std::size_t>> held_ =
      std::make_shared<std::atomic<std::size_t>>(std::size_t{0});
};

}  // namespace flagrank::net
