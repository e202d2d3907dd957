#pragma once

#include <string>

namespace CLI {
class App;
}

namespace flagrank::text {

/// `--ca FILE`, for what `trusting` takes. `authorities` outlives the parsing.
void add_authorities(CLI::App& command, std::string& authorities);

}  // namespace flagrank::text
