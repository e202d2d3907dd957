#pragma once

#include <string>

#include "common/rules/variant.hpp"

/// What is played, in sentences for a person, from nothing but the rules themselves.
namespace flagrank::text {

/// The styles in which an army of that variant can be set up, a few lines with their names.
[[nodiscard]] std::string styles_in_words(const rules::Variant& variant);

}  // namespace flagrank::text
