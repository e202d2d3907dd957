#include "client/text/look_up.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using namespace std::chrono_literals;

const tcp::endpoint here{asio::ip::address_v4::loopback(), 80};

std::optional<Places> looked_up(std::chrono::milliseconds patience, const Resolver& resolver) {
  const std::string host = "name";
  const std::string port = "80";
  std::optional<Places> found;
  asio::io_context io;
  asio::co_spawn(io, look_up(host, port, patience, resolver),
                 [&](const std::exception_ptr& failed, const Places& places) {
                   if (!failed) found = places;
                 });
  io.run();
  return found;
}

TEST(LookUp, gives_what_the_resolver_finds) {
  const auto found = looked_up(1h, [](const std::string& host, const std::string& port) -> Places {
    EXPECT_EQ(host + ":" + port, "name:80");
    return std::vector{here};
  });
  ASSERT_TRUE(found && found->has_value());
  EXPECT_EQ(found->value(), std::vector{here});
}

TEST(LookUp, gives_why_there_is_nothing) {
  const auto found = looked_up(1h, [](const std::string&, const std::string&) -> Places {
    return boost::system::error_code{asio::error::host_not_found};
  });
  ASSERT_TRUE(found && found->has_error());
  EXPECT_EQ(found->error(), asio::error::host_not_found);
}

TEST(LookUp, does_not_wait_for_a_resolver_that_does_not_come_back) {
  const auto release = std::make_shared<std::promise<void>>();
  const auto left = std::make_shared<std::promise<void>>();
  const auto found = looked_up(1ms, [release, left](const std::string&, const std::string&) {
    release->get_future().wait();
    left->set_value_at_thread_exit();
    return Places{std::vector{here}};
  });
  ASSERT_TRUE(found && found->has_error());
  EXPECT_EQ(found->error(), asio::error::timed_out);
  release->set_value();
  left->get_future().wait();  // what it finds goes nowhere, and does no harm
}

TEST(LookUp, asks_the_system_unless_told_otherwise) {
  const Places places = system_resolver()("127.0.0.1", "80");
  ASSERT_TRUE(places.has_value());
  EXPECT_EQ(*places, std::vector{here});
  EXPECT_TRUE(system_resolver()("name.invalid", "80").has_error());
}

}  // namespace
}  // namespace flagrank::text
