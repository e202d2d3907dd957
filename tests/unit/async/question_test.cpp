#include "server/async/question.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "tests/support/coroutines.hpp"

namespace flagrank::async {
namespace {

namespace asio = boost::asio;

using Answer = std::optional<std::string>;

asio::awaitable<Answer> wait_for(Question<std::string> question) {
  auto answer = co_await question.answer();
  co_return answer;
}

class QuestionTest : public testing::Test {
 protected:
  asio::io_context io;
  Question<std::string> question{io.get_executor()};
};

TEST_F(QuestionTest, brings_the_answer_back) {
  Reply<std::string> reply = question.reply();
  const auto answer = test::start(io, wait_for(question));
  test::settle(io);
  EXPECT_FALSE(answer->has_value());

  reply.give("because");
  EXPECT_FALSE(answer->has_value()) << "the asker does not run in the answerer's hands";
  test::settle(io);
  EXPECT_EQ(answer->value(), "because");
}

TEST_F(QuestionTest, may_be_answered_before_anybody_waits) {
  question.reply().give("early");
  const auto answer = test::start(io, wait_for(question));
  test::settle(io);
  EXPECT_EQ(answer->value(), "early");
}

TEST_F(QuestionTest, says_so_when_there_will_be_no_answer) {
  std::optional<Reply<std::string>> reply{question.reply()};
  const auto answer = test::start(io, wait_for(question));
  test::settle(io);
  reply.reset();
  test::settle(io);
  EXPECT_EQ(answer->value(), std::nullopt);
}

TEST_F(QuestionTest, may_be_answered_when_the_asker_is_gone) {
  Reply<std::string> reply = question.reply();
  question = Question<std::string>{io.get_executor()};
  reply.give("too late");
}

TEST_F(QuestionTest, may_be_answered_from_another_thread) {
  const auto answer = test::start(io, wait_for(question));
  test::settle(io);
  std::thread other{[reply = question.reply()]() mutable { reply.give("from afar"); }};
  while (!answer->has_value()) test::settle(io);
  other.join();
  EXPECT_EQ(answer->value(), "from afar");
}

}  // namespace
}  // namespace flagrank::async
