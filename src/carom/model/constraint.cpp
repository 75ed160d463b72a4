#include "carom/model/constraint.h"

#include <array>
#include <cstddef>

#include "carom/base/input_error.h"
#include "carom/base/nearest_name.h"

namespace carom {
namespace {

constexpr std::array<ConstraintTraits, 10> kTraits{{
    {"point", 3, 3},
    {"hinge", 5, 5},
    {"weld", 6, 6},
    {"distance", 1, 1},
    {"cylindrical", 4, 4},
    {"prismatic", 5, 5},
    {"coupling", 1, 1},
    {"skate", 1, 0},
    {"rolling-sphere", 3, 1},
    {"rolling-disk", 3, 1},
}};

}  // namespace

const ConstraintTraits& traits(ConstraintType type) { return kTraits[static_cast<std::size_t>(type)]; }

ConstraintType constraint_type_from_name(std::string_view name, const std::string& element) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kTraits.size(); ++i) {
    if (kTraits[i].name == name) return static_cast<ConstraintType>(i);
    names.emplace_back(kTraits[i].name);
  }
  throw InputError(element, "unknown constraint type '" + std::string(name) + "'" + make_suggestion(name, names));
}

}  // namespace carom
