#include "client/text/document.hpp"

#include <algorithm>

#include "common/record/gravon.hpp"
#include "common/record/json.hpp"
#include "common/record/replay.hpp"

namespace flagrank::text {
namespace {

using Text = boost::system::result<std::string, Complaint>;

Text written(std::string text) { return {boost::system::in_place_value, std::move(text)}; }
Text no_text(std::string sentence) { return Complaint{std::move(sentence)}; }

template <class T>
boost::system::result<Document, Complaint> read(const boost::system::result<T, record::Fault>& read,
                                                const std::string& name) {
  if (read) return Document{*read};
  return Complaint{name + ": " + record::text(read.error())};
}

Text write_position(const record::Position& position, Format format) {
  if (format == Format::strados2) return written(record::to_strados2(position) + "\n");
  if (format == Format::strados3) {
    if (position.moment) return written(record::to_strados3(position) + "\n");
    return no_text("a STRADOS2 position does not say whose turn it is, which STRADOS3 does");
  }
  return no_text("a position is no game: it becomes strados2 or strados3 only");
}

Text write_game(const record::Game& game, Format format, std::size_t ply) {
  if (format == Format::json) return written(record::to_json(game) + "\n");
  if (format == Format::gravon) {
    const auto xml = record::to_gravon(game);
    return xml ? written(*xml) : no_text(xml.error().reason);
  }
  if (ply > game.turns.size()) {
    return no_text("the game has only " + std::to_string(game.turns.size()) + " moves");
  }
  record::Replay replay{game.ruleset, game.formations};
  for (std::size_t i = 0; i < ply; ++i) (void)replay.play(game.turns[i]);
  return write_position(record::position_of(replay.game()), format);
}

}  // namespace

boost::system::result<Document, Complaint> parse_document(std::string_view text,
                                                          const std::string& name) {
  // Some editors put it first; no form has a use for it, and RFC 8259 lets it be passed over.
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const char first = begin < text.size() ? text[begin] : ' ';
  if (first == '{' || first == '[') return read(record::from_json(text), name);
  if (first == '<') return read(record::from_gravon(text), name);
  // Every other text is taken for this: it has no sign of its own.
  return read(record::from_strados(text), name + ": neither JSON nor XML, so read as STRADOS");
}

Text write_document(const Document& document, Format format, std::size_t ply) {
  if (const auto* game = std::get_if<record::Game>(&document)) {
    return write_game(*game, format, ply);
  }
  return write_position(std::get<record::Position>(document), format);
}

}  // namespace flagrank::text
