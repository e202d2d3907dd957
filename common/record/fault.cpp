#include "common/record/fault.hpp"

#include "common/rules/names.hpp"

namespace flagrank::record {

std::string text(const Fault& fault) {
  std::string text = "line " + std::to_string(fault.line);
  if (!fault.where.empty()) text += ", " + fault.where;
  return text + ": " + fault.reason;
}

std::string words(const rules::FormationFault& fault) {
  using Kind = rules::FormationFault::Kind;
  const bool of_rank = fault.kind == Kind::missing || fault.kind == Kind::surplus;
  std::string words{rules::name(fault.kind)};
  words += ' ';
  words += of_rank ? std::string{rules::name(fault.rank)} : fault.square.text();
  if (fault.count > 1) words += " (" + std::to_string(fault.count) + ")";
  return words;
}

}  // namespace flagrank::record
