#include "carom/model/constraint.h"

#include <array>
#include <cstddef>

#include "carom/base/input_error.h"
#include "carom/base/nearest_name.h"

namespace carom {
namespace {

constexpr std::array<ConstraintTraits, 11> kTraits{{
    {"point", 3, 3, "the origins of C and D coincide"},
    {"hinge", 5, 5, "the origins of C and D coincide, and their z-axes"},
    {"weld", 6, 6, "the frames C and D coincide"},
    {"distance", 1, 1, "the origins of C and D stay `length` apart"},
    {"cylindrical", 4, 4, "D slides along C's z-axis and turns about it"},
    {"prismatic", 5, 5, "D slides along C's z-axis"},
    {"coupling", 1, 1, "two joints move in proportion"},
    {"skate", 1, 0, "C's origin does not move along C's x-axis"},
    {"rolling-sphere", 3, 1, "a ball rolls on C's xy-plane, fixed in the world"},
    {"rolling-disk", 3, 1, "a disk with D's z-axis as its axle rolls on C's xy-plane, fixed in the world"},
    {"line", 2, 2, "the origin of D stays on C's z-axis"},
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
