#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace flagrank::config {

/// An environment variable for as long as the object lives.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_{name} {
    if (const char* const text = std::getenv(name)) before_ = text;
    setenv(name, value, 1);
  }
  ~Environment() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace flagrank::config
