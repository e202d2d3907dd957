#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "common/protocol/close_code.hpp"
#include "server/async/bell.hpp"
#include "server/async/queue.hpp"

namespace flagrank::room {

/// One encoded text frame. Shared, since one encoding serves everybody who may see the same.
using Frame = std::shared_ptr<const std::string>;

/// What waits to be written to one connection. Bounded: a peer that does not read is cut off with
/// `slow_reader` instead of holding memory.
///
/// Anybody may push, from any thread. Only the connection's writer takes, on the executor that the
/// outbox was made with.
class Outbox {
 public:
  /// Who takes. No coroutine that sleeps until there is something: there are two for every game,
  /// and to wake one costs more than to write a frame.
  class Writer {
   public:
    /// There is something to take again. Called on the outbox's executor, when what is under way
    /// there is done; but at once where more than half of what may wait does, and where the outbox
    /// was closed, since whoever closes it may end. Called again for what comes after `try_next`
    /// has given all there was, and perhaps without need.
    virtual void take_more() = 0;

   protected:
    ~Writer() = default;
  };

  struct Bounds {
    std::size_t frames = 64;
    std::size_t bytes = 64 * 1024;  ///< a frame is let in while what waits is below this
  };

  /// Next thing for the writer: a frame, or the code to close with once all frames are out.
  using Next = std::variant<Frame, protocol::CloseCode>;

  Outbox(const boost::asio::any_io_executor& executor, Bounds bounds);

  /// Before anybody pushes.
  void attend(std::weak_ptr<Writer> writer) { writer_ = std::move(writer); }

  /// Adds a frame. Where it does not fit, the waiting frames are dropped, the outbox closes with
  /// `slow_reader`, and the answer is false; so it is on a closed outbox.
  bool push(Frame frame);

  /// Lets what waits go out, then closes with this code. The first close counts.
  void close(protocol::CloseCode code);

  [[nodiscard]] bool closed() const { return closed_with().has_value(); }
  /// The code that it was closed with.
  [[nodiscard]] std::optional<protocol::CloseCode> closed_with() const;

  /// The next thing to write, if there is one. After a close code has been given there is no more
  /// to take.
  [[nodiscard]] std::optional<Next> try_next();

  enum class State : std::uint8_t {
    easy,  ///< at most half of what may wait does
    full,
    closed
  };
  /// For the connection's reader: whoever is answered faster than answers can be written is read no
  /// further, and is not a slow reader for it.
  [[nodiscard]] State state();
  /// Waits until the state may be another, after it was `full`. On the writer's executor, by one
  /// coroutine at a time.
  [[nodiscard]] boost::asio::awaitable<void> relief() { return relief_.wait(); }

 private:
  class Departures;

  // Under the lock.
  [[nodiscard]] bool put(Frame frame);
  [[nodiscard]] bool eased() const;

  void tell();
  void tell_at_once();

  const boost::asio::any_io_executor executor_;
  Departures* const departures_;  ///< null where the executor is this one's alone
  const Bounds bounds_;
  std::weak_ptr<Writer> writer_;
  mutable std::mutex mutex_;
  async::Queue<Frame> frames_;
  std::size_t bytes_ = 0;
  std::optional<protocol::CloseCode> closing_;
  bool parted_ = false;   ///< the code was taken, which is so once
  bool told_ = false;     ///< the writer was, and has not taken all since
  bool awaited_ = false;  ///< somebody wants to hear when it is easy
  async::Bell relief_;
};

}  // namespace flagrank::room
