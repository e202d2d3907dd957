#include "server/match/retries.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "server/match/match.hpp"

namespace flagrank::match {

namespace {

/// A vector left to itself doubles, and most of these are half empty then.
constexpr std::size_t at_a_time = 4;

}  // namespace

/// FNV-1a. Never leaves the process.
class Retries::Digester {
 public:
  void add(std::uint8_t byte) noexcept { digest_ = (digest_ ^ byte) * 0x0000'0100'0000'01b3U; }
  void add(std::uint32_t number) noexcept {
    for (unsigned shift = 0; shift < 32; shift += 8)
      add(static_cast<std::uint8_t>(number >> shift));
  }
  void add(std::string_view text) noexcept {
    for (const char c : text) add(static_cast<std::uint8_t>(c));
  }
  void add(rules::Square square) noexcept { add(static_cast<std::uint8_t>(square.index())); }
  void add(DecidedAt at) noexcept {
    add(at.game);
    add(at.ply);
  }

  void operator()(const Join& deed) noexcept {
    for (const std::byte byte : deed.token) add(std::to_integer<std::uint8_t>(byte));
    add(deed.name);
    if (!deed.invitation) return;
    for (const std::byte byte : *deed.invitation) add(std::to_integer<std::uint8_t>(byte));
  }
  void operator()(const Leave& /*deed*/) noexcept {}
  void operator()(const Attend& deed) noexcept { add(std::uint8_t{deed.present}); }
  void operator()(const LockFormation& deed) noexcept {
    add(deed.game);
    for (const rules::Placement& placement : deed.formation) {
      add(placement.square);
      add(static_cast<std::uint8_t>(placement.rank));
    }
  }
  void operator()(const Move& deed) noexcept {
    add(deed.at);
    add(deed.move.from);
    add(deed.move.to);
  }
  void operator()(const Rescue& deed) noexcept {
    add(deed.at);
    add(static_cast<std::uint8_t>(deed.rescue.rank));
    add(deed.rescue.square);
  }
  void operator()(const DeclineRescue& deed) noexcept { add(deed.at); }
  void operator()(const OfferRematch& deed) noexcept { add(deed.game); }
  void operator()(const AcceptRematch& deed) noexcept { add(deed.game); }
  void operator()(const OfferDraw& deed) noexcept { add(deed.at); }
  void operator()(const AcceptDraw& deed) noexcept { add(deed.at); }
  void operator()(const DeclineDraw& deed) noexcept { add(deed.at); }
  void operator()(const Resign& deed) noexcept { add(deed.game); }
  void operator()(const Chat& deed) noexcept { add(deed.text); }
  void operator()(const ClaimWin& deed) noexcept { add(deed.game); }
  void operator()(const Elapse& /*deed*/) noexcept {}
  void operator()(const Restart& /*deed*/) noexcept {}

  [[nodiscard]] Digest digest() const noexcept { return digest_; }

 private:
  Digest digest_ = 0xcbf2'9ce4'8422'2325U;
};

/// Makes the fact again from the deed that caused it and the rest that was kept. Nothing where the
/// two do not belong together: digests can be forged, and that must not cost more than an answer.
class Retries::Rebuild {
 public:
  using Result = std::optional<view::Fact>;

  Rebuild(view::Seat seat, const Remembered& remembered, const rules::Variant& variant)
      : seat_{seat}, remembered_{remembered}, variant_{variant} {}

  Result operator()(const Join& deed) const {
    return view::PlayerJoined{.seat = seat_, .name = deed.name, .side = remembered_.side};
  }
  Result operator()(const Leave& /*deed*/) const {
    if (const Result over = kept_end()) return over;
    return view::PlayerLeft{seat_};
  }
  Result operator()(const Attend& deed) const {
    return view::Presence{.seat = seat_, .present = deed.present};
  }
  Result operator()(const LockFormation& deed) const {
    auto formation = rules::Formation::check(variant_, remembered_.side, deed.formation);
    if (!formation) return std::nullopt;
    return view::truth::FormationLocked{std::move(*formation)};
  }
  Result operator()(const Move& deed) const {
    const auto* moved = std::get_if<rules::Moved>(&remembered_.rest);
    if (moved == nullptr) return std::nullopt;
    return view::truth::Moved{.game = deed.at.game, .moved = *moved};
  }
  Result operator()(const Rescue& deed) const {
    const auto* piece = std::get_if<rules::PieceId>(&remembered_.rest);
    if (piece == nullptr) return std::nullopt;
    return view::truth::Rescued{.game = deed.at.game,
                                .rescued = {.ply = deed.at.ply,
                                            .side = remembered_.side,
                                            .piece = *piece,
                                            .square = deed.rescue.square,
                                            .rank = deed.rescue.rank}};
  }
  Result operator()(const DeclineRescue& /*deed*/) const {
    return view::RescueDeclined{remembered_.side};
  }
  Result operator()(const OfferRematch& /*deed*/) const { return view::RematchOffered{seat_}; }
  Result operator()(const AcceptRematch& deed) const {
    const auto* match = std::get_if<std::uint32_t>(&remembered_.rest);
    if (match == nullptr) return std::nullopt;
    view::NextGame next{.game = deed.game + 1, .match = *match, .sides = {}};
    next.sides[index(seat_)] = rules::opponent(remembered_.side);
    next.sides[index(other(seat_))] = remembered_.side;
    return next;
  }
  Result operator()(const OfferDraw& /*deed*/) const { return view::DrawOffered{remembered_.side}; }
  Result operator()(const AcceptDraw& /*deed*/) const { return kept_end(); }
  Result operator()(const DeclineDraw& /*deed*/) const {
    return view::DrawDeclined{remembered_.side};
  }
  Result operator()(const Resign& /*deed*/) const { return kept_end(); }
  Result operator()(const Chat& deed) const { return view::Chat{.seat = seat_, .text = deed.text}; }
  Result operator()(const ClaimWin& /*deed*/) const {
    if (const Result over = kept_end()) return over;
    return view::PlayerLeft{other(seat_)};
  }
  // These have no id to be repeated under.
  Result operator()(const Elapse& /*deed*/) const { return std::nullopt; }
  Result operator()(const Restart& /*deed*/) const { return std::nullopt; }

 private:
  [[nodiscard]] Result kept_end() const {
    const auto* over = std::get_if<std::shared_ptr<const view::GameOver>>(&remembered_.rest);
    if (over == nullptr) return std::nullopt;
    return **over;
  }

  view::Seat seat_;
  const Remembered& remembered_;
  const rules::Variant& variant_;
};

void Retries::remember(const Command& command, rules::Side side, const Accepted& accepted) {
  const Digest id = digest(command.id);
  Remembered entry{.deed = digest(command.deed),
                   .seq = accepted.first_seq,
                   .at = accepted.at,
                   .side = side,
                   .rest = rest_of(accepted.facts.front())};
  if (remembered_.size() < capacity) {
    if (ids_.size() % at_a_time == 0) {
      ids_.reserve(ids_.size() + at_a_time);
      remembered_.reserve(remembered_.size() + at_a_time);
    }
    ids_.push_back(id);
    remembered_.push_back(std::move(entry));
    return;
  }
  ids_[oldest_] = id;
  remembered_[oldest_] = std::move(entry);
  oldest_ = (oldest_ + 1) % capacity;
}

bool Retries::knows(std::string_view id) const noexcept { return find(id) != nullptr; }

std::optional<Retries::Answer> Retries::answer(const Command& command,
                                               const rules::Variant& variant) const {
  const Remembered* remembered = find(command.id);
  if (remembered == nullptr || remembered->deed != digest(command.deed)) return std::nullopt;
  auto fact = std::visit(Rebuild{command.seat, *remembered, variant}, command.deed);
  if (!fact) return std::nullopt;
  return Answer{.seq = remembered->seq,
                .at = remembered->at,
                .side = remembered->side,
                .fact = std::move(*fact)};
}

Retries::Digest Retries::digest(std::string_view id) noexcept {
  Digester digester;
  digester.add(id);
  return digester.digest();
}

Retries::Digest Retries::digest(const Deed& deed) noexcept {
  Digester digester;
  digester.add(static_cast<std::uint8_t>(deed.index()));
  std::visit(digester, deed);
  return digester.digest();
}

Retries::Rest Retries::rest_of(const view::Fact& fact) {
  if (const auto* moved = std::get_if<view::truth::Moved>(&fact)) return moved->moved;
  if (const auto* rescued = std::get_if<view::truth::Rescued>(&fact)) {
    return rescued->rescued.piece;
  }
  if (const auto* next = std::get_if<view::NextGame>(&fact)) return next->match;
  if (const auto* over = std::get_if<view::GameOver>(&fact)) {
    return std::make_shared<const view::GameOver>(*over);
  }
  return std::monostate{};
}

const Retries::Remembered* Retries::find(std::string_view id) const noexcept {
  const auto found = std::ranges::find(ids_, digest(id));
  return found == ids_.end() ? nullptr
                             : &remembered_[static_cast<std::size_t>(found - ids_.begin())];
}

}  // namespace flagrank::match
