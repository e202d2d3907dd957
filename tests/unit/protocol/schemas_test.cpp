#include "client/conformance/schemas.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "client/conformance/transcript.hpp"
#include "common/protocol/decode.hpp"
#include "tests/unit/protocol/pages.hpp"
#include "tests/unit/protocol/samples.hpp"

/// Holds the schemas in proto/schema to the pages and to the code, so that they cannot drift apart.
namespace flagrank::test {
namespace {

using conformance::Reading;
using conformance::schema;
using conformance::schema_faults;
using conformance::schema_faults_by;
using Json = nlohmann::json;
using protocol::ErrorCode;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
namespace fs = std::filesystem;

/// A frame, who says it, and where it stands.
struct Frame {
  std::string speaker;
  std::string origin;
  std::string text;

  [[nodiscard]] Json json() const { return Json::parse(text); }
  [[nodiscard]] std::string schema() const {
    return speaker + "/" + json()["type"].get<std::string>() + ".json";
  }
};

template <class Message>
void add_samples(std::vector<Frame>& frames, const std::string& speaker,
                 const std::vector<Sample<Message>>& samples) {
  for (const auto& sample : samples) {
    if (!pages_of(speaker).contains(type_of(sample.frame))) continue;  // of an unknown type
    frames.push_back({speaker, sample.name, sample.frame});
  }
}

/// Every sample and every example of the pages. All are right.
const std::vector<Frame>& written_frames() {
  static const auto all = [] {
    std::vector<Frame> frames;
    add_samples(frames, "client", client_samples());
    add_samples(frames, "server", server_samples());
    for (const Example& example : all_examples()) {
      frames.push_back(
          {example.speaker, example.page + ":" + std::to_string(example.line), example.text});
    }
    return frames;
  }();
  return all;
}

/// What is said in the transcripts, right and wrong, and what is told.
std::vector<Frame> transcript_frames() {
  using Kind = conformance::Transcript::Line::Kind;
  std::vector<Frame> frames;
  for (const auto& [name, transcript] : conformance::transcripts()) {
    for (const auto& line : transcript.lines) {
      if (line.kind != Kind::says && line.kind != Kind::hears) continue;
      frames.push_back({line.kind == Kind::says ? "client" : "server",
                        name + ".txt:" + std::to_string(line.number), line.text});
    }
  }
  return frames;
}

/// Why the server refuses it as a frame; nothing where it reads it.
std::optional<protocol::DecodeError> refusal(const std::string& text) {
  const auto read = protocol::decode_client(text);
  return read ? std::nullopt : std::optional{read.error()};
}

/// What no schema can say: that a text is JSON, that a field stands in it once, which presets a
/// server has, which switches make sense together.
bool beyond_schemas(const std::optional<protocol::DecodeError>& refused) {
  if (!refused) return false;
  return refused->code == ErrorCode::bad_json || refused->code == ErrorCode::bad_message ||
         refused->code == ErrorCode::bad_ruleset || refused->pointer == "/ruleset/preset";
}

/// "client/move.json" and so on.
std::vector<std::string> message_schemas() {
  std::vector<std::string> all;
  for (const std::string& page : message_pages()) all.push_back(page + ".json");
  return all;
}

/// With its references.
const Json& as_written(const std::string& file) {
  static std::map<std::string, Json> all;
  if (!all.contains(file)) all[file] = Json::parse(contents(proto_dir() / "schema" / file));
  return all[file];
}

std::set<std::string> schemas_of(const std::string& speaker) {
  std::set<std::string> all;
  for (const auto& entry : fs::directory_iterator{proto_dir() / "schema" / speaker}) {
    all.insert(entry.path().stem().string());
  }
  return all;
}

/// Calls `visit` for every object schema in it.
void for_each_object(const Json& schema, const std::function<void(const Json&)>& visit) {
  if (!schema.is_structured()) return;
  if (schema.is_object() && schema.contains("properties")) visit(schema);
  for (const Json& inner : schema) for_each_object(inner, visit);
}

/// The fields that a schema lists, by the way there: "/board/*/rank".
struct Fields {
  std::set<std::string> listed;
  std::set<std::string>
      required;  ///< in all objects, or in one kind of object where there are more

  explicit Fields(const Json& schema) { list(schema, ""); }

 private:
  void list(const Json& schema, const std::string& way) {
    for (const Json& choice : schema.value("anyOf", Json::array())) list(choice, way);
    if (schema.contains("items")) list(schema["items"], way + "/*");
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [name, field] : properties.items()) {
      listed.insert(way + "/" + name);
      list(field, way + "/" + name);
    }
    for (const Json& name : schema.value("required", Json::array())) {
      required.insert(way + "/" + name.get<std::string>());
    }
  }
};

/// A value in a frame, and the way there.
struct Place {
  Json::json_pointer pointer;
  std::string way;
};

void add_places(const Json& value, const Place& here, std::vector<Place>& places) {
  places.push_back(here);
  if (value.is_object()) {
    for (const auto& [name, inner] : value.items()) {
      add_places(inner, {here.pointer / name, here.way + "/" + name}, places);
    }
  }
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      add_places(value[i], {here.pointer / i, here.way + "/*"}, places);
    }
  }
}

/// The frame itself and everything in it.
std::vector<Place> places_in(const Json& frame) {
  std::vector<Place> places;
  add_places(frame, {Json::json_pointer{}, ""}, places);
  return places;
}

// --- what they are

TEST(Schemas, are_one_for_each_message_and_no_other) {
  for (const std::string speaker : {"client", "server"}) {
    EXPECT_EQ(schemas_of(speaker), pages_of(speaker));

    std::set<std::string> named;
    for (const Json& choice : as_written(speaker + ".json")["anyOf"]) {
      named.insert(fs::path{choice["$ref"].get<std::string>()}.stem().string());
    }
    EXPECT_EQ(named, pages_of(speaker));
  }
}

TEST(Schemas, name_the_dialect_in_which_they_are_written) {
  for (const auto& entry : fs::recursive_directory_iterator{proto_dir() / "schema"}) {
    if (entry.is_directory()) continue;
    EXPECT_EQ(Json::parse(contents(entry.path())).value("$schema", ""),
              "https://json-schema.org/draft/2020-12/schema")
        << entry.path();
  }
}

TEST(Schemas, say_of_a_message_and_its_fields_what_the_page_says) {
  for (const std::string& page : message_pages()) {
    const fs::path path = proto_dir() / (page + ".md");
    const Json& schema = as_written(page + ".json");
    EXPECT_EQ(schema["description"], first_paragraph(path)) << page;
    for (const auto& [field, meaning] : meanings(path)) {
      EXPECT_EQ(schema["properties"].value(field, Json{})["description"], meaning)
          << page << ": " << field;
    }
  }
}

TEST(Schemas, have_exactly_the_examples_of_their_page) {
  for (const std::string& page : message_pages()) {
    Json shown = Json::array();
    for (const Example& example : examples_in(proto_dir() / (page + ".md"))) {
      shown.push_back(Json::parse(example.text));
    }
    EXPECT_EQ(schema(page + ".json")["examples"], shown) << page;
  }
}

TEST(Schemas, describe_their_message_and_show_one) {
  for (const std::string& file : message_schemas()) {
    EXPECT_FALSE(as_written(file).value("description", "").empty()) << file;
    EXPECT_FALSE(as_written(file).value("examples", Json::array()).empty()) << file;
  }
}

TEST(Schemas, describe_every_field) {
  for (const std::string& file : message_schemas()) {
    for_each_object(as_written(file), [&](const Json& object) {
      for (const auto& [name, field] : object["properties"].items()) {
        EXPECT_TRUE(field.contains("description")) << file << ": " << name;
      }
    });
  }
}

TEST(Schemas, are_strict_with_clients_and_open_to_what_servers_may_add) {
  for (const std::string& file : message_schemas()) {
    const bool strict = file.starts_with("client/");
    for_each_object(schema(file), [&](const Json& object) {
      EXPECT_EQ(object.contains("additionalProperties"), strict) << file << ": " << object;
    });
  }
}

// --- that they hold

TEST(Schemas, hold_for_every_example_and_every_sample) {
  for (const Frame& frame : written_frames()) {
    EXPECT_THAT(schema_faults(frame.speaker, frame.json()), IsEmpty()) << frame.origin;
    EXPECT_THAT(schema_faults_by(frame.speaker + ".json", frame.json()), IsEmpty()) << frame.origin;
  }
}

TEST(Schemas, hold_for_all_that_is_told_in_the_transcripts) {
  for (const Frame& frame : transcript_frames()) {
    if (frame.speaker == "client") continue;
    EXPECT_THAT(schema_faults("server", frame.json()), IsEmpty()) << frame.origin;
  }
}

TEST(Schemas, hold_for_what_is_said_in_the_transcripts_where_the_server_reads_it) {
  for (const Frame& frame : transcript_frames()) {
    const auto refused = refusal(frame.text);
    if (frame.speaker == "server" || beyond_schemas(refused)) continue;
    EXPECT_EQ(schema_faults("client", frame.json()).empty(), !refused)
        << frame.origin << ": " << frame.text;
  }
}

// --- that they list neither too little nor too much

TEST(Schemas, list_every_field_that_is_said_or_told) {
  for (const Frame& frame : written_frames()) {
    EXPECT_THAT(schema_faults(frame.speaker, frame.json(), Reading::closed), IsEmpty())
        << frame.origin;
  }
  for (const Frame& frame : transcript_frames()) {
    if (frame.speaker == "client") continue;
    EXPECT_THAT(schema_faults("server", frame.json(), Reading::closed), IsEmpty()) << frame.origin;
  }
}

TEST(Schemas, list_no_field_that_is_never_said_or_told) {
  std::map<std::string, std::set<std::string>> seen;
  const auto note = [&seen](const Frame& frame) {
    auto& ways = seen[frame.schema()];
    for (const Place& place : places_in(frame.json())) ways.insert(place.way);
  };
  std::ranges::for_each(written_frames(), note);
  for (const Frame& frame : transcript_frames()) {
    if (frame.speaker == "server" || !refusal(frame.text)) note(frame);
  }
  for (const std::string& file : message_schemas()) {
    std::vector<std::string> never;
    std::ranges::set_difference(Fields{schema(file)}.listed, seen[file], std::back_inserter(never));
    EXPECT_THAT(never, IsEmpty()) << file;
  }
}

/// All words in quotes in the sources of the codec: among them is every name that it reads.
std::set<std::string> words_of_the_codec() {
  std::set<std::string> words;
  const std::regex word{"\"([a-z][a-z0-9_]*)\""};
  for (const auto& entry : fs::directory_iterator{proto_dir() / "../common/protocol"}) {
    const std::string text = contents(entry.path());
    for (std::sregex_iterator found{text.begin(), text.end(), word}, end; found != end; ++found) {
      words.insert((*found)[1]);
    }
  }
  return words;
}

/// Does the codec look at a field of that name there? A value that is wrong for everything shows.
bool reads(const Frame& frame, const Place& object, const std::string& name) {
  Json json = frame.json();
  json[object.pointer][name] = {{"wrong", true}};
  if (frame.speaker == "server") return !protocol::decode_server(json.dump());
  const auto refused = refusal(json.dump());
  return refused && refused->code != ErrorCode::unknown_field;
}

TEST(Schemas, list_every_field_that_is_read) {
  const std::set<std::string> words = words_of_the_codec();
  ASSERT_THAT(words, IsSupersetOf({"type", "id", "re", "seq", "per_move_ms"}));
  std::set<std::string> tried;
  for (const Frame& frame : written_frames()) {
    const std::string file = frame.schema();
    const Fields fields{schema(file)};
    const Json json = frame.json();
    for (const Place& place : places_in(json)) {
      if (!json[place.pointer].is_object() || !tried.insert(file + place.way).second) continue;
      for (const std::string& word : words) {
        if (word == "re") continue;  // of the envelope, and read whatever the message
        if (fields.listed.contains(place.way + "/" + word)) continue;
        EXPECT_FALSE(reads(frame, place, word)) << file << place.way << "/" << word;
      }
    }
  }
}

// --- that they refuse what is wrong

TEST(Schemas, refuse_a_frame_that_lacks_a_required_field) {
  for (const Frame& frame : written_frames()) {
    const Fields fields{schema(frame.schema())};
    for (const Place& place : places_in(frame.json())) {
      if (!fields.required.contains(place.way)) continue;
      Json json = frame.json();
      json[place.pointer.parent_pointer()].erase(place.pointer.back());
      EXPECT_THAT(schema_faults(frame.speaker, json), Not(IsEmpty())) << json;
      if (frame.speaker == "client") {
        EXPECT_TRUE(refusal(json.dump())) << json;
      }
    }
  }
}

TEST(Schemas, refuse_a_value_of_a_wrong_kind) {
  for (const Frame& frame : written_frames()) {
    for (const Place& place : places_in(frame.json())) {
      if (place.pointer.empty()) continue;
      Json json = frame.json();
      Json& value = json[place.pointer];
      value = value.is_object() ? Json{"an", "array"} : Json{{"an", "object"}};
      EXPECT_THAT(schema_faults(frame.speaker, json), Not(IsEmpty())) << json;
    }
  }
}

TEST(Schemas, refuse_a_field_too_many_from_a_client_only) {
  for (const Frame& frame : written_frames()) {
    const Json whole = frame.json();
    for (const Place& place : places_in(whole)) {
      if (!whole[place.pointer].is_object()) continue;
      Json json = whole;
      json[place.pointer]["unheard_of"] = 1;
      EXPECT_EQ(schema_faults(frame.speaker, json).empty(), frame.speaker == "server") << json;
      EXPECT_THAT(schema_faults(frame.speaker, json, Reading::closed), Not(IsEmpty())) << json;
    }
  }
}

std::vector<Json> values_to_try() {
  std::vector<Json> values{nullptr, true,   -1,        0,         1,       1.5,  2,
                           999,     1000,   604800000, 604800001, "",      "1",  "a",
                           "A",     "a.",   "a10",     "a11",     "j4",    "k4", "a4-a5",
                           "red",   "flag", "host",    "off",     "random"};
  for (const int length : {15, 16, 32, 33, 36, 37, 64, 65, 128, 129, 2000, 2001}) {
    values.emplace_back(std::string(static_cast<std::size_t>(length), 'x'));
  }
  return values;
}

TEST(Schemas, take_and_refuse_the_same_values_as_the_server) {
  for (const Frame& frame : written_frames()) {
    if (frame.speaker == "server") continue;
    for (const Place& place : places_in(frame.json())) {
      if (place.way == "/type" || place.pointer.empty()) continue;  // that is another message
      for (const Json& value : values_to_try()) {
        Json json = frame.json();
        json[place.pointer] = value;
        const auto refused = refusal(json.dump());
        if (place.way != "/id" && beyond_schemas(refused)) continue;
        EXPECT_EQ(schema_faults("client", json).empty(), !refused) << json;
      }
    }
  }
}

}  // namespace
}  // namespace flagrank::test
