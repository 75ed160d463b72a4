#include "carom/simulation/time_stepping_options.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

void check(bool good, const char* element, const std::string& range, double value) {
  if (!good) throw InputError(element, fmt::format("must be {}, found {}", range, value));
}

}  // namespace

void validate(const TimeSteppingOptions& options) {
  const auto positive = [](double value) { return std::isfinite(value) && value > 0.0; };
  const auto not_negative = [](double value) { return std::isfinite(value) && value >= 0.0; };
  check(positive(options.step), "step", "finite and positive", options.step);
  check(!options.bound_iterations || (*options.bound_iterations >= 0 && *options.bound_iterations <= 1000),
        "bound_iterations", "from 0 to 1000", options.bound_iterations.value_or(0));
  check(options.facets >= 4 && options.facets <= 64 && options.facets % 2 == 0, "facets", "even, from 4 to 64",
        options.facets);
  check(positive(options.bristle_stiffness), "bristle_stiffness", "finite and positive", options.bristle_stiffness);
  check(not_negative(options.normal_stiffness), "normal_stiffness", "finite and not negative",
        options.normal_stiffness);
  check(not_negative(options.stabilisation) && options.stabilisation <= 1.0, "stabilisation", "from 0 to 1",
        options.stabilisation);
  check(not_negative(options.margin), "margin", "finite and not negative", options.margin);
  check(positive(options.tolerance) && options.tolerance < 1.0, "tolerance", "above 0 and below 1", options.tolerance);
  check(options.most_halvings >= 0 && options.most_halvings <= 20, "halvings", "from 0 to 20", options.most_halvings);
}

const std::vector<std::string_view>& scheme_names() {
  static const std::vector<std::string_view> kNames{"peiret", "moreau-jean", "stewart-trinkle", "anitescu-potra"};
  return kNames;
}

std::string_view scheme_name(SteppingScheme scheme) { return scheme_names()[static_cast<std::size_t>(scheme)]; }

SteppingScheme find_scheme(std::string_view name) {
  const auto found = std::ranges::find(scheme_names(), name);
  if (found == scheme_names().end()) throw InputError("scheme", fmt::format("'{}' is none", name));
  return static_cast<SteppingScheme>(found - scheme_names().begin());
}

}  // namespace carom
