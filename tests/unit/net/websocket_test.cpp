#include "server/net/websocket.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "common/wire/wire.hpp"
#include "tests/support/coroutines.hpp"
#include "tests/support/raw_connection.hpp"

namespace asio = boost::asio;
using asio::ip::tcp;

namespace flagrank::net {
namespace {

/// A server's end that has shaken hands, and a peer that says bytes. Nothing runs by itself, so
/// that what the peer does at one time is one event.
class Websockets : public testing::Test {
 protected:
  using Inbound = std::variant<std::string_view, Websocket::Gone>;

  Websockets() {
    tcp::acceptor acceptor{io_, {asio::ip::address_v4::loopback(), 0}};
    peer_.connect(acceptor.local_endpoint());
    websocket_ =
        std::make_unique<Websocket>(acceptor.accept(), 8192, [](Websocket::Sign /*sign*/) {});
    const auto accepted = test::start(
        io_, websocket_->accept({.host = "localhost", .key = "dGhlIHNhbXBsZSBub25jZQ=="}));
    test::settle(io_);
    EXPECT_EQ(*accepted, true);
  }

  void begin_to_read() {
    inbound_ = test::start(io_, websocket_->read());
    test::settle(io_);
  }
  Inbound have_read() {
    test::run_until(io_, [this] { return inbound_->has_value(); });
    EXPECT_TRUE(*inbound_) << "nothing came";
    return inbound_->value_or(Websocket::Gone::left);
  }

  void say(std::string_view bytes) { asio::write(peer_, asio::buffer(bytes)); }
  /// Returns when the server's end is broken.
  void break_off() {
    peer_.set_option(tcp::socket::linger{true, 0});
    peer_.close();
    pollfd broken{.fd = websocket_->wire().socket().native_handle(), .events = 0, .revents = 0};
    EXPECT_EQ(poll(&broken, 1, -1), 1);
  }

  asio::io_context io_;
  tcp::socket peer_{io_};
  std::unique_ptr<Websocket> websocket_;
  std::shared_ptr<std::optional<Inbound>> inbound_;
};

TEST_F(Websockets, hear_a_message_in_two_pieces_and_the_next) {
  begin_to_read();
  const std::string frame = test::RawFrame{.payload = "hello"}.bytes();
  say(frame.substr(0, 4));
  test::settle(io_);
  say(frame.substr(4) + frame);
  EXPECT_EQ(have_read(), Inbound{"hello"});
  begin_to_read();
  EXPECT_EQ(have_read(), Inbound{"hello"});
}

TEST_F(Websockets, are_lost_where_they_are_broken_off_with_half_a_frame) {
  begin_to_read();
  say(test::RawFrame{.payload = "hello"}.bytes().substr(0, 8));
  break_off();
  EXPECT_EQ(have_read(), Inbound{Websocket::Gone::lost});
}

TEST_F(Websockets, are_lost_where_they_are_broken_off_with_a_pong) {
  begin_to_read();
  say(test::RawFrame{.opcode = 10}.bytes());
  break_off();
  EXPECT_EQ(have_read(), Inbound{Websocket::Gone::lost});
}

TEST_F(Websockets, are_lost_where_they_are_broken_off_with_a_pong_and_half_a_frame) {
  begin_to_read();
  say(test::RawFrame{.opcode = 10}.bytes() + test::RawFrame{.payload = "x"}.bytes().substr(0, 3));
  break_off();
  EXPECT_EQ(have_read(), Inbound{Websocket::Gone::lost});
}

}  // namespace
}  // namespace flagrank::net
