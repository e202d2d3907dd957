#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/append.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/detail/bind_handler.hpp>
#include <boost/asio/detail/fenced_block.hpp>
#include <boost/asio/detail/handler_alloc_helpers.hpp>
#include <boost/asio/detail/handler_cont_helpers.hpp>
#include <boost/asio/detail/handler_work.hpp>
#include <boost/asio/detail/reactor.hpp>
#include <boost/asio/detail/reactor_op.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/query.hpp>
#include <boost/system/error_code.hpp>
#include <boost/version.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace flagrank::net {

/// What one look into a socket brought.
struct Arrival {
  enum class Left : std::uint8_t {
    unknown,  ///< or something: bytes, an end, a fault
    nothing   ///< but perhaps a fault; the reactor tells of all that comes now
  };

  bool awaited = false;             ///< nothing was there, not even an end: all else is void
  boost::system::error_code error;  ///< `eof` where the peer has said its last
  std::size_t bytes = 0;
  Left left = Left::unknown;
};

/// Lets `take` say what is left. Where the kernel cannot (before Linux 4.18) that stays unknown.
void tell_what_is_left(boost::asio::ip::tcp::socket& socket);

/// Takes what is there, as much as goes into `into`, which must not be empty. Never waits.
[[nodiscard]] Arrival take(int socket, boost::asio::mutable_buffer into);

/// Reads a socket with one call of the kernel for each piece that comes. Asio has two: it reads,
/// and when that has been dealt with reads again, to hear that there is nothing yet. That was a
/// quarter of the calls for a move, and 2 µs of the 42 that it took. Here the kernel is asked with
/// the first call whether anything is left.
///
/// Of a connection that was broken off together with the last bytes it does not say so, and the
/// reactor has told of it already. Where an answer is written to them, that fails; where none is,
/// the kernel is asked again.
///
/// That is an operation of Asio's reactor like its own, and so is made of what Asio has for itself,
/// as it is in Boost 1.81.
class Reader {
  static_assert(BOOST_VERSION / 100 == 1081, "what is used of Asio's own may have changed");

  using Reactor = boost::asio::detail::reactor;

  /// Where a socket has its place in the reactor.
  struct Within : boost::asio::ip::tcp::socket {
    static constexpr auto impl() { return &Within::impl_; }
  };

 public:
  /// What became of the bytes that were read before.
  enum class Before : std::uint8_t { answered, unanswered };

  /// The socket outlives it, does not move, and does not block.
  explicit Reader(boost::asio::ip::tcp::socket& socket)
      : socket_{&socket},
        reactor_{&boost::asio::use_service<Reactor>(
            boost::asio::query(socket.get_executor(), boost::asio::execution::context))} {}

  /// As the socket's own, of one piece that is not empty; but for a single operation that is
  /// cancelled. Closing the socket ends it.
  template <class Handler>
  void async_read_some(boost::asio::mutable_buffer into, Before before, Handler handler) {
    auto& within = socket_->*Within::impl();
    auto& socket = within.get_implementation();
    if (before == Before::unanswered) {
      // Of what is left behind the reactor tells: it came after the last read that left nothing.
      const Arrival arrival = take(socket.socket_, into);
      if (!arrival.awaited) {
        boost::asio::post(within.get_executor(),
                          boost::asio::append(std::move(handler), arrival.error, arrival.bytes));
        return;
      }
    }
    using Op = Operation<Handler>;
    const bool continues = boost_asio_handler_cont_helpers::is_continuation(handler);
    typename Op::ptr op = {std::addressof(handler), Op::ptr::allocate(handler), nullptr};
    op.p = new (op.v) Op{socket.socket_, into, handler, within.get_executor()};
    reactor_->start_op(Reactor::read_op, socket.socket_, socket.reactor_data_, op.p, continues,
                       true);
    op.v = op.p = nullptr;
  }

 private:
  template <class Handler>
  class Operation final : public boost::asio::detail::reactor_op {
   public:
    BOOST_ASIO_DEFINE_HANDLER_PTR(Operation);

    Operation(int socket, boost::asio::mutable_buffer into, Handler& handler,
              const boost::asio::any_io_executor& executor)
        : reactor_op{{}, &Operation::look, &Operation::complete},
          socket_{socket},
          into_{into},
          handler_{std::move(handler)},
          work_{handler_, executor} {}

   private:
    using Work = boost::asio::detail::handler_work<Handler, boost::asio::any_io_executor>;

    static status look(reactor_op* base) {
      auto* const self = static_cast<Operation*>(base);
      const Arrival arrival = take(self->socket_, self->into_);
      if (arrival.awaited) return not_done;
      self->ec_ = arrival.error;
      self->bytes_transferred_ = arrival.bytes;
      return arrival.left == Arrival::Left::nothing ? done_and_exhausted : done;
    }

    /// `owner` is null where the context goes, and nobody is to be told.
    static void complete(void* owner, boost::asio::detail::operation* base,
                         const boost::system::error_code& /*error*/, std::size_t /*bytes*/) {
      auto* const self = static_cast<Operation*>(base);
      ptr memory = {std::addressof(self->handler_), self, self};
      Work work{std::move(self->work_)};
      boost::asio::detail::binder2<Handler, boost::system::error_code, std::size_t> told{
          self->handler_, self->ec_, self->bytes_transferred_};
      // Given back before the handler is called, which may want it for the next read.
      memory.h = std::addressof(told.handler_);
      memory.reset();
      if (owner == nullptr) return;
      const boost::asio::detail::fenced_block fence{boost::asio::detail::fenced_block::half};
      work.complete(told, told.handler_);
    }

    int socket_;
    boost::asio::mutable_buffer into_;
    Handler handler_;
    Work work_;
  };

  boost::asio::ip::tcp::socket* socket_;
  Reactor* reactor_;
};

}  // namespace flagrank::net
