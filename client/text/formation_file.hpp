#pragma once

#include <boost/system/result.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/rules/formation.hpp"
#include "common/rules/side.hpp"
#include "common/rules/variant.hpp"

/// Formations as text files: four lines of ten symbols as the owner sees them, the own front row
/// first, `.` for an empty square. Spaces between symbols, blank lines, and comments from `#` to
/// the end of a line are free (client/README.md).
namespace flagrank::text {

/// One thing that is wrong with a file. Lines and columns count from 1, columns in bytes.
struct FileFault {
  int line = 1;
  int column = 1;
  std::string sentence;
  friend bool operator==(const FileFault&, const FileFault&) = default;
};

/// The army that the text draws, complete and correct for that variant; or every fault, in the
/// order of the text.
[[nodiscard]] boost::system::result<std::vector<rules::Placement>, std::vector<FileFault>>
read_formation(std::string_view text, const rules::Variant& variant, rules::Side side);

/// The text of such a file, which `read_formation` reads for either side.
[[nodiscard]] std::string write_formation(std::span<const rules::Placement> placements,
                                          rules::Side side);

/// Those four rows of symbols alone.
[[nodiscard]] std::vector<std::string> formation_rows(std::span<const rules::Placement> placements,
                                                      rules::Side side);

/// The same army, as its owner sees it, on the other side of the board.
[[nodiscard]] std::vector<rules::Placement> turned_round(
    std::span<const rules::Placement> placements);

/// The square at that place of a drawing as its owner sees it: row 0 is the front row of the
/// set-up area, file 0 is on the left.
[[nodiscard]] rules::Square square_seen(rules::Side side, int row, int file) noexcept;

}  // namespace flagrank::text
