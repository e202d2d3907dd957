#include <iostream>
#include <variant>

#include "client/conformance/arguments.hpp"
#include "client/conformance/client_trial.hpp"
#include "client/conformance/server_trial.hpp"

int main(int argc, char** argv) {
  using namespace flagrank::conformance;
  const auto wanted = read_arguments(argc, argv);
  if (const auto* print = std::get_if<ToPrint>(&wanted)) {
    (print->status == ExitStatus::well ? std::cout : std::cerr) << print->text;
    return static_cast<int>(print->status);
  }
  if (const auto* trial = std::get_if<ClientTrial>(&wanted)) {
    return static_cast<int>(run(*trial, std::cout));
  }
  return static_cast<int>(run(std::get<ServerTrial>(wanted), std::cout));
}
