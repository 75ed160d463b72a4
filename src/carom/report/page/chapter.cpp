#include "carom/report/page/chapter.h"

#include <cmath>
#include <utility>

namespace carom {

Check check_number(std::string name, double expected, double found, double tolerance, std::string unit,
                   std::string note) {
  // Equal also where both are infinite.
  const bool passed = found == expected || (std::isfinite(found) && std::abs(found - expected) <= tolerance);
  return {std::move(name), expected, found, tolerance, std::move(unit), passed, std::move(note), {}};
}

}  // namespace carom
