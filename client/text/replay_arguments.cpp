#include "client/text/replay_arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "client/text/trust_argument.hpp"
#include "common/protocol/text.hpp"

namespace flagrank::text {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 4> formats{
    {{"json", Format::json},
     {"gravon", Format::gravon},
     {"strados2", Format::strados2},
     {"strados3", Format::strados3}}};

bool file_exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

}  // namespace

ReplayArguments::ReplayArguments(CLI::App& app, std::string server) : server_{std::move(server)} {
  replay_ = app.add_subcommand("replay", "Step through a finished game");
  add_source(*replay_);
  replay_->add_option("--side", side_, "Whose eyes: red, blue, or both with both armies open")
      ->capture_default_str()
      ->check(CLI::IsMember({"red", "blue", "both"}));
  replay_->add_flag("--ascii", ascii_, "Print nothing but ASCII");

  convert_ = app.add_subcommand("convert", "Write a finished game, or a position of it, otherwise");
  add_source(*convert_);
  convert_->add_option("--to", format_, "json, gravon, strados2 or strados3")
      ->required()
      ->check(CLI::IsMember({"json", "gravon", "strados2", "strados3"}));
  convert_->add_option("--ply", ply_, "After how many moves the position is; 0 is the set-up")
      ->type_name("N")
      ->check([](const std::string& text) {
        // CLI11 takes a minus, and goes round to a huge number.
        const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
        return digits ? std::string{} : "how many moves is a number such as 0 or 40";
      });
  convert_->add_option("--output", output_, "The file to write; without it standard output")
      ->type_name("FILE");
}

void ReplayArguments::add_source(CLI::App& command) {
  command
      .add_option(
          "FILE", source_,
          "A file (JSON, Gravon's XML, STRADOS), an http:// or https:// URL, or the id of a "
          "record")
      ->required();
  command.add_option("--server", server_, "Where an id is looked for, or FLAGRANK_SERVER")
      ->capture_default_str()
      ->type_name("URL");
  add_authorities(command, authorities_);
}

bool ReplayArguments::replay_asked() const { return replay_->parsed(); }
bool ReplayArguments::convert_asked() const { return convert_->parsed(); }

boost::system::result<Source, Complaint> ReplayArguments::source() const {
  if (is_record_url(source_)) {
    const auto place = parse_record_url(source_);
    if (!place) return place.error();
    return at(*place);
  }
  if (!protocol::valid_record_id(source_) || file_exists(source_)) return Source{source_};
  const auto server = parse_address(server_);
  if (!server) return server.error();
  return at(record_address(*server, source_));
}

boost::system::result<Source, Complaint> ReplayArguments::at(const Address& place) const {
  const auto server = trusting(place, authorities_);
  if (!server) return server.error();
  return Source{*server};
}

boost::system::result<ToReplay, Complaint> ReplayArguments::to_replay() const {
  const auto from = source();
  if (!from) return from.error();
  return ToReplay{
      .source = *from, .angle = angle_from_name(side_).value_or(Angle::both), .ascii = ascii_};
}

boost::system::result<ToConvert, Complaint> ReplayArguments::to_convert() const {
  const auto from = source();
  if (!from) return from.error();
  ToConvert wanted{.source = *from, .format = {}, .ply = ply_.value_or(0), .output = output_};
  for (const auto& [name, format] : formats) {
    if (name == format_) wanted.format = format;
  }
  const bool position = wanted.format == Format::strados2 || wanted.format == Format::strados3;
  if (ply_ && !position)
    return Complaint{"--ply is for strados2 and strados3, which hold a position"};
  return wanted;
}

}  // namespace flagrank::text
