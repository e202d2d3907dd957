#include "client/text/seat_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include "client/text/files.hpp"
#include "common/protocol/text.hpp"

namespace flagrank::text {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::days longest_unused{30};

std::string in_words(int error) { return std::generic_category().message(error); }

/// Makes the folder and what it lies in, for its owner only; 0 or the error.
int make(const fs::path& folder) {
  if (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) return 0;
  if (errno != ENOENT || !folder.has_relative_path()) return errno;
  if (const int failed = make(folder.parent_path()); failed != 0) return failed;
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST ? 0 : errno;
}

/// Replaces the file whole or not at all; 0 or the error.
int write_whole(const fs::path& path, std::string_view text) {
  const fs::path draft = path.parent_path() / ("." + path.filename().string());
  const int file =
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  int failed = ::fchmod(file, 0600) == 0 ? 0 : errno;
  if (failed == 0) failed = write_and_sync(file, text);
  ::close(file);
  if (failed == 0 && ::rename(draft.c_str(), path.c_str()) != 0) failed = errno;
  if (failed != 0) ::unlink(draft.c_str());
  return failed;
}

struct Kept {
  fs::path path;
  fs::file_time_type used;
};

/// The files of seats, the one used last first.
std::vector<Kept> kept_in(const fs::path& folder) {
  std::vector<Kept> all;
  std::error_code failed;
  for (fs::directory_iterator at{folder, failed}, end; !failed && at != end; at.increment(failed)) {
    const fs::path& path = at->path();
    if (path.extension() != ".json" || path.filename().string().starts_with('.')) continue;
    std::error_code gone;
    const auto used = fs::last_write_time(path, gone);
    if (!gone) all.push_back({path, used});
  }
  std::ranges::sort(all, std::ranges::greater{}, &Kept::used);
  return all;
}

bool in_use(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool locked = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return locked;
}

boost::system::result<KeptSeat, Complaint> read(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return Complaint{"cannot read " + path.string() + ": " + in_words(errno)};
  std::array<char, 4096> bytes{};  // more than any seat needs
  const ssize_t got = ::read(file, bytes.data(), bytes.size());
  const int failed = got < 0 ? errno : 0;
  ::close(file);
  if (failed != 0) return Complaint{"cannot read " + path.string() + ": " + in_words(failed)};
  auto seat = read_seat({bytes.data(), static_cast<std::size_t>(got)});
  if (seat) return seat;
  return Complaint{path.string() + " " + seat.error().sentence + "; delete it to be rid of it"};
}

Complaint no_folder() { return {"neither HOME nor XDG_STATE_HOME names a directory"}; }

Complaint not_kept(std::string_view room, const std::vector<KeptSeat>& seats) {
  constexpr std::size_t few = 5;
  std::string sentence = "no seat in room " + protocol::excerpt(room) + " is kept on this machine";
  for (std::size_t i = 0; i < seats.size() && i < few; ++i) {
    const KeptSeat& seat = seats[i];
    sentence +=
        (i == 0 ? "; kept are " : ", ") + seat.room + " (" + seat.name + " on " + seat.server + ")";
  }
  return {sentence};
}

}  // namespace

std::optional<fs::path> seat_folder() {
  const auto of = [](const char* variable) {
    const char* value = std::getenv(variable);
    return fs::path{value != nullptr ? value : ""};
  };
  // A relative path is to be passed over (XDG Base Directory Specification).
  if (const fs::path state = of("XDG_STATE_HOME"); state.is_absolute()) {
    return state / "flagrank" / "seats";
  }
  if (const fs::path home = of("HOME"); home.is_absolute()) {
    return home / ".local" / "state" / "flagrank" / "seats";
  }
  return std::nullopt;
}

SeatFolder::SeatFolder(std::optional<fs::path> folder) : folder_{std::move(folder)} {}

SeatFolder::~SeatFolder() { release(); }

void SeatFolder::release() {
  if (lock_ < 0) return;
  ::futimens(lock_, nullptr);  // it was in use until now
  ::close(lock_);
  lock_ = -1;
}

std::optional<Complaint> SeatFolder::keep(const KeptSeat& seat) {
  release();
  if (!folder_) return no_folder();
  const fs::path path = *folder_ / file_name(seat);
  int failed = make(*folder_);
  if (failed == 0) failed = write_whole(path, write_seat(seat));
  if (failed != 0) return Complaint{"cannot write " + path.string() + ": " + in_words(failed)};

  // Where locks are not to be had, the seat merely seems unused.
  lock_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (lock_ >= 0) ::flock(lock_, LOCK_EX | LOCK_NB);

  forget_old();
  return std::nullopt;
}

void SeatFolder::forget_old() const {
  if (!folder_) return;
  const auto oldest = fs::file_time_type::clock::now() - longest_unused;
  for (const Kept& kept : kept_in(*folder_)) {
    if (kept.used < oldest && !in_use(kept.path)) ::unlink(kept.path.c_str());
  }
}

void SeatFolder::forget(const KeptSeat& seat) {
  if (folder_) ::unlink((*folder_ / file_name(seat)).c_str());
  release();
}

boost::system::result<KeptSeat, Complaint> SeatFolder::choose(std::string_view room) const {
  if (!folder_) return no_folder();
  std::vector<KeptSeat> others;
  std::optional<KeptSeat> used;
  std::optional<Complaint> broken;
  for (const Kept& kept : kept_in(*folder_)) {
    const auto seat = read(kept.path);
    if (!seat) {
      if (room.empty()) return seat.error();
      broken = seat.error();
    } else if (!room.empty() && !same_room(seat->room, room)) {
      others.push_back(*seat);
    } else if (!in_use(kept.path)) {
      return *seat;
    } else if (!used) {
      used = *seat;
    }
  }
  if (used && !room.empty()) return *used;
  if (!room.empty()) return broken ? *broken : not_kept(room, others);
  if (!used) return Complaint{"there is no game to go back to on this machine"};
  return Complaint{"the game in room " + used->room +
                   " is open in another flagrank on this machine; flagrank resume " + used->room +
                   " takes it over"};
}

}  // namespace flagrank::text
