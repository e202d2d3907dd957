#pragma once

#include <boost/system/result.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "client/text/complaint.hpp"
#include "common/view/seat.hpp"

namespace flagrank::text {

/// A seat in a room, and what gives it back to its player.
struct KeptSeat {
  std::string server;  ///< as the player wrote it
  std::string room;
  view::Seat seat = view::Seat::host;
  std::string token;  ///< secret
  std::string name;   ///< the player's
  /// What the player may still give to a friend; a string as `text::spell` makes it. Secret too.
  std::optional<std::string> invitation{};
  friend bool operator==(const KeptSeat&, const KeptSeat&) = default;
};

/// The text of a file that keeps the seat, and back. Fields that are unknown are passed over; the
/// complaint goes on from the file's name, such as "is no seat file".
[[nodiscard]] std::string write_seat(const KeptSeat& seat);
[[nodiscard]] boost::system::result<KeptSeat, Complaint> read_seat(std::string_view text);

/// What that file is called: one name for each seat of each room of each server.
[[nodiscard]] std::string file_name(const KeptSeat& seat);

/// Do the two room codes mean one room? Case, blanks and dashes do not matter, as for the server.
[[nodiscard]] bool same_room(std::string_view a, std::string_view b);

}  // namespace flagrank::text
