#include "tests/support/schemas.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "tests/support/paths.hpp"

namespace flagrank::test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

[[nodiscard]] fs::path schema_dir() { return source_dir() / "proto/schema"; }

[[nodiscard]] const Json& document(const fs::path& path) {
  static std::map<fs::path, Json> all;
  const auto known = all.find(path);
  if (known != all.end()) return known->second;
  std::ifstream file{path};
  if (!file) throw std::invalid_argument{"there is no schema " + path.string()};
  return all[path] = Json::parse(file);
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
  const fs::path path = schema_dir() / file;
  return all[file] = resolved(document(path), path);
}

std::vector<std::string> schema_faults(std::string_view speaker, const Json& frame,
                                       Reading reading) {
  const auto type = frame.find("type");
  if (type == frame.end() || !type->is_string()) return {"no type"};
  const std::string file = std::string{speaker} + "/" + type->get<std::string>() + ".json";
  if (!fs::exists(schema_dir() / file)) return {"no schema " + file};
  return schema_faults_by(file, frame, reading);
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

}  // namespace flagrank::test
