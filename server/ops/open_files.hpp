#pragma once

#include <cstddef>

namespace flagrank::ops {

/// Raises the limit of open files as far as the system lets us, and warns where `connections` do
/// not fit below it.
void make_room_for(std::size_t connections);

}  // namespace flagrank::ops
