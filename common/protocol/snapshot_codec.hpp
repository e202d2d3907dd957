#pragma once

#include "common/json/writer.hpp"
#include "common/protocol/fields.hpp"
#include "common/protocol/server_message.hpp"

namespace flagrank::protocol::wire {

/// The fields of a snapshot but for its `seq`, which stands in the envelope.
void write_snapshot(Writer& out, const SnapshotTold& snapshot);
void read_snapshot(const FieldReader& field, SnapshotTold& snapshot);

}  // namespace flagrank::protocol::wire
