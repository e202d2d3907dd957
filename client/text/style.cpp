#include "client/text/style.hpp"

#include <langinfo.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace flagrank::text {
namespace {

bool set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

bool capable_terminal() {
  const char* kind = std::getenv("TERM");
  return kind != nullptr && *kind != '\0' && std::string_view{kind} != "dumb";
}

Style style_of_output(bool ascii) {
  const bool unicode = std::string_view{::nl_langinfo(CODESET)} == "UTF-8";
  const bool colour = ::isatty(STDOUT_FILENO) == 1 && capable_terminal() && !set("NO_COLOR");
  return {.colour = colour, .ascii = ascii || !unicode};
}

}  // namespace flagrank::text
