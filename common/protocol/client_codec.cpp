#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/protocol/cursor.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/dispatch.hpp"
#include "common/protocol/encode.hpp"
#include "common/protocol/fields.hpp"
#include "common/protocol/frame.hpp"
#include "common/protocol/game_fields.hpp"
#include "common/protocol/limits.hpp"
#include "common/protocol/text.hpp"

namespace flagrank::protocol {

namespace wire {

template <>
inline constexpr std::string_view type_of<CreateRoom> = "create_room";
template <>
inline constexpr std::string_view type_of<JoinRoom> = "join_room";
template <>
inline constexpr std::string_view type_of<Resume> = "resume";
template <>
inline constexpr std::string_view type_of<LeaveRoom> = "leave_room";
template <>
inline constexpr std::string_view type_of<SuggestFormation> = "suggest_formation";
template <>
inline constexpr std::string_view type_of<LockFormation> = "lock_formation";
template <>
inline constexpr std::string_view type_of<Move> = "move";
template <>
inline constexpr std::string_view type_of<LegalMoves> = "legal_moves";
template <>
inline constexpr std::string_view type_of<OfferDraw> = "offer_draw";
template <>
inline constexpr std::string_view type_of<AcceptDraw> = "accept_draw";
template <>
inline constexpr std::string_view type_of<DeclineDraw> = "decline_draw";
template <>
inline constexpr std::string_view type_of<Resign> = "resign";
template <>
inline constexpr std::string_view type_of<Snapshot> = "snapshot";
template <>
inline constexpr std::string_view type_of<Chat> = "chat";
template <>
inline constexpr std::string_view type_of<Ping> = "ping";

namespace {

constexpr TextRule player_name{valid_player_name,
                               "must be 1 to 32 bytes of visible text without control characters"};
constexpr TextRule chat_text{valid_chat_text,
                             "must be 1 to 2000 bytes of visible text without control characters"};
constexpr TextRule room_code{
    [](std::string_view text) noexcept { return !text.empty() && text.size() <= max_room_bytes; },
    "must be a room code of 1 to 64 bytes"};
constexpr TextRule seat_token{
    [](std::string_view text) noexcept { return !text.empty() && text.size() <= max_token_bytes; },
    "must be a seat token of 1 to 128 bytes"};

}  // namespace

/// A side to play, where "random" leaves it open.
template <class Side>
struct WantedSide {
  Side& side;
};
template <class Side>
WantedSide(Side&) -> WantedSide<Side>;

static void read(const Cursor& at, WantedSide<std::optional<rules::Side>>& wanted) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  if (text != nullptr && *text == "random") return;
  const auto known = text != nullptr ? from_spelling<rules::Side>(*text) : std::nullopt;
  if (!known) return at.refuse("must be red, blue or random");
  wanted.side = *known;
}

static void fields(FieldWriter& field, const CreateRoom& m) {
  field("name", m.name);
  field.where_it_applies("side", m.side);
  if (m.ruleset != rules::Ruleset{}) field("ruleset", RulesetWish{m.ruleset});
}

static void fields(FieldReader& field, CreateRoom& m) {
  field("name", m.name, player_name);
  field.where_it_applies("side", WantedSide{m.side});
  field.where_it_applies("ruleset", RulesetWish{m.ruleset});
}

static void fields(auto& field, Same<JoinRoom> auto& m) {
  field("room", m.room, room_code);
  field("name", m.name, player_name);
}

static void fields(auto& field, Same<Resume> auto& m) {
  field("room", m.room, room_code);
  field("token", m.token, seat_token);
}

static void fields(auto& /*field*/, Same<LeaveRoom> auto& /*m*/) {}

static void fields(auto& field, Same<SuggestFormation> auto& m) { field("style", m.style); }

static void fields(auto& field, Same<LockFormation> auto& m) {
  field("game", m.game, From1{});
  field("formation", m.formation, AtMost{max_formation_entries});
}

static void fields(auto& field, Same<Move> auto& m) {
  fields(field, m.at);
  field("from", m.move.from);
  field("to", m.move.to);
}

static void fields(auto& /*field*/, Same<LegalMoves> auto& /*m*/) {}

static void fields(auto& field, Same<OfferDraw> auto& m) { fields(field, m.at); }

static void fields(auto& field, Same<AcceptDraw> auto& m) { fields(field, m.at); }

static void fields(auto& field, Same<DeclineDraw> auto& m) { fields(field, m.at); }

static void fields(auto& field, Same<Resign> auto& m) { field("game", m.game, From1{}); }

static void fields(auto& /*field*/, Same<Snapshot> auto& /*m*/) {}

static void fields(auto& field, Same<Chat> auto& m) { field("text", m.text, chat_text); }

static void fields(auto& /*field*/, Same<Ping> auto& /*m*/) {}

namespace {

/// The id of a frame, where the frame has one that an answer can carry.
[[nodiscard]] std::optional<CommandId> usable_id(Value& frame) {
  auto* const object = std::get_if<Object>(&frame.data);
  if (object == nullptr || std::ranges::count(*object, "id", &Member::key) != 1) return {};
  const auto* const text = std::get_if<std::string>(&find(*object, "id")->value.data);
  if (text == nullptr || !valid_command_id(*text)) return {};
  return *text;
}

[[nodiscard]] std::optional<ClientBody> read_body(FieldReader& field, const Cursor& root) {
  const std::string* const type = message_type(field, root);
  if (type == nullptr) return {};
  (void)field.take("id");
  if (!usable_id(root.value())) {
    root.fail_at("id", ErrorCode::bad_message,
                 "A command needs an id of 1 to 36 letters, digits, _ and -.");
    return {};
  }
  std::optional<ClientBody> body = read_alternative<ClientBody>(field, *type);
  if (!body) {
    root.fail_at("type", ErrorCode::unknown_type,
                 "There is no message type \"" + excerpt(*type) + "\".");
  }
  field.finish();
  return body;
}

}  // namespace

}  // namespace wire

boost::system::result<ClientMessage, DecodeError> decode_client(std::string_view frame) {
  wire::Parsed parsed = wire::parse_json(frame);
  wire::Reading reading{.strict = true, .error = wire::json_error(parsed)};
  const bool json = !parsed.fault || parsed.fault->kind != wire::JsonFault::Kind::syntax;
  std::optional<CommandId> id = json ? wire::usable_id(parsed.value) : std::nullopt;

  std::optional<ClientBody> body;
  if (!reading.error) {
    const wire::Cursor root{reading, parsed.value};
    wire::FieldReader field{root};
    body = wire::read_body(field, root);
  }
  if (reading.error) {
    reading.error->id = std::move(id);
    return *std::move(reading.error);
  }
  return ClientMessage{.id = *std::move(id), .body = *std::move(body)};
}

std::string encode(const ClientMessage& message) {
  constexpr std::size_t usual_size = 128;
  wire::Writer out{usual_size};
  wire::FieldWriter field{out};
  out.open_object();
  out.key("type");
  out.word(wire::type_of_alternative(message.body));
  field("id", message.id);
  std::visit([&field](const auto& m) { fields(field, m); }, message.body);
  out.close_object();
  return std::move(out).take();
}

}  // namespace flagrank::protocol
