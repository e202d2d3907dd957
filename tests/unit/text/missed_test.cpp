#include "client/text/missed.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "client/text/news.hpp"
#include "tests/unit/text/dealer.hpp"

namespace flagrank::text {
namespace {

using rules::EndReason;
using rules::Side;
using view::Seat;

constexpr Style plain{};

/// A room's life, with the news of each event and the view after it.
struct Life {
  void add(const Dealer::Message& message) {
    const auto& event = std::get<protocol::Event>(message.body);
    lines.push_back(news_in_lines(views.back(), event.seen, plain));
    words.push_back(news_in_words(views.back(), event.seen, plain));
    views.push_back(dealer.view());
  }

  Dealer dealer{Side::red};
  std::vector<view::PlayerView> views{dealer.view()};
  std::vector<std::string> lines;
  std::vector<std::string> words;
};

TEST(Missed, is_what_would_have_been_told) {
  Life life;
  life.add(life.dealer.join());
  life.add(life.dealer.lock(Side::red));
  life.add(life.dealer.lock(Side::blue));
  life.add(life.dealer.start());
  for (const auto* move : {"a4-a5", "j7-j6", "a5-a6", "j6-j5", "a6-a7"}) {
    life.add(life.dealer.move(move));
  }
  life.add(life.dealer.tell(view::DrawOffered{Side::red}));
  for (std::size_t from = 0; from < life.views.size(); ++from) {
    std::string lines;
    std::string words;
    for (std::size_t to = from; to < life.views.size(); ++to) {
      EXPECT_EQ(missed_in_lines(life.views[from], life.views[to], plain), lines) << from << to;
      EXPECT_EQ(missed_in_words(life.views[from], life.views[to], plain), words) << from << to;
      if (to == life.lines.size()) break;
      lines += life.lines[to];
      words += life.words[to];
    }
  }
}

std::string missed(const view::PlayerView& before, const Dealer& dealer) {
  return missed_in_lines(before, dealer.view(), plain);
}

TEST(Missed, tells_of_another_player_on_the_seat) {
  Dealer dealer{Side::red};
  dealer.join("Bob");
  const view::PlayerView before = dealer.view();
  dealer.tell(view::PlayerLeft{Seat::guest});
  EXPECT_EQ(missed(before, dealer), "left blue\n");
  dealer.join("Eve");
  EXPECT_EQ(missed(before, dealer), "left blue\njoined blue Eve\n");
  dealer.tell(view::Presence{Seat::guest, false});
  EXPECT_EQ(missed(before, dealer), "left blue\njoined blue Eve\naway blue\n");
}

TEST(Missed, tells_of_an_offer_that_was_declined) {
  Dealer dealer{Side::red};
  dealer.run();
  dealer.tell(view::DrawOffered{Side::red});
  const view::PlayerView before = dealer.view();
  dealer.tell(view::DrawDeclined{Side::blue});
  EXPECT_EQ(missed(before, dealer), "declined blue\n");
}

TEST(Missed, tells_the_end_once) {
  Dealer dealer{Side::red};
  dealer.run();
  const view::PlayerView before = dealer.view();
  dealer.end(EndReason::resignation, Side::blue);
  EXPECT_EQ(missed(before, dealer), "over resignation blue\n");
  EXPECT_EQ(missed(dealer.view(), dealer), "");
}

TEST(Missed, leaves_out_what_the_own_seat_went_through) {
  Dealer dealer{Side::red};
  dealer.run();
  const view::PlayerView before = dealer.view();
  dealer.tell(view::Presence{Seat::host, false});
  EXPECT_EQ(missed(before, dealer), "");
}

}  // namespace
}  // namespace flagrank::text
