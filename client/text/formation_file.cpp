#include "client/text/formation_file.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "client/text/symbols.hpp"

namespace flagrank::text {
namespace {

constexpr int set_up_rows = 4;

/// A row of ten is named so that its owner finds it on the board: "row 4".
std::string row_in_words(rules::Side side, int row) {
  return "row " + std::to_string(square_seen(side, row, 0).row() + 1);
}

std::string shown(char c) {
  return c > ' ' && c <= '~' ? std::string{"\""} + c + "\"" : "a character that is not ASCII";
}

/// Is it a byte inside a character of several, whose first one is complained of already?
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Reads the lines one by one and remembers what is wrong with them.
class Reader {
 public:
  Reader(const rules::Variant& variant, rules::Side side) : variant_{variant}, side_{side} {}

  void take(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      take_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  /// What can only be said when all lines have been read.
  void finish() {
    if (row_ < set_up_rows) {
      fault(std::max(line_, 1), 1,
            "the file ends after " + std::to_string(row_) + " of " + std::to_string(set_up_rows) +
                " rows");
      return;
    }
    if (!faults_.empty()) return;
    for (const rules::Rank rank : rules::all_ranks) {
      const int missing = variant_.inventory[rules::index(rank)] - counts_[rules::index(rank)];
      if (missing <= 0) continue;
      fault(last_line_, last_column_, "the army lacks " + count_in_words(missing, rank));
    }
  }

  std::vector<rules::Placement> placements;
  [[nodiscard]] const std::vector<FileFault>& faults() const { return faults_; }

 private:
  void fault(int line, int column, std::string sentence) {
    faults_.push_back({line, column, std::move(sentence)});
  }

  void take_line(std::string_view line) {
    line = line.substr(0, line.find('#'));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return;
    const int start = static_cast<int>(first) + 1;
    if (row_ == set_up_rows) return fault(line_, start, "a fifth row: an army has four");
    if (row_ > set_up_rows) return;

    int file = 0;
    for (std::size_t i = first; i < line.size(); ++i) {
      if (line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || continues(line[i])) continue;
      const int column = static_cast<int>(i) + 1;
      if (file == rules::Square::files) {
        fault(line_, column, row_in_words(side_, row_) + " has more than ten squares");
        break;
      }
      last_column_ = column;
      take_square(line[i], file, column);
      ++file;
    }
    if (file < rules::Square::files) {
      fault(line_, last_column_ + 1,
            row_in_words(side_, row_) + " ends after " + std::to_string(file) + " of 10 squares");
    }
    last_line_ = line_;
    ++row_;
  }

  void take_square(char c, int file, int column) {
    if (c == '.') return;
    const auto rank = rank_of(c);
    if (!rank) {
      return fault(line_, column,
                   shown(c) + " is no piece: M, 9 to 2, S, B and F are, and . is an empty square");
    }
    int& count = counts_[rules::index(*rank)];
    const int allowed = variant_.inventory[rules::index(*rank)];
    if (++count == allowed + 1) {
      fault(line_, column,
            allowed == 0 ? "the army has no " + rank_in_words(*rank)
                         : "one " + rank_in_words(*rank) + " too many: the army has " +
                               std::to_string(allowed));
    }
    placements.push_back({square_seen(side_, row_, file), *rank});
  }

  const rules::Variant& variant_;
  rules::Side side_;
  std::vector<FileFault> faults_;
  std::array<int, rules::rank_count> counts_{};
  int line_ = 0;
  int row_ = 0;          ///< rows that were read
  int last_line_ = 1;    ///< where the last row stood
  int last_column_ = 1;  ///< of the last square that was read
};

}  // namespace

rules::Square square_seen(rules::Side side, int row, int file) noexcept {
  constexpr int front = set_up_rows - 1;
  if (side == rules::Side::red) return rules::Square::at(file, front - row);
  return rules::Square::at(rules::Square::files - 1 - file,
                           rules::Square::rows - set_up_rows + row);
}

boost::system::result<std::vector<rules::Placement>, std::vector<FileFault>> read_formation(
    std::string_view text, const rules::Variant& variant, rules::Side side) {
  Reader reader{variant, side};
  reader.take(text);
  reader.finish();
  if (!reader.faults().empty()) return reader.faults();
  std::ranges::sort(reader.placements);
  return reader.placements;
}

std::string write_formation(std::span<const rules::Placement> placements, rules::Side side) {
  std::string text =
      "# A Flagrank formation as its owner sees it, front row first.\n"
      "# M marshal, 9 general down to 2 scout, S spy, B bomb, F flag, . empty\n";
  for (const std::string& row : formation_rows(placements, side)) text += row + "\n";
  return text;
}

std::vector<std::string> formation_rows(std::span<const rules::Placement> placements,
                                        rules::Side side) {
  std::vector<std::string> rows;
  for (int row = 0; row < set_up_rows; ++row) {
    std::string& text = rows.emplace_back();
    for (int file = 0; file < rules::Square::files; ++file) {
      const rules::Square square = square_seen(side, row, file);
      const auto found = std::ranges::find(placements, square, &rules::Placement::square);
      text += found == placements.end() ? '.' : symbol(found->rank);
    }
  }
  return rows;
}

std::vector<rules::Placement> turned_round(std::span<const rules::Placement> placements) {
  std::vector<rules::Placement> turned{placements.begin(), placements.end()};
  for (rules::Placement& placement : turned) {
    const int index = rules::Square::count - 1 - placement.square.index();
    placement.square = rules::Square::from_index(index);
  }
  std::ranges::sort(turned);
  return turned;
}

}  // namespace flagrank::text
