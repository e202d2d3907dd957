#include <iostream>
#include <variant>

#include "client/text/arguments.hpp"
#include "client/text/enquiry.hpp"
#include "client/text/files.hpp"
#include "client/text/program.hpp"
#include "client/text/replay.hpp"

int main(int argc, char** argv) {
  using namespace flagrank::text;
  const auto wanted = read_arguments(argc, argv);
  if (const auto* print = std::get_if<ToPrint>(&wanted)) {
    if (print->status != ExitStatus::finished) {
      std::cerr << print->text;
    } else if (const auto failure = write_standard_output(print->text)) {
      std::cerr << "flagrank: " << failure->sentence << '\n';
      return static_cast<int>(ExitStatus::usage);
    }
    return static_cast<int>(print->status);
  }
  if (const auto* enquiry = std::get_if<Enquiry>(&wanted)) {
    return static_cast<int>(enquire(*enquiry));
  }
  if (const auto* kept = std::get_if<ToReplay>(&wanted)) return static_cast<int>(replay(*kept));
  if (const auto* kept = std::get_if<ToConvert>(&wanted)) return static_cast<int>(convert(*kept));
  const auto& [wish, server, ascii] = std::get<ToPlay>(wanted);
  return static_cast<int>(play(wish, server, ascii));
}
