#pragma once

#include <boost/system/result.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "client/text/complaint.hpp"
#include "client/text/seat.hpp"

namespace flagrank::text {

/// The folder for seats on this machine: "flagrank/seats" in `XDG_STATE_HOME`, or else in
/// "~/.local/state"; nothing where neither is known.
[[nodiscard]] std::optional<std::filesystem::path> seat_folder();

/// The seats that are kept on this machine, one small file for each, readable by their owner only.
/// A program that sits on a seat holds a lock on its file, so that another one can tell which seats
/// are in use: two programs may play at once, even both sides of one game.
class SeatFolder {
 public:
  /// Where there is no folder, nothing can be kept.
  explicit SeatFolder(std::optional<std::filesystem::path> folder);
  ~SeatFolder();
  SeatFolder(const SeatFolder&) = delete;
  SeatFolder& operator=(const SeatFolder&) = delete;

  /// Keeps the seat, as the one used last, and marks it as in use until this object goes or keeps
  /// another. The file is replaced whole or not at all. Drops old seats. Returns why it could not
  /// be kept, or nothing.
  [[nodiscard]] std::optional<Complaint> keep(const KeptSeat& seat);

  /// Drops the seat.
  void forget(const KeptSeat& seat);

  /// Drops all seats that no program has used for 30 days.
  void forget_old() const;

  /// The seat to go back to: the last one that no program uses now; with a room code, the last one
  /// in that room, if need be one in use. The complaint is a sentence.
  [[nodiscard]] boost::system::result<KeptSeat, Complaint> choose(std::string_view room) const;

 private:
  void release();

  std::optional<std::filesystem::path> folder_;
  int lock_ = -1;  ///< the descriptor that holds the lock
};

}  // namespace flagrank::text
