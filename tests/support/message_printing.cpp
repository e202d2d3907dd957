#include "tests/support/message_printing.hpp"

#include <ostream>

#include "common/protocol/encode.hpp"

namespace flagrank::protocol {

void PrintTo(const ClientMessage& message, std::ostream* out) { *out << encode(message); }
void PrintTo(const ServerMessage& message, std::ostream* out) { *out << encode(message); }

void PrintTo(const DecodeError& error, std::ostream* out) {
  *out << name(error.code) << " at " << error.pointer.value_or("(nowhere)") << " for "
       << error.id.value_or("(nobody)") << ": " << error.message;
}

void showValue(const ClientMessage& message, std::ostream& out) { PrintTo(message, &out); }
void showValue(const ServerMessage& message, std::ostream& out) { PrintTo(message, &out); }

}  // namespace flagrank::protocol
