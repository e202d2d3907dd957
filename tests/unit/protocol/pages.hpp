#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <vector>

/// What stands in the pages of proto/.
namespace flagrank::test {

/// A block of JSON in a page, and who says it.
struct Example {
  std::string page;
  int line = 0;
  std::string speaker;  ///< "client" or "server"
  std::string text;
};

void PrintTo(const Example& example, std::ostream* out);

[[nodiscard]] std::filesystem::path proto_dir();
/// All pages in Markdown, those of the messages and the others.
[[nodiscard]] std::vector<std::filesystem::path> pages();
/// The types that `speaker` has a page for.
[[nodiscard]] std::set<std::string> pages_of(const std::string& speaker);
/// "client/move" and so on.
[[nodiscard]] std::vector<std::string> message_pages();

[[nodiscard]] std::vector<Example> examples_in(const std::filesystem::path& page);
[[nodiscard]] std::vector<Example> all_examples();

[[nodiscard]] std::string contents(const std::filesystem::path& page);
[[nodiscard]] std::vector<std::string> lines(const std::filesystem::path& page);

/// What the page says first, without links and line breaks.
[[nodiscard]] std::string first_paragraph(const std::filesystem::path& page);
/// The rows of the first table whose header's first cell is `header`.
[[nodiscard]] std::vector<std::vector<std::string>> table(const std::filesystem::path& page,
                                                          const std::string& header);
/// What the table of fields says that each means, without links.
[[nodiscard]] std::map<std::string, std::string> meanings(const std::filesystem::path& page);

}  // namespace flagrank::test
