#include "client/text/seat.hpp"

#include <algorithm>
#include <cstdint>

#include "client/text/address.hpp"
#include "client/text/invitation.hpp"
#include "common/protocol/fields.hpp"
#include "common/protocol/frame.hpp"
#include "common/protocol/limits.hpp"
#include "common/protocol/text.hpp"

namespace flagrank {

namespace {

constexpr std::uint32_t format = 1;

/// The seat as it lies in the file.
struct Written {
  std::uint32_t format = 0;
  text::KeptSeat seat;
};

}  // namespace

template <>
struct protocol::wire::Described<Written> {
  static void fields(auto& field, auto& written) {
    field("format", written.format);
    field("server", written.seat.server);
    field("room", written.seat.room);
    field("seat", written.seat.seat);
    field("token", written.seat.token);
    field("name", written.seat.name);
    field.where_it_applies("invitation", written.seat.invitation);
  }
};

namespace text {
namespace {

/// A file can be written by anybody: what is in it goes to a server and to a terminal.
bool usable(const KeptSeat& seat) {
  const auto fits = [](std::string_view text, std::size_t most) {
    return !text.empty() && text.size() <= most && protocol::plain_text(text);
  };
  if (seat.invitation && !read_invitation(*seat.invitation)) return false;
  return parse_address(seat.server) && fits(seat.room, protocol::max_room_bytes) &&
         fits(seat.token, protocol::max_token_bytes) && protocol::valid_player_name(seat.name);
}

std::string bare_code(std::string_view code) {
  std::string bare;
  for (const char c : code) {
    if (c == ' ' || c == '-') continue;
    bare += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return bare;
}

}  // namespace

std::string write_seat(const KeptSeat& seat) {
  protocol::wire::Writer out{256};
  protocol::wire::write(out, Written{.format = format, .seat = seat});
  return std::move(out).take() + "\n";
}

boost::system::result<KeptSeat, Complaint> read_seat(std::string_view text) {
  protocol::wire::Parsed parsed = protocol::wire::parse_json(text);
  protocol::wire::Reading reading{.strict = false, .error = protocol::wire::json_error(parsed)};
  Written written;
  if (!reading.error) protocol::wire::read(protocol::wire::Cursor{reading, parsed.value}, written);
  if (written.format > format) return Complaint{"was written by a later version of this program"};
  if (reading.error || written.format != format || !usable(written.seat)) {
    return Complaint{"is no seat file, or a broken one"};
  }
  return written.seat;
}

std::string file_name(const KeptSeat& seat) {
  std::string name = bare_code(seat.room) + "_" + std::string{view::name(seat.seat)} + "_";
  const auto address = parse_address(seat.server);
  name += address ? address->host_and_port() + address->path : seat.server;
  std::ranges::replace_if(
      name,
      [](char c) {
        const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        return !letter && !(c >= '0' && c <= '9') && c != '.';
      },
      '_');
  constexpr std::size_t longest = 200;  // file systems allow 255 bytes
  return name.substr(0, longest) + ".json";
}

bool same_room(std::string_view a, std::string_view b) { return bare_code(a) == bare_code(b); }

}  // namespace text
}  // namespace flagrank
