#pragma once

#include <boost/system/result.hpp>
#include <optional>
#include <string>

#include "client/text/address.hpp"
#include "client/text/complaint.hpp"
#include "client/text/replay.hpp"

namespace CLI {
class App;
}

/// The command line of `flagrank replay` and `flagrank convert`.
namespace flagrank::text {

/// Adds both commands to the program, and says what they were asked for. Outlives the parsing.
class ReplayArguments {
 public:
  /// `server` is where a record is looked for that is named by its id alone.
  ReplayArguments(CLI::App& app, std::string server);
  ReplayArguments(const ReplayArguments&) = delete;
  ReplayArguments& operator=(const ReplayArguments&) = delete;

  [[nodiscard]] bool replay_asked() const;
  [[nodiscard]] bool convert_asked() const;
  [[nodiscard]] boost::system::result<ToReplay, Complaint> to_replay() const;
  [[nodiscard]] boost::system::result<ToConvert, Complaint> to_convert() const;

 private:
  void add_source(CLI::App& command);
  [[nodiscard]] boost::system::result<Source, Complaint> source() const;
  [[nodiscard]] boost::system::result<Source, Complaint> at(const Address& place) const;

  CLI::App* replay_ = nullptr;
  CLI::App* convert_ = nullptr;
  std::string source_;
  std::string server_;
  std::string authorities_;
  std::string side_ = "both";
  std::string format_;
  std::optional<std::size_t> ply_;
  std::string output_;
  bool ascii_ = false;
};

}  // namespace flagrank::text
