#pragma once

#include <boost/system/result.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "client/text/complaint.hpp"
#include "common/record/game.hpp"
#include "common/record/strados.hpp"

namespace flagrank::text {

/// What somebody has kept of a game: all of it, or one position.
using Document = std::variant<record::Game, record::Position>;

/// Sees from the text whether it is JSON, Gravon's XML or STRADOS. A complaint begins with `name`.
[[nodiscard]] boost::system::result<Document, Complaint> parse_document(std::string_view text,
                                                                        const std::string& name);

enum class Format { json, gravon, strados2, strados3 };

/// The document in that form, as the text of a file; of a game the position after `ply` moves,
/// where a position is asked for.
[[nodiscard]] boost::system::result<std::string, Complaint> write_document(const Document& document,
                                                                           Format format,
                                                                           std::size_t ply);

}  // namespace flagrank::text
