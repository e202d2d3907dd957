#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

/// The JSON Schemas of proto/schema as this program was built with, each read when it is first
/// asked for.
namespace flagrank::conformance {

/// The schema of a message, or "client.json" and so on, with what its references name in their
/// place. Throws where there is none.
[[nodiscard]] const nlohmann::json& schema(const std::string& file);

enum class Reading {
  as_written,
  closed  ///< as if no object might have a field that its schema does not list
};

/// What the schema of its type finds wrong with a frame of `speaker`, "client" or "server". On any
/// thread.
[[nodiscard]] std::vector<std::string> schema_faults(std::string_view speaker,
                                                     const nlohmann::json& frame,
                                                     Reading reading = Reading::as_written);
/// The same of a frame as it was heard, which may be no JSON at all.
[[nodiscard]] std::vector<std::string> schema_faults_of_text(std::string_view speaker,
                                                             std::string_view frame);
/// The same for the schema in that file.
[[nodiscard]] std::vector<std::string> schema_faults_by(const std::string& file,
                                                        const nlohmann::json& frame,
                                                        Reading reading = Reading::as_written);

}  // namespace flagrank::conformance
