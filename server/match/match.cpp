#include "server/match/match.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace flagrank::match {

namespace {

/// Whether a deed is done on no seat.
bool nobodys(const Deed& deed) noexcept {
  return std::holds_alternative<Elapse>(deed) || std::holds_alternative<Restart>(deed);
}

view::Table fresh_table(const Settings& settings) {
  view::Table table;
  table.ruleset = settings.ruleset;
  table.timing = settings.timing;
  table.spectators = settings.spectators;
  table.is_public = settings.is_public;
  table.return_match = settings.return_match;
  return table;
}

}  // namespace

Match::Match(Settings settings) : settings_{std::move(settings)}, table_{fresh_table(settings_)} {}

Outcome Match::handle(const Command& command, Instant now) {
  if (auto outcome = earlier(command)) return std::move(*outcome);
  const bool joining = std::holds_alternative<Join>(command.deed);
  if (!joining && !nobodys(command.deed) && !taken(command.seat)) {
    if (std::holds_alternative<Attend>(command.deed)) return Nothing{};
    return refused(Refusal::wrong_phase);
  }
  const rules::Side played = side(command.seat);  // which may be another one afterwards
  Outcome outcome =
      std::visit([&](const auto& deed) { return act(command.seat, deed, now); }, command.deed);
  if (const auto* accepted = std::get_if<Accepted>(&outcome)) {
    last_change_ = now;
    remember(command, played, *accepted);
    assert(!broken_invariant());
  }
  return outcome;
}

/// What is to be said to a command whose id took effect before.
std::optional<Outcome> Match::earlier(const Command& command) const {
  const bool joining = std::holds_alternative<Join>(command.deed);
  // Whoever takes a free seat has nothing to do with who sat there before.
  if (command.id.empty() || (joining && !taken(command.seat))) return std::nullopt;

  const Retries& retries = sitters_[index(command.seat)].retries;
  if (auto answer = retries.answer(command, *settings_.ruleset.variant)) {
    return Repeated{.seq = answer->seq,
                    .at = answer->at,
                    .side = answer->side,
                    .fact = std::move(answer->fact)};
  }
  // Nor is the id of somebody who finds the seat taken the one that its player used.
  if (!joining && retries.knows(command.id)) return refused(Refusal::id_reused);
  return std::nullopt;
}

void Match::remember(const Command& command, rules::Side side, const Accepted& accepted) {
  if (command.id.empty()) return;
  Sitter& sitter = sitters_[index(command.seat)];
  sitter.retries.remember(command, side, accepted);
  sitter.last = LastCommand{.id = command.id, .seq = accepted.first_seq};
}

Refused Match::refused(std::variant<Refusal, rules::Rejection> why) const {
  return {.why = why, .faults = {}, .now = now(), .retry_after = std::nullopt};
}

const Settings& Match::settings() const noexcept { return settings_; }

view::Phase Match::phase() const noexcept { return table_.phase; }

DecidedAt Match::now() const noexcept {
  return {.game = table_.game, .ply = game_ ? game_->ply() : 0};
}

std::uint64_t Match::seq() const noexcept { return seq_; }

rules::Side Match::side(view::Seat seat) const noexcept {
  const bool as_in_the_first = (table_.game % 2 == 1) == (seat == view::Seat::host);
  return as_in_the_first ? settings_.host_side : rules::opponent(settings_.host_side);
}

bool Match::taken(view::Seat seat) const noexcept { return table_.seats[index(seat)].has_value(); }

bool Match::present(view::Seat seat) const noexcept {
  return taken(seat) && table_.seats[index(seat)]->present;
}

bool Match::locked(view::Seat seat) const noexcept {
  return taken(seat) && table_.seats[index(seat)]->locked;
}

std::optional<view::Seat> Match::seat_of(const TokenHash& token) const noexcept {
  // Both seats are looked at, always, so that time does not tell which one it was.
  std::optional<view::Seat> found;
  for (const view::Seat seat : view::all_seats) {
    const bool equal = equal_in_constant_time(sitters_[index(seat)].token, token);
    if (equal && taken(seat)) found = seat;
  }
  return found;
}

bool Match::open_to_all() const noexcept {
  return phase() == view::Phase::waiting && !settings_.by_invitation;
}

bool Match::would_let_in(const Join& deed) const noexcept {
  return phase() == view::Phase::waiting && !uninvited(deed);
}

std::optional<Refusal> Match::uninvited(const Join& deed) const noexcept {
  if (!deed.invitation) {
    const bool made_it = seq_ == 0;
    if (settings_.by_invitation && !made_it) return Refusal::invitation_needed;
    return std::nullopt;
  }
  const bool equal = settings_.invitation.has_value() &&
                     equal_in_constant_time(*settings_.invitation, *deed.invitation);
  if (!equal || invitation_used_) return Refusal::wrong_invitation;
  return std::nullopt;
}

Instant Match::last_change() const noexcept { return last_change_; }

std::optional<Instant> Match::deadline() const noexcept {
  if (phase() == view::Phase::playing && table_.clocks) return table_.clocks->deadline();
  return table_.setup_ends;
}

const view::Table& Match::table() const noexcept { return table_; }

view::PlayerView Match::view(view::Viewer viewer) const {
  const auto formation = [this](rules::Side side) {
    const auto& locked = formations_[rules::index(side)];
    return locked ? &*locked : nullptr;
  };
  return view::view_of({.table = table_,
                        .seq = seq_,
                        .game = game_ ? &*game_ : nullptr,
                        .formations = {formation(rules::Side::red), formation(rules::Side::blue)},
                        .history = history_},
                       viewer);
}

rules::MoveList Match::legal_moves(view::Seat seat) const {
  if (phase() != view::Phase::playing || game_->to_move() != side(seat)) return {};
  return game_->legal_moves();
}

std::optional<LastCommand> Match::last_command(view::Seat seat) const {
  return sitters_[index(seat)].last;
}

bool Match::remembers(view::Seat seat, std::string_view id) const noexcept {
  return sitters_[index(seat)].retries.knows(id);
}

}  // namespace flagrank::match
