#include "server/room/query.hpp"

#include <string>
#include <utility>
#include <variant>

#include "server/room/speech.hpp"

namespace flagrank::room {

namespace {

using protocol::ErrorCode;

struct Querist {
  using Answer = std::optional<protocol::ServerBody>;

  view::Seat seat;
  const match::Match& match;
  const store::RoomKey& code;
  const World& world;

  Answer operator()(const protocol::LegalMoves& /*query*/) const {
    if (match.phase() != view::Phase::playing) return error_of(ErrorCode::wrong_phase);
    const rules::MoveList moves = match.legal_moves(seat);
    return protocol::LegalMovesTold{
        .at = {.game = match.now().game, .ply = match.now().ply},
        .moves = {moves.begin(), moves.end()},
    };
  }

  Answer operator()(const protocol::SuggestFormation& query) const {
    const view::Phase phase = match.phase();
    if (phase != view::Phase::waiting && phase != view::Phase::setup) {
      return error_of(ErrorCode::wrong_phase);
    }
    const rules::Side side = match.side(seat);
    if (match.view(view::Viewer::player(side)).formation) {
      return error_of(ErrorCode::already_locked);
    }
    const rules::Variant& variant = *match.settings().ruleset.variant;
    const auto formation = rules::make_formation(variant, side, query.style, world.dice);
    if (!formation) return no_such_style(variant);
    return protocol::FormationSuggested{formation->placements()};
  }

  Answer operator()(const protocol::Snapshot& /*query*/) const {
    return snapshot(seat, match, code);
  }

  // Sessions answer these themselves; whoever passes them on still gets an answer.
  Answer operator()(const protocol::ListRulesets& /*query*/) const {
    return protocol::offered_rulesets();
  }
  /// But no room knows the others.
  Answer operator()(const protocol::ListRooms& /*query*/) const {
    return error_of(ErrorCode::internal);
  }
  Answer operator()(const protocol::Ping& /*query*/) const {
    return protocol::Pong{static_cast<std::uint64_t>(world.now().time_since_epoch().count())};
  }
  Answer operator()(const protocol::CreateRoom& /*wish*/) const { return already_here(); }
  Answer operator()(const protocol::JoinRoom& /*wish*/) const { return already_here(); }
  Answer operator()(const protocol::WatchRoom& /*wish*/) const { return already_here(); }
  Answer operator()(const protocol::Resume& /*wish*/) const { return already_here(); }

  Answer operator()(const protocol::LeaveRoom& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::LockFormation& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::Move& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::Rescue& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::DeclineRescue& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::OfferRematch& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::AcceptRematch& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::OfferDraw& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::AcceptDraw& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::DeclineDraw& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::Resign& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::Chat& /*deed*/) const { return std::nullopt; }
  Answer operator()(const protocol::ClaimWin& /*deed*/) const { return std::nullopt; }

  static Answer no_such_style(const rules::Variant& variant) {
    std::string names;
    for (const rules::FormationStyle& style : rules::formation_styles(variant)) {
      names += (names.empty() ? "" : ", ") + std::string{style.name};
    }
    return protocol::Error{.code = ErrorCode::bad_value,
                           .message = "The styles of this room are: " + names + ".",
                           .pointer = "/style"};
  }
  static Answer already_here() { return error_of(ErrorCode::already_in_room); }
};

}  // namespace

std::optional<protocol::ServerBody> answer_query(const protocol::ClientBody& body, view::Seat seat,
                                                 const match::Match& match,
                                                 const store::RoomKey& code, const World& world) {
  return std::visit(Querist{.seat = seat, .match = match, .code = code, .world = world}, body);
}

protocol::SnapshotTold snapshot(std::optional<view::Seat> seat, const match::Match& match,
                                const store::RoomKey& code) {
  protocol::SnapshotTold told{.room = code, .seat = seat, .last_command = {}, .view = {}};
  if (!seat) {
    told.view = match.view(view::Viewer::spectator());
    return told;
  }
  told.view = match.view(view::Viewer::player(match.side(*seat)));
  if (auto command = match.last_command(*seat)) {
    told.last_command = {.id = std::move(command->id), .seq = command->seq};
  }
  return told;
}

}  // namespace flagrank::room
