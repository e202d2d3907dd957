#include "server/room/room.hpp"

#include <spdlog/spdlog.h>

#include <cassert>
#include <exception>
#include <type_traits>
#include <utility>
#include <variant>

#include "server/async/tasks.hpp"
#include "server/room/speech.hpp"

/// How a room lives and ends, and how it keeps what happens. What it does for each letter stands in
/// letters.cpp.
namespace flagrank::room {

namespace asio = boost::asio;
using protocol::ErrorCode;

Room::Room(const asio::any_io_executor& executor, std::shared_ptr<const House> house,
           store::RoomKey code, match::Settings settings)
    : house_{std::move(house)},
      code_{std::move(code)},
      inbox_{std::make_shared<Inbox>(executor, house_->limits.inbox)},
      match_{std::move(settings)},
      chat_{ChatAllowance{house_->limits.chats_per_minute},
            ChatAllowance{house_->limits.chats_per_minute}} {}

asio::awaitable<void> Room::run() {
  try {
    co_await live();
  } catch (...) {
    spdlog::error("a room ended by an exception: {}", async::what(std::current_exception()));
    break_down();
  }
  turn_away_the_rest();
}

asio::awaitable<void> Room::live() {
  const bool opened = co_await open();
  if (!opened) co_return break_down();

  while (life_ == Life::open) {
    auto letter = co_await inbox_->take();
    if (!letter) co_return;
    auto handling = std::visit([this](auto& one) { return on(std::move(one)); }, *letter);
    co_await std::move(handling);
  }
}

asio::awaitable<bool> Room::open() {
  auto opening = house_->journal->open(code_);
  const auto epoch = co_await std::move(opening);
  if (!epoch) {
    spdlog::error("a room was not opened: the journal failed");
    co_return false;
  }
  epoch_ = *epoch;
  auto keeping = keep(store::Opened{.settings = match_.settings(), .at = house_->world.now()});
  const bool kept = co_await std::move(keeping);
  co_return kept;
}

asio::awaitable<bool> Room::keep(store::Record record) {
  auto writing = house_->journal->append(code_, epoch_, next_entry_, store::encode(record));
  const store::Append written = co_await std::move(writing);
  switch (written) {
    case store::Append::ok:
      ++next_entry_;
      co_return true;
    case store::Append::fenced:
      spdlog::warn("a room stops here: another server has taken it over");
      co_return false;
    case store::Append::failed:
      spdlog::error("a room stops: the journal failed");
      co_return false;
  }
  co_return false;
}

asio::awaitable<std::optional<match::Outcome>> Room::decide(match::Command command) {
  const match::Instant now = house_->world.now();
  match::Outcome outcome = match_.handle(command, now);
  if (!std::holds_alternative<match::Accepted>(outcome)) co_return outcome;

  auto keeping = keep(store::Happened{.command = std::move(command), .at = now});
  const bool kept = co_await std::move(keeping);
  if (kept) co_return outcome;
  break_down();
  co_return std::nullopt;
}

asio::awaitable<bool> Room::attend(view::Seat seat, bool present) {
  auto deciding = decide({.seat = seat, .id = {}, .deed = match::Attend{present}});
  const auto outcome = co_await std::move(deciding);
  if (!outcome) co_return false;
  if (const auto* accepted = std::get_if<match::Accepted>(&*outcome)) {
    audience_.show(accepted->first_seq, accepted->facts);
  }
  co_return true;
}

asio::awaitable<void> Room::close() {
  life_ = Life::over;
  assert(audience_.empty());
  inbox_->close();  // before the journal forgets it, so that nobody is let in meanwhile
  auto removing = house_->journal->remove(code_, epoch_);
  const bool removed = co_await std::move(removing);
  if (!removed) spdlog::warn("a room that is over was not removed from the journal");
}

void Room::break_down() {
  life_ = Life::broken;
  inbox_->close();
  audience_.close(protocol::CloseCode::internal);
}

void Room::turn_away_the_rest() {
  inbox_->close();
  while (auto letter = inbox_->try_take()) {
    std::visit(
        [this]<class L>(L& one) {
          if constexpr (std::is_same_v<L, letter::Say>) turn_away(one);
          if constexpr (requires { one.by; }) turn_away(one.by);
        },
        *letter);
  }
}

void Room::turn_away(const letter::Say& letter) {
  letter.listener->tell({.re = letter.message.id, .body = error_of(ErrorCode::not_in_room)});
}

void Room::turn_away(Petition& petition) {
  const auto code = life_ == Life::broken ? ErrorCode::internal : ErrorCode::no_such_room;
  petition.reply.give(error_of(code));
}

}  // namespace flagrank::room
