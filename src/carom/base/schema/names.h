#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "carom/base/schema/diagnostics.h"

namespace carom::schema {

/// The names that elements have, by kind ("body", "joint"), and every mention of them. Names may be mentioned before
/// they are given, so mentions are checked once everything is read.
class Names {
 public:
  /// A name that exists without being given, such as the world's.
  void predefine(const std::string& kind, const std::string& name);
  /// Reports a name that is taken.
  void define(const std::string& kind, const std::string& name, Place place, Diagnostics& diagnostics);
  /// Whether the element at this place is the one that has the name, and not a second of it.
  [[nodiscard]] bool is_defined_at(const std::string& kind, const std::string& name, Place place) const;
  void mention(const std::string& kind, const std::string& name, std::string_view key, Place place);
  /// What gives names could not be read, and that was reported: unknown names are no mistakes from now on.
  void forgive_unknown() { forgives_unknown_ = true; }
  /// Reports every name that nothing has.
  void check(Diagnostics& diagnostics) const;

 private:
  struct Mention {
    const std::string* kind{};
    std::string name;
    std::string key;
    Place place{};
  };
  using Places = std::unordered_map<std::string, Place>;

  std::unordered_map<std::string, Places> defined_;  // by kind; elements keep their addresses
  std::vector<Mention> mentions_;
  bool forgives_unknown_{};
};

}  // namespace carom::schema
