#include "server/room/chronicle.hpp"

#include <algorithm>
#include <limits>
#include <variant>

#include "common/view/seat.hpp"

namespace flagrank::room {

Chronicle::Chronicle(const match::Settings& settings)
    : ruleset_{settings.ruleset}, records_{settings.record_key.has_value()} {}

std::optional<Finished> Chronicle::follow(const match::Accepted& accepted) {
  std::optional<Finished> over;
  if (!records_) return over;
  for (const view::Fact& fact : accepted.facts) {
    std::visit([&](const auto& one) { note(one, accepted.at); }, fact);
    const auto* end = std::get_if<view::GameOver>(&fact);
    if (end == nullptr || !end->record) continue;
    over = Finished{.id = *end->record, .game = finished(end->ended, accepted.at)};
  }
  return over;
}

void Chronicle::note(const view::PlayerJoined& fact, match::Instant /*at*/) {
  names_[index(fact.seat)] = fact.name;
  sides_[index(fact.seat)] = fact.side;
}

void Chronicle::note(const view::NextGame& fact, match::Instant /*at*/) { sides_ = fact.sides; }

void Chronicle::note(const view::truth::GameStarted& fact, match::Instant at) {
  formations_ = std::array{fact.red, fact.blue};
  started_ = at;
  last_ = at;
  moves_.clear();
  waits_.clear();
  rescues_.clear();
}

void Chronicle::note(const view::truth::Moved& fact, match::Instant at) {
  // Nobody thinks for 49 days, which is more than any limit of a room.
  constexpr std::int64_t longest = std::numeric_limits<std::uint32_t>::max();
  if (moves_.size() > match::most_recorded_plies) return;  // it will have no record
  moves_.push_back(fact.moved.move);
  waits_.push_back(
      static_cast<std::uint32_t>(std::clamp<std::int64_t>((at - last_).count(), 0, longest)));
  last_ = at;
}

void Chronicle::note(const view::truth::Rescued& fact, match::Instant /*at*/) {
  rescues_.emplace_back(moves_.size() - 1,
                        rules::Rescue{.rank = fact.rescued.rank, .square = fact.rescued.square});
}

record::Game Chronicle::finished(const rules::Ended& result, match::Instant at) {
  record::Game game{.ruleset = ruleset_,
                    .names = {},
                    .started_ms = started_.time_since_epoch().count(),
                    .ended_ms = at.time_since_epoch().count(),
                    .formations = formations_.value(),
                    .turns = {},
                    .result = result};
  for (const view::Seat seat : view::all_seats) {
    game.names[rules::index(sides_[index(seat)])] = names_[index(seat)];
  }
  game.turns.reserve(moves_.size());
  std::int64_t moment = *game.started_ms;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    moment += waits_[i];
    game.turns.push_back({.move = moves_[i], .rescue = {}, .at_ms = moment});
  }
  for (const auto& [turn, rescue] : rescues_) game.turns[turn].rescue = rescue;
  moves_ = {};
  waits_ = {};
  rescues_ = {};
  return game;
}

}  // namespace flagrank::room
