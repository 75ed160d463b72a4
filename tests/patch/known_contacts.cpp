#include "patch/known_contacts.h"

#include <cmath>

#include <gtest/gtest.h>

namespace carom::test {

namespace {

PairCompliance make_pair(const ContactCase& contact) {
  PairCompliance pair = make_pair_compliance(contact.material, std::nullopt);
  if (!contact.coupled) pair.coupling = 0.0;
  return pair;
}

PatchOptions make_options(const ContactCase& contact, const PatchGrid& grid, InfluenceFunction influence) {
  PatchOptions options{.grid = grid,
                       .influence = std::move(influence),
                       .profile = PatchField(grid.size()),
                       .friction = contact.friction};
  options.tolerance = contact.tolerance;
  return options;
}

}  // namespace

PatchOptions make_case(const ContactCase& contact, const std::function<double(double, double)>& profile) {
  const PatchGrid grid = make_square_grid(contact.num_across, contact.half_width);
  PatchOptions options = make_options(contact, grid, make_half_space_influence(make_pair(contact), grid.dx, grid.dy));
  for (int i = 0; i < grid.size(); ++i) options.profile[i] = profile(grid.x(i), grid.y(i));
  return options;
}

PatchOptions make_plane_case(const ContactCase& contact, double datum, const std::function<double(double)>& profile) {
  const PatchGrid grid = make_line_grid(contact.num_across, contact.half_width, /*width_of_bodies=*/1.0);
  PatchOptions options = make_options(contact, grid, make_plane_strain_influence(make_pair(contact), grid.dx, datum));
  for (int i = 0; i < grid.size(); ++i) options.profile[i] = profile(grid.x(i));
  return options;
}

void expect_converged(const PatchReport& report) { EXPECT_TRUE(report.converged) << report.sentence; }

double fit_order(const std::vector<double>& errors) {
  // Least squares of log₂ error against the number of doublings.
  const double middle = 0.5 * static_cast<double>(errors.size() - 1);
  double above = 0.0, below = 0.0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double doublings = static_cast<double>(i) - middle;
    above -= doublings * std::log2(errors[i]);
    below += doublings * doublings;
  }
  return above / below;
}

}  // namespace carom::test
