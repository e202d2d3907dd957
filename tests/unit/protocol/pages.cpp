#include "tests/unit/protocol/pages.hpp"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <regex>
#include <sstream>

#include "tests/support/paths.hpp"

namespace flagrank::test {

namespace fs = std::filesystem;

namespace {

[[nodiscard]] std::string without_links(const std::string& text) {
  static const std::regex link{"\\[([^\\]]*)\\]\\([^)]*\\)"};
  return std::regex_replace(text, link, "$1");
}

[[nodiscard]] std::vector<std::string> cells(const std::string& row) {
  constexpr std::string_view border = " | ";
  std::vector<std::string> all;
  std::size_t begin = 2;
  for (std::size_t end = row.find(border, begin); end != std::string::npos;
       end = row.find(border, begin)) {
    all.push_back(row.substr(begin, end - begin));
    begin = end + border.size();
  }
  all.push_back(row.substr(begin, row.rfind(" |") - begin));
  return all;
}

}  // namespace

void PrintTo(const Example& example, std::ostream* out) {
  *out << example.page << ':' << example.line << ": " << example.text;
}

fs::path proto_dir() { return source_dir() / "proto"; }

std::string contents(const fs::path& page) {
  std::ifstream file{page};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines(const fs::path& page) {
  std::vector<std::string> all;
  std::ifstream file{page};
  for (std::string line; std::getline(file, line);) all.push_back(line);
  return all;
}

std::vector<Example> examples_in(const fs::path& page) {
  std::vector<Example> examples;
  std::string speaker = page.parent_path().filename() == "client" ? "client" : "server";
  bool inside = false;
  int number = 0;
  for (const std::string& line : lines(page)) {
    ++number;
    if (!inside && line.starts_with("```json")) {
      inside = true;
      const std::string said = line.size() > 8 ? line.substr(8) : speaker;
      examples.push_back({fs::relative(page, proto_dir()).string(), number, said, ""});
    } else if (inside && line.starts_with("```")) {
      inside = false;
    } else if (inside) {
      examples.back().text += line + '\n';
    }
  }
  return examples;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> all;
  for (const fs::path& folder : {proto_dir(), proto_dir() / "client", proto_dir() / "server"}) {
    for (const auto& entry : fs::directory_iterator{folder}) {
      if (entry.path().extension() == ".md") all.push_back(entry.path());
    }
  }
  std::ranges::sort(all);
  return all;
}

std::vector<Example> all_examples() {
  std::vector<Example> all;
  for (const fs::path& page : pages()) {
    for (Example& example : examples_in(page)) {
      const bool frame = example.speaker == "client" || example.speaker == "server";
      if (frame) all.push_back(std::move(example));
    }
  }
  return all;
}

std::set<std::string> pages_of(const std::string& speaker) {
  std::set<std::string> all;
  for (const auto& entry : fs::directory_iterator{proto_dir() / speaker}) {
    all.insert(entry.path().stem().string());
  }
  return all;
}

std::vector<std::string> message_pages() {
  std::vector<std::string> all;
  for (const std::string speaker : {"client", "server"}) {
    for (const std::string& type : pages_of(speaker)) all.push_back(speaker + "/" + type);
  }
  return all;
}

std::string first_paragraph(const fs::path& page) {
  std::string text;
  bool inside = false;
  for (const std::string& line : lines(page)) {
    if (inside && line.empty()) break;
    if (inside) text += (text.empty() ? "" : " ") + line;
    inside = inside || line.empty();
  }
  return without_links(text);
}

std::vector<std::vector<std::string>> table(const fs::path& page, const std::string& header) {
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (const std::string& line : lines(page)) {
    if (!inside) {
      inside = line.starts_with("| " + header + " |");
    } else if (!line.starts_with('|')) {
      break;
    } else if (!line.starts_with("|-")) {
      rows.push_back(cells(line));
    }
  }
  return rows;
}

std::map<std::string, std::string> meanings(const fs::path& page) {
  std::map<std::string, std::string> all;
  for (const auto& row : table(page, "field")) {
    std::string name = row.front();
    std::erase(name, '`');
    all[name] = without_links(row.back());
  }
  return all;
}

}  // namespace flagrank::test
