#include "client/conformance/schemas.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "client/conformance/documents.hpp"

namespace flagrank::conformance {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// The file below proto/schema, or null.
[[nodiscard]] const Document* find(const fs::path& path) {
  const std::string name = (fs::path{"schema"} / path).generic_string();
  const auto all = documents();
  const auto found = std::ranges::find(all, name, &Document::name);
  return found == all.end() ? nullptr : &*found;
}

[[nodiscard]] const Json& document(const fs::path& path) {
  static std::map<fs::path, Json> all;
  const auto known = all.find(path);
  if (known != all.end()) return known->second;
  const Document* file = find(path);
  if (file == nullptr) throw std::invalid_argument{"there is no schema " + path.string()};
  return all[path] = Json::parse(file->text);
}

/// valijson keeps what it has read under its place in the document, whichever document that was. So
/// it is given schemas that refer to nothing.
[[nodiscard]] Json resolved(const Json& node, const fs::path& path) {
  if (node.is_object() && node.contains("$ref")) {
    const auto reference = node["$ref"].get<std::string>();
    const std::size_t hash = std::min(reference.find('#'), reference.size());
    const fs::path target =
        hash == 0 ? path : (path.parent_path() / reference.substr(0, hash)).lexically_normal();
    const std::string place = hash < reference.size() ? reference.substr(hash + 1) : "";
    return resolved(document(target).at(Json::json_pointer{place}), target);
  }
  Json copy = node;
  if (copy.is_structured()) {
    for (Json& inner : copy) inner = resolved(inner, path);
  }
  return copy;
}

void close(Json& node) {
  if (!node.is_structured()) return;
  if (node.is_object() && node.contains("properties")) node["additionalProperties"] = false;
  for (Json& inner : node) close(inner);
}

[[nodiscard]] const valijson::Schema& compiled(const std::string& file, Reading reading) {
  static std::map<std::pair<std::string, Reading>, std::unique_ptr<valijson::Schema>> all;
  auto& known = all[{file, reading}];
  if (!known) {
    Json json = schema(file);
    if (reading == Reading::closed) close(json);
    known = std::make_unique<valijson::Schema>();
    valijson::SchemaParser{}.populateSchema(valijson::adapters::NlohmannJsonAdapter{json}, *known);
  }
  return *known;
}

[[nodiscard]] std::string text_of(const valijson::ValidationResults::Error& error) {
  std::string text;
  for (const std::string& step : error.context) text += step;
  return text + ": " + error.description;
}

}  // namespace

const Json& schema(const std::string& file) {
  static std::map<std::string, Json> all;
  const auto known = all.find(file);
  if (known != all.end()) return known->second;
  return all[file] = resolved(document(file), file);
}

std::vector<std::string> schema_faults(std::string_view speaker, const Json& frame,
                                       Reading reading) {
  if (!frame.is_object()) return {"no object"};
  const auto type = frame.find("type");
  if (type == frame.end() || !type->is_string()) return {"no type"};
  const std::string file = std::string{speaker} + "/" + type->get<std::string>() + ".json";
  if (find(file) == nullptr) return {"no schema " + file};
  return schema_faults_by(file, frame, reading);
}

std::vector<std::string> schema_faults_of_text(std::string_view speaker, std::string_view frame) {
  const Json json = Json::parse(frame, nullptr, false);
  if (json.is_discarded()) return {"no JSON"};
  return schema_faults(speaker, json);
}

std::vector<std::string> schema_faults_by(const std::string& file, const Json& frame,
                                          Reading reading) {
  static std::mutex one_at_a_time;
  static valijson::Validator validator;
  const std::lock_guard lock{one_at_a_time};
  const valijson::Schema& schema = compiled(file, reading);
  const valijson::adapters::NlohmannJsonAdapter target{frame};
  if (validator.validate(schema, target, nullptr)) return {};
  valijson::ValidationResults results;
  validator.validate(schema, target, &results);
  std::vector<std::string> faults;
  for (valijson::ValidationResults::Error error; results.popError(error);) {
    faults.push_back(text_of(error));
  }
  return faults;
}

}  // namespace flagrank::conformance
