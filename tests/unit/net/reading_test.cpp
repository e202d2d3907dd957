#include "server/net/reading.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/error_code.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/coroutines.hpp"

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace flagrank::net {
namespace {

/// A socket that is read, and the other end of it.
class Readers : public testing::Test {
 protected:
  using Before = Reader::Before;

  Readers() {
    tcp::acceptor acceptor{io_, {asio::ip::address_v4::loopback(), 0}};
    peer_.connect(acceptor.local_endpoint());
    acceptor.accept(socket_);
    socket_.non_blocking(true);
    tell_what_is_left(socket_);
  }

  void send(std::string_view text) { asio::write(peer_, asio::buffer(text)); }
  /// Returns when the end has come, too: what the kernel says of it.
  short send_last(std::string_view text) {
    send(text);
    peer_.close();
    pollfd ended{.fd = socket_.native_handle(), .events = POLLRDHUP, .revents = 0};
    EXPECT_EQ(poll(&ended, 1, -1), 1);
    return ended.revents;
  }

  /// Returns when the connection is broken off, too.
  void send_and_break_off(std::string_view text) {
    peer_.set_option(tcp::socket::linger{true, 0});
    EXPECT_TRUE(send_last(text) & POLLHUP);
  }

  /// What `take` brings when something has come.
  Arrival take_some(std::size_t most) {
    socket_.wait(tcp::socket::wait_read);
    return take(socket_.native_handle(), asio::buffer(bytes_, most));
  }

  struct Read {
    std::string text;
    error_code error;
  };
  void begin_to_read(std::size_t most = 8, Before before = Before::answered) {
    reader_.async_read_some(asio::buffer(bytes_, most), before,
                            [this](error_code error, std::size_t n) {
                              read_ = {.text = {bytes_.data(), n}, .error = error};
                            });
  }
  /// The end of what was begun.
  Read have_read() {
    read_.reset();
    test::run_until(io_, [this] { return read_.has_value(); });
    EXPECT_TRUE(read_) << "nothing came";
    return read_.value_or(Read{});
  }
  Read read(std::size_t most = 8, Before before = Before::answered) {
    begin_to_read(most, before);
    return have_read();
  }

  asio::io_context io_;
  tcp::socket peer_{io_};
  tcp::socket socket_{io_};
  Reader reader_{socket_};
  std::array<char, 64> bytes_{};
  std::optional<Read> read_;
};

TEST_F(Readers, know_when_they_have_all) {
  EXPECT_TRUE(take(socket_.native_handle(), asio::buffer(bytes_)).awaited);
  send("abc");
  const auto arrival = take_some(8);
  EXPECT_EQ(arrival.bytes, 3U);
  EXPECT_EQ(arrival.left, Arrival::Left::nothing);
  EXPECT_TRUE(take(socket_.native_handle(), asio::buffer(bytes_)).awaited);
}

TEST_F(Readers, know_that_all_was_just_what_they_asked_for) {
  send("abc");
  EXPECT_EQ(take_some(3).left, Arrival::Left::nothing);
}

TEST_F(Readers, know_when_there_is_more) {
  send("abcdef");
  EXPECT_EQ(take_some(4).left, Arrival::Left::unknown);
  EXPECT_EQ(take_some(4).left, Arrival::Left::nothing);
}

TEST_F(Readers, take_the_end_that_came_with_the_last_bytes_for_something_left) {
  send_last("abc");
  const auto arrival = take_some(8);
  EXPECT_EQ(arrival.bytes, 3U);
  EXPECT_EQ(arrival.left, Arrival::Left::unknown);
  EXPECT_EQ(take_some(8).error, asio::error::eof);
}

TEST_F(Readers, say_what_is_wrong_with_the_socket) {
  EXPECT_EQ(take(-1, asio::buffer(bytes_)).error, asio::error::bad_descriptor);
}

TEST_F(Readers, wait_for_each_piece) {
  for (const char* piece : {"one", "two", "three"}) {
    begin_to_read();
    EXPECT_EQ(io_.poll(), 0U);
    io_.restart();
    send(piece);
    EXPECT_EQ(have_read().text, piece);
  }
}

TEST_F(Readers, find_what_came_while_nobody_read) {
  send("one");
  EXPECT_EQ(read().text, "one");
  send("two");
  io_.restart();
  io_.poll();
  EXPECT_EQ(read().text, "two");
}

TEST_F(Readers, read_in_several_pieces_what_is_longer) {
  send("abcdefgh");
  EXPECT_EQ(read(3).text, "abc");
  EXPECT_EQ(read(3).text, "def");
  EXPECT_EQ(read(3).text, "gh");
}

TEST_F(Readers, hear_of_an_end_that_came_with_the_last_bytes) {
  begin_to_read();
  io_.poll();
  send_last("abc");
  EXPECT_EQ(have_read().text, "abc");
  EXPECT_EQ(read().error, asio::error::eof);
}

TEST_F(Readers, hear_of_an_end_that_comes_later) {
  send("abc");
  EXPECT_EQ(read().text, "abc");
  begin_to_read();
  io_.restart();
  io_.poll();
  peer_.close();
  EXPECT_EQ(have_read().error, asio::error::eof);
}

TEST_F(Readers, hear_of_a_broken_connection) {
  begin_to_read();
  peer_.set_option(tcp::socket::linger{true, 0});
  peer_.close();
  EXPECT_EQ(have_read().error, asio::error::connection_reset);
}

TEST_F(Readers, hear_of_a_connection_that_was_broken_off_with_bytes_that_nobody_answers) {
  begin_to_read();
  io_.poll();
  send_and_break_off("abc");
  EXPECT_EQ(have_read().text, "abc");
  EXPECT_EQ(read(8, Before::unanswered).error, asio::error::connection_reset);
}

TEST_F(Readers, lose_nothing_whether_there_was_an_answer_or_not) {
  std::string sent;
  std::string heard;
  for (int i = 0; i < 40; ++i) {
    const std::string text = std::to_string(1000 + i) + "ab";
    send(text);
    sent += text;
    heard += read(5, i % 3 == 0 ? Before::unanswered : Before::answered).text;
  }
  while (heard.size() < sent.size()) {
    const Read rest = read();
    ASSERT_FALSE(rest.text.empty());
    heard += rest.text;
  }
  EXPECT_EQ(heard, sent);
  begin_to_read(8, Before::unanswered);
  io_.restart();
  EXPECT_EQ(io_.poll(), 0U);
  send("end");
  EXPECT_EQ(have_read().text, "end");
}

TEST_F(Readers, end_when_the_socket_is_closed) {
  begin_to_read();
  socket_.close();
  EXPECT_EQ(have_read().error, asio::error::operation_aborted);
}

TEST_F(Readers, refuse_a_closed_socket) {
  socket_.close();
  EXPECT_EQ(read().error, asio::error::bad_descriptor);
}

TEST(Reader, that_still_waits_goes_with_its_context) {
  const auto held = std::make_shared<int>(1);
  {
    asio::io_context io;
    tcp::acceptor acceptor{io, {asio::ip::address_v4::loopback(), 0}};
    tcp::socket peer{io};
    const auto socket = std::make_shared<tcp::socket>(io);
    peer.connect(acceptor.local_endpoint());
    acceptor.accept(*socket);
    socket->non_blocking(true);
    Reader reader{*socket};
    static std::array<char, 8> bytes{};
    // As a session does, the handler owns the socket: it is still open when the context goes.
    reader.async_read_some(asio::buffer(bytes), Reader::Before::answered,
                           [held, socket](error_code, std::size_t) { FAIL(); });
    EXPECT_EQ(held.use_count(), 2);
  }
  EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace flagrank::net
