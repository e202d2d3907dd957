#include "client/text/trust_argument.hpp"

#include <CLI/CLI.hpp>

namespace flagrank::text {

void add_authorities(CLI::App& command, std::string& authorities) {
  command
      .add_option("--ca", authorities,
                  "With wss:// and https://, trust whom the certificates in this file vouch for, "
                  "and nobody else")
      ->type_name("FILE");
}

}  // namespace flagrank::text
