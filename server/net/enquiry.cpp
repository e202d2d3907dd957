#include "server/net/enquiry.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "common/protocol/error_code.hpp"
#include "common/protocol/http.hpp"
#include "common/protocol/limits.hpp"
#include "common/protocol/rulesets.hpp"
#include "server/net/door.hpp"
#include "server/net/greeting.hpp"
#include "server/room/lobby.hpp"

namespace asio = boost::asio;
using flagrank::protocol::ErrorCode;

namespace flagrank::net {
namespace {

Answer found(std::string document) { return {.body = std::move(document) + "\n"}; }

/// As the protocol names it, with a status that says the same.
Answer refused(ErrorCode code) {
  const bool lasting = code == ErrorCode::no_such_room;
  return refusal(lasting ? 404 : 503, protocol::name(code), protocol::sentence(code),
                 lasting ? std::nullopt : std::optional{std::chrono::seconds{5}});
}

asio::awaitable<Answer> info(House& house) {
  co_return found(protocol::info_document(hello(house), protocol::offered_rulesets()));
}

/// As RFC 6750 has it for bearer tokens.
Answer told(const TurnedAway& away) {
  if (away.wait) {
    return refusal(429, protocol::name(away.why), protocol::sentence(away.why),
                   std::chrono::ceil<std::chrono::seconds>(*away.wait));
  }
  const bool none = away.why == ErrorCode::access_key_needed;
  Answer answer = refusal(none ? 401 : 403, protocol::name(away.why), protocol::sentence(away.why));
  if (none) answer.fields.emplace_back("WWW-Authenticate", R"(Bearer realm="flagrank")");
  return answer;
}

asio::awaitable<Answer> rooms(House& house, Address from, std::optional<std::string> access_key) {
  // Whoever is held up for guessing may still have the list, where it is no secret.
  if (!house.access.for_all()) {
    const auto away = turned_away(house, from, access_key);
    if (away) co_return told(*away);
  }
  auto listing = house.lobby->list();
  const auto rooms = co_await std::move(listing);
  co_return rooms ? found(protocol::document(*rooms)) : refused(rooms.error().code);
}

asio::awaitable<Answer> room(House& house, Address from, std::string code,
                             std::optional<std::string> access_key) {
  const auto away = turned_away(house, from, access_key);
  if (away) co_return told(*away);
  if (code.size() > protocol::max_room_bytes) code.clear();
  auto looking = house.lobby->look_up(std::move(code));
  const auto sight = co_await std::move(looking);
  if (!sight) {
    const ErrorCode why = sight.error().code;
    if (why == ErrorCode::no_such_room) house.gate.failed_join(from, Clock::now());
    co_return refused(why);
  }
  if (const auto* asleep = std::get_if<room::Asleep>(&*sight)) {
    co_return found(protocol::asleep_document(asleep->room));
  }
  co_return found(protocol::document(std::get<protocol::RoomTold>(*sight)));
}

asio::awaitable<Answer> record(House& house, std::string id) {
  auto looking = house.lobby->record(std::move(id));
  auto record = co_await std::move(looking);
  if (!record) co_return refused(record.error().code);
  if (!*record) {
    co_return refusal(404, "no_such_record", "There is no such record, or it is kept no longer.");
  }
  auto load = house.records.take((*record)->size());
  if (!load) {
    co_return refusal(503, "too_busy", "Too many records are being fetched at once.",
                      std::chrono::seconds{10});
  }
  // As it is kept, without a line's end: room for one more byte would be room for all of it again.
  co_return Answer{.body = **std::move(record), .load = std::move(load)};
}

}  // namespace

asio::awaitable<Answer> answer_to(House& house, Address from, Ask ask) {
  switch (ask.about) {
    case Ask::About::info:
      break;
    case Ask::About::rooms:
      return rooms(house, from, std::move(ask.access_key));
    case Ask::About::room:
      return room(house, from, std::move(ask.name), std::move(ask.access_key));
    case Ask::About::record:
      return record(house, std::move(ask.name));
  }
  return info(house);
}

}  // namespace flagrank::net
