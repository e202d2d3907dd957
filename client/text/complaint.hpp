#pragma once

#include <string>

namespace flagrank::text {

/// Why something that a person wrote cannot be used: a sentence for that person.
struct Complaint {
  std::string sentence;
  friend bool operator==(const Complaint&, const Complaint&) = default;
};

}  // namespace flagrank::text
