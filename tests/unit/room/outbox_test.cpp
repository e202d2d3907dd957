#include "server/room/outbox.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/coroutines.hpp"
#include "tests/support/outbox.hpp"

namespace flagrank::room {
namespace {

namespace asio = boost::asio;
using protocol::CloseCode;

Frame frame(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

struct Written {
  std::vector<std::string> frames;
  std::optional<CloseCode> closed;
};

asio::awaitable<void> write(std::shared_ptr<test::OutboxReader> reader,
                            std::shared_ptr<Written> written) {
  while (!written->closed) {
    auto waiting = test::OutboxReader::next(reader);
    const auto next = co_await std::move(waiting);
    if (const auto* code = std::get_if<CloseCode>(&next)) {
      written->closed = *code;
    } else {
      written->frames.push_back(*std::get<Frame>(next));
    }
  }
}

asio::awaitable<void> wait_for_relief(std::shared_ptr<Outbox> outbox) {
  while (outbox->state() == Outbox::State::full) {
    co_await outbox->relief();
  }
}

class OutboxTest : public testing::Test {
 protected:
  /// Everything that a writer finds.
  Written written() {
    if (!writer_) writer_ = test::start(io, write(reader_, written_));
    test::settle(io);
    return *written_;
  }

  void make(Outbox::Bounds bounds) {
    outbox = std::make_shared<Outbox>(io.get_executor(), bounds);
    reader_ = test::OutboxReader::of(outbox, io.get_executor());
  }

  OutboxTest() { make({.frames = 3, .bytes = 10}); }

  asio::io_context io;
  std::shared_ptr<Outbox> outbox;

 private:
  std::shared_ptr<test::OutboxReader> reader_;
  std::shared_ptr<Written> written_ = std::make_shared<Written>();
  std::shared_ptr<bool> writer_;
};

using Frames = std::vector<std::string>;

TEST_F(OutboxTest, gives_frames_in_the_order_they_came_in) {
  EXPECT_TRUE(outbox->push(frame("1")));
  EXPECT_TRUE(outbox->push(frame("2")));
  EXPECT_EQ(written().frames, (Frames{"1", "2"}));
  EXPECT_TRUE(outbox->push(frame("3")));
  EXPECT_EQ(written().frames, (Frames{"1", "2", "3"}));
  EXPECT_FALSE(outbox->closed());
}

TEST_F(OutboxTest, a_writer_that_keeps_up_may_have_any_number_of_frames) {
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(outbox->push(frame("frame")));
    ASSERT_EQ(written().frames.size(), static_cast<std::size_t>(i + 1));
  }
}

TEST_F(OutboxTest, one_frame_too_many_cuts_a_slow_reader_off_and_frees_what_waited) {
  const Frame first = frame("1");
  outbox->push(first);
  outbox->push(frame("2"));
  outbox->push(frame("3"));
  EXPECT_EQ(first.use_count(), 2);
  EXPECT_FALSE(outbox->push(frame("4")));
  EXPECT_EQ(first.use_count(), 1);

  EXPECT_TRUE(outbox->closed());
  EXPECT_FALSE(outbox->push(frame("5")));
  EXPECT_EQ(written().frames, Frames{});
  EXPECT_EQ(written().closed, CloseCode::slow_reader);
}

TEST_F(OutboxTest, too_many_bytes_cut_a_slow_reader_off) {
  EXPECT_TRUE(outbox->push(frame("five.")));
  EXPECT_TRUE(outbox->push(frame("five.")));
  EXPECT_FALSE(outbox->push(frame("1")));
  EXPECT_EQ(written().closed, CloseCode::slow_reader);
}

TEST_F(OutboxTest, a_frame_of_any_size_is_let_in_below_the_bound) {
  EXPECT_TRUE(outbox->push(frame("nine.....")));
  EXPECT_TRUE(outbox->push(frame(std::string(1000, 'x'))));
  EXPECT_EQ(written().frames.size(), 2U);
}

TEST_F(OutboxTest, bytes_that_went_out_count_no_more) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(outbox->push(frame(std::string(1000, 'x'))));
    written();
  }
  EXPECT_EQ(written().frames.size(), 5U);
}

TEST_F(OutboxTest, closes_once_all_frames_are_out) {
  outbox->push(frame("1"));
  outbox->close(CloseCode::room_closed);
  EXPECT_TRUE(outbox->closed());
  EXPECT_FALSE(outbox->push(frame("2")));
  EXPECT_EQ(written().frames, Frames{"1"});
  EXPECT_EQ(written().closed, CloseCode::room_closed);
}

TEST_F(OutboxTest, closing_wakes_a_writer_that_waits) {
  EXPECT_EQ(written().closed, std::nullopt);
  outbox->close(CloseCode::replaced);
  EXPECT_EQ(written().closed, CloseCode::replaced);
}

TEST_F(OutboxTest, the_first_close_counts) {
  outbox->close(CloseCode::replaced);
  outbox->close(CloseCode::internal);
  EXPECT_EQ(written().closed, CloseCode::replaced);
}

TEST_F(OutboxTest, is_easy_again_when_at_most_half_of_what_may_wait_does) {
  const auto at_once = test::start(io, wait_for_relief(outbox));
  test::settle(io);
  EXPECT_TRUE(*at_once);

  outbox->push(frame("1"));
  outbox->push(frame("2"));
  const auto eased = test::start(io, wait_for_relief(outbox));
  test::settle(io);
  EXPECT_FALSE(*eased);
  written();
  EXPECT_TRUE(*eased);
}

TEST_F(OutboxTest, bytes_can_be_too_many_for_relief_too) {
  outbox->push(frame("six..."));
  const auto eased = test::start(io, wait_for_relief(outbox));
  test::settle(io);
  EXPECT_FALSE(*eased);
  written();
  EXPECT_TRUE(*eased);
}

TEST_F(OutboxTest, nobody_waits_for_relief_of_one_that_is_closed) {
  outbox->push(frame("1"));
  outbox->push(frame("2"));
  const auto eased = test::start(io, wait_for_relief(outbox));
  test::settle(io);
  outbox->close(CloseCode::replaced);
  test::settle(io);
  EXPECT_TRUE(*eased);
}

TEST_F(OutboxTest, nobody_waits_for_relief_of_one_that_overflows) {
  outbox->push(frame("1"));
  outbox->push(frame("2"));
  const auto eased = test::start(io, wait_for_relief(outbox));
  test::settle(io);
  outbox->push(frame("3"));
  outbox->push(frame("4"));
  test::settle(io);
  EXPECT_TRUE(*eased);
}

/// Counts how often it is told, and takes nothing by itself.
struct Idler final : Outbox::Writer {
  void take_more() override { ++told; }
  int told = 0;
};

TEST_F(OutboxTest, tells_its_writer_once_when_what_is_under_way_is_done) {
  make({.frames = 10});
  const auto idler = std::make_shared<Idler>();
  outbox->attend(idler);
  int told_when_back = -1;
  asio::post(io, [&] {
    outbox->push(frame("1"));
    outbox->push(frame("2"));
    told_when_back = idler->told;
  });
  test::settle(io);
  EXPECT_EQ(told_when_back, 0);
  EXPECT_EQ(idler->told, 1);

  EXPECT_TRUE(outbox->try_next().has_value());
  outbox->push(frame("3"));
  test::settle(io);
  EXPECT_EQ(idler->told, 1) << "there was still one to take";

  EXPECT_TRUE(outbox->try_next().has_value());
  EXPECT_TRUE(outbox->try_next().has_value());
  outbox->push(frame("4"));
  test::settle(io);
  EXPECT_EQ(idler->told, 2);
}

/// Takes all there is, and counts it.
struct Taker final : Outbox::Writer {
  explicit Taker(Outbox& from) : outbox{from} {}
  void take_more() override {
    while (outbox.try_next()) ++taken;
  }
  Outbox& outbox;
  int taken = 0;
};

TEST_F(OutboxTest, holds_what_is_pushed_in_one_go_however_much_where_its_writer_is_quick) {
  make({.frames = 4});
  const auto taker = std::make_shared<Taker>(*outbox);
  outbox->attend(taker);
  constexpr int many = 100;
  asio::post(io, [&] {
    for (int i = 0; i < many; ++i) EXPECT_TRUE(outbox->push(frame(std::to_string(i))));
  });
  test::settle(io);
  EXPECT_EQ(taker->taken, many);
}

TEST_F(OutboxTest, has_its_writer_told_at_once_that_it_is_closed) {
  const auto taker = std::make_shared<Taker>(*outbox);
  outbox->attend(taker);
  int taken_when_back = 0;
  asio::post(io, [&] {
    outbox->push(frame("1"));
    outbox->close(CloseCode::replaced);
    taken_when_back = taker->taken;
  });
  test::settle(io);
  EXPECT_EQ(taken_when_back, 2) << "the frame, and the code";
}

TEST_F(OutboxTest, has_its_writer_told_on_a_strand_of_its_own_at_once) {
  const asio::any_io_executor strand = asio::make_strand(io);
  outbox = std::make_shared<Outbox>(strand, Outbox::Bounds{});
  const auto idler = std::make_shared<Idler>();
  outbox->attend(idler);
  int told_when_back = -1;
  asio::post(strand, [&] {
    outbox->push(frame("1"));
    told_when_back = idler->told;
  });
  test::settle(io);
  EXPECT_EQ(told_when_back, 1);
}

/// Fails at what it is told.
struct Bungler final : Outbox::Writer {
  void take_more() override { throw std::runtime_error{"no memory, or so"}; }
};

TEST_F(OutboxTest, has_its_writer_told_though_that_of_another_throws) {
  const auto bungler = std::make_shared<Bungler>();
  const auto other = std::make_shared<Outbox>(io.get_executor(), Outbox::Bounds{});
  other->attend(bungler);
  const auto idler = std::make_shared<Idler>();
  outbox->attend(idler);
  other->push(frame("1"));
  outbox->push(frame("2"));
  EXPECT_THROW(test::settle(io), std::runtime_error);
  EXPECT_EQ(idler->told, 1);
}

TEST(Outbox, that_waits_to_be_emptied_goes_with_its_context) {
  const auto idler = std::make_shared<Idler>();
  {
    asio::io_context io;
    const auto outbox = std::make_shared<Outbox>(io.get_executor(), Outbox::Bounds{});
    outbox->attend(idler);
    outbox->push(frame("1"));
  }
  EXPECT_EQ(idler->told, 0);
  EXPECT_EQ(idler.use_count(), 1);
}

TEST_F(OutboxTest, gives_the_code_once) {
  outbox->push(frame("1"));
  EXPECT_TRUE(outbox->try_next().has_value());
  outbox->close(CloseCode::replaced);
  EXPECT_EQ(outbox->try_next(), Outbox::Next{CloseCode::replaced});
  EXPECT_EQ(outbox->try_next(), std::nullopt);
}

TEST_F(OutboxTest, needs_no_writer_that_is_gone) {
  outbox->attend(std::make_shared<Idler>());
  EXPECT_TRUE(outbox->push(frame("1")));
  test::settle(io);
}

TEST_F(OutboxTest, takes_frames_from_any_thread) {
  constexpr int many = 2000;
  make({.frames = many});
  std::thread other{[this] {
    for (int i = 0; i < many; ++i) outbox->push(frame(std::to_string(i)));
    outbox->close(CloseCode::normal);
  }};
  while (!written().closed) {
  }
  other.join();
  EXPECT_EQ(written().closed, CloseCode::normal);
  const Frames frames = written().frames;
  ASSERT_EQ(frames.size(), static_cast<std::size_t>(many));
  for (int i = 0; i < many; ++i) EXPECT_EQ(frames[static_cast<std::size_t>(i)], std::to_string(i));
}

}  // namespace
}  // namespace flagrank::room
