#include "server/net/gate.hpp"

#include <gtest/gtest.h>

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "server/config/settings.hpp"
#include "server/net/address.hpp"

namespace flagrank::net {
namespace {

using namespace std::chrono_literals;

const Time dawn{1000h};

Address at(const char* text) { return limited_as(boost::asio::ip::make_address(text)); }

TEST(Address, v4_counts_whole_and_v6_by_its_network) {
  EXPECT_NE(at("192.0.2.1"), at("192.0.2.2"));
  EXPECT_EQ(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff::9"));
  EXPECT_NE(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
}

TEST(Address, v4_inside_v6_counts_as_v4) { EXPECT_EQ(at("::ffff:192.0.2.1"), at("192.0.2.1")); }

TEST(Address, v4_is_never_taken_for_v6) { EXPECT_NE(at("0.0.0.0"), at("::")); }

config::Limits small_limits() {
  config::Limits limits;
  limits.connections = 3;
  limits.connections_per_address = 2;
  limits.failed_joins_per_minute = 2;
  limits.rooms_per_address = 2;
  return limits;
}

TEST(Gate, lets_in_so_many_from_one_address_and_so_many_in_all) {
  Gate gate{small_limits()};
  auto a = gate.admit(at("192.0.2.1"));
  const auto b = gate.admit(at("192.0.2.1"));
  EXPECT_TRUE(a && b);
  EXPECT_FALSE(gate.admit(at("192.0.2.1")));
  const auto c = gate.admit(at("192.0.2.2"));
  EXPECT_TRUE(c);
  EXPECT_FALSE(gate.admit(at("192.0.2.3")));
  EXPECT_EQ(gate.connections(), 3U);

  a.reset();
  EXPECT_EQ(gate.connections(), 2U);
  EXPECT_TRUE(gate.admit(at("192.0.2.1")));
}

TEST(Gate, counts_who_is_behind_a_proxy_among_all_at_once_and_by_address_once_that_is_known) {
  Gate gate{small_limits()};
  const auto here = at("192.0.2.1");
  const auto a = gate.admit(here);
  auto b = gate.admit_unknown();
  auto c = gate.admit_unknown();
  ASSERT_TRUE(a && b && c);
  EXPECT_FALSE(gate.admit_unknown()) << "the house is full";
  EXPECT_TRUE(b->know(here));
  EXPECT_EQ(b->address(), here);
  EXPECT_FALSE(c->know(here)) << "there are enough from there";
  EXPECT_FALSE(c->known());

  c.reset();
  b.reset();
  EXPECT_EQ(gate.connections(), 1U);
  EXPECT_TRUE(gate.admit(here)) << "a place is given back by its address";
}

TEST(Gate, a_place_that_moves_is_given_back_once) {
  Gate gate{small_limits()};
  {
    auto first = gate.admit(at("192.0.2.1"));
    const Gate::Place second{*std::move(first)};
    first.reset();
    EXPECT_EQ(gate.connections(), 1U);
  }
  EXPECT_EQ(gate.connections(), 0U);
}

TEST(Gate, only_joins_that_failed_are_counted) {
  Gate gate{small_limits()};
  const Address here = at("192.0.2.1");
  for (int good = 0; good < 100; ++good) EXPECT_EQ(gate.may_join(here, dawn), std::nullopt);
  gate.failed_join(here, dawn);
  EXPECT_EQ(gate.may_join(here, dawn), std::nullopt);
  gate.failed_join(here, dawn);
  EXPECT_EQ(gate.may_join(here, dawn), 30s);
  EXPECT_EQ(gate.may_join(at("192.0.2.2"), dawn), std::nullopt);
  EXPECT_EQ(gate.may_join(here, dawn + 30s), std::nullopt);
}

TEST(Gate, who_fails_many_times_at_once_waits_for_all_of_them) {
  Gate gate{small_limits()};
  const Address here = at("192.0.2.1");
  for (int failed = 0; failed < 10; ++failed) gate.failed_join(here, dawn);
  EXPECT_EQ(gate.may_join(here, dawn), 9 * 30s);
  EXPECT_EQ(gate.may_join(here, dawn + 9 * 30s), std::nullopt);
}

TEST(Gate, rooms_are_counted_unless_they_were_not_made) {
  Gate gate{small_limits()};
  const Address here = at("192.0.2.1");
  EXPECT_EQ(gate.try_make_room(here, dawn), std::nullopt);
  gate.not_made(here);
  EXPECT_EQ(gate.try_make_room(here, dawn), std::nullopt);
  EXPECT_EQ(gate.try_make_room(here, dawn), std::nullopt);
  EXPECT_EQ(gate.try_make_room(here, dawn), 30min);
}

TEST(Tally, forgets_addresses_that_have_nothing_to_answer_for) {
  Tally tally{Rate::within(2, 1min)};
  static_cast<void>(tally.count(at("192.0.2.1"), dawn));
  static_cast<void>(tally.count(at("192.0.2.2"), dawn));
  EXPECT_EQ(tally.addresses(), 2U);
  static_cast<void>(tally.count(at("192.0.2.3"), dawn + 5min));
  EXPECT_EQ(tally.addresses(), 1U);
}

TEST(Tally, holds_so_many_addresses_however_many_come) {
  Tally tally{Rate::within(1, 1h)};
  for (unsigned n = 0; n < 100'000; ++n) {
    const Address address = limited_as(boost::asio::ip::address_v4{n});
    EXPECT_EQ(tally.count(address, dawn), std::nullopt);
  }
  EXPECT_EQ(tally.addresses(), 65'536U);
}

}  // namespace
}  // namespace flagrank::net
