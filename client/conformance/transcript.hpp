#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace flagrank::conformance {

/// A conversation of some connections with one server, as a text that people can read
/// (proto/transcripts/README.md says how it is written).
struct Transcript {
  struct Line {
    enum class Kind {
      note,      ///< a remark or an empty line
      flags,     ///< flags that the server is started with
      connects,  ///< `who` connects
      drops,     ///< `who` breaks the connection off
      closed,    ///< the server closes `who`; `text` is the code and the reason
      says,      ///< `who` sends `text`
      hears      ///< `who` receives `text`
    };
    Kind kind = Kind::note;
    std::string who;
    std::string text;
    int number = 0;  ///< in the file, from 1
  };
  std::vector<Line> lines;

  /// Throws std::invalid_argument, with the number of the line, where it cannot be read.
  [[nodiscard]] static Transcript parse(std::string_view text);
  [[nodiscard]] std::string text() const;
};

/// A transcript of proto/transcripts, as this program was built with.
struct NamedTranscript {
  std::string name;  ///< of its file, without the ending
  Transcript transcript;
};

/// All of them, by name.
[[nodiscard]] const std::vector<NamedTranscript>& transcripts();

/// Puts names in the place of what is new in every run: `<room>`, `<host-token>` and so on, zero
/// for times, `<server>` for the version; and knows what they stand for in this run.
class Placeholders {
 public:
  /// A frame that `who` was told, as it stands in a transcript. Learns new rooms, tokens and
  /// records. What is no JSON object stays as it is.
  [[nodiscard]] std::string hide(std::string_view who, std::string_view frame);
  /// What stands in a transcript, as it is said in this run.
  [[nodiscard]] std::string fill(std::string_view text) const;

 private:
  std::string name_of(const std::string& value, std::string wish);
  enum class Which { all, known };
  /// Names every value of that field, however deep it stands, or those that have a name already.
  void name_each(Which which, nlohmann::ordered_json& json, const std::string& field);

  std::map<std::string, std::string> names_;   ///< by value
  std::map<std::string, std::string> values_;  ///< by name
};

}  // namespace flagrank::conformance
