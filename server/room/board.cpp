#include "server/room/board.hpp"

#include <optional>
#include <string>
#include <utility>

#include "common/protocol/rulesets.hpp"
#include "common/rules/variant.hpp"
#include "common/view/seat.hpp"

namespace flagrank::room {

bool update(Standing& standing, const match::Match& match, bool restarting) {
  static const std::string nobody;
  const view::Table& table = match.table();
  const auto& host = table.seats[index(view::Seat::host)];
  const auto& guest = table.seats[index(view::Seat::guest)];
  const bool free = match.open_to_all();
  std::optional<rules::Side> free_side;
  if (free) free_side = match.side(host ? view::Seat::guest : view::Seat::host);

  bool changed = false;
  const auto set = [&changed](auto& field, const auto& value) {
    if (field == value) return;
    field = value;
    changed = true;
  };
  set(standing.host, host ? host->name : guest ? guest->name : nobody);
  set(standing.phase, table.phase);
  set(standing.seats_free, free ? 1U : 0U);
  set(standing.free_side, free_side);
  set(standing.attended, !restarting && ((host && host->present) || (guest && guest->present)));
  return changed;
}

Notice notice_of(const store::RoomKey& code, const match::Settings& settings,
                 const Standing& standing) {
  const std::string variant{settings.ruleset.variant->name};
  return {.told = {.room = code,
                   .host = standing.host,
                   .is_public = settings.is_public,
                   .phase = standing.phase,
                   .seats_free = standing.seats_free,
                   .free_side = standing.free_side,
                   .preset = variant,
                   .variant = variant,
                   .switches = protocol::switches_set_in(settings.ruleset),
                   .timing = settings.timing,
                   .spectators = settings.spectators,
                   .return_match = settings.return_match},
          .attended = standing.attended};
}

void Board::put_up(Notice notice) {
  const auto [found, fresh] = entries_.try_emplace(notice.told.room);
  Entry& entry = found->second;
  if (fresh) {
    entry.place.age = next_age_--;
  } else {
    strike_off(entry);
    --in_phase(entry);
  }
  entry.place.full = notice.told.seats_free == 0;
  entry.notice = std::move(notice);
  enlist(entry);
  ++in_phase(entry);
}

void Board::take_down(const store::RoomKey& code) {
  const auto found = entries_.find(code);
  if (found == entries_.end()) return;
  strike_off(found->second);
  --in_phase(found->second);
  entries_.erase(found);
}

std::size_t& Board::in_phase(const Entry& entry) {
  return in_phase_[static_cast<std::size_t>(entry.notice.told.phase)];
}

const protocol::RoomTold* Board::find(const store::RoomKey& code) const {
  const auto found = entries_.find(code);
  return found != entries_.end() ? &found->second.notice.told : nullptr;
}

protocol::Rooms Board::list(std::size_t most) const {
  if (joinable_.size() > most) return some(most);
  protocol::Rooms rooms;
  for (const auto& [place, code] : listed_) {
    if (rooms.rooms.size() == most) {
      rooms.more = true;
      break;
    }
    rooms.rooms.push_back(entries_.at(code).notice.told);
  }
  return rooms;
}

protocol::Rooms Board::some(std::size_t many) const {
  std::map<Place, const protocol::RoomTold*> chosen;
  auto next = joinable_.lower_bound(Lot{.drawn = draw()});
  while (chosen.size() < many) {
    if (next == joinable_.end()) next = joinable_.begin();
    const Entry& entry = entries_.at(next->second);
    chosen.emplace(entry.place, &entry.notice.told);
    ++next;
  }
  protocol::Rooms rooms{.rooms = {}, .more = true};
  for (const auto& [place, told] : chosen) rooms.rooms.push_back(*told);
  return rooms;
}

void Board::enlist(Entry& entry) {
  const Notice& notice = entry.notice;
  const bool finished = notice.told.phase == view::Phase::over;
  if (!notice.told.is_public || !notice.attended || finished) return;
  listed_.emplace(entry.place, notice.told.room);
  if (entry.place.full) return;
  if (!entry.drawn) entry.drawn = draw();
  joinable_.emplace(Lot{*entry.drawn, entry.place.age}, notice.told.room);
}

void Board::strike_off(const Entry& entry) {
  listed_.erase(entry.place);
  if (entry.drawn) joinable_.erase(Lot{*entry.drawn, entry.place.age});
}

}  // namespace flagrank::room
