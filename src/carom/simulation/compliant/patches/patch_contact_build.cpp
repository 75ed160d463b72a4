// What a patch is made of: the surfaces' materials, the law and the shapes.
#include <algorithm>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/simulation/compliant/patches/patch_contact.h"
#include "carom/simulation/compliant/patches/surface_curvature.h"

namespace carom {

namespace {

[[noreturn]] void refuse_patch(const ContactRule& rule, const std::string& reason) {
  throw InputError("contact " + rule.name(), reason);
}

std::optional<ElasticMaterial> find_patch_material(const ContactSetup& setup, const std::string& surface) {
  const auto found =
      std::ranges::find_if(setup.materials, [&](const SurfaceMaterial& own) { return own.surface == surface; });
  if (found == setup.materials.end()) return std::nullopt;
  return found->material;
}

PairCompliance make_compliance_of(const ContactSetup& setup, const ContactRule& rule) {
  const auto a = find_patch_material(setup, rule.surface_a), b = find_patch_material(setup, rule.surface_b);
  if (!a && !b) {
    refuse_patch(rule, fmt::format("is a patch between two rigid surfaces: give '{}' or '{}' a material in [[surface]]",
                                   rule.surface_a, rule.surface_b));
  }
  return make_pair_compliance(a, b);
}

PatchOptions make_options_of(const ContactSetup& setup, const ContactRule& rule, const CollisionShape& a,
                             const CollisionShape& b) {
  const PatchLaw& law = *rule.patch;
  validate(law, "contact " + rule.name() + ", patch");
  if (!can_touch_roundly(a, b)) {
    refuse_patch(rule,
                 fmt::format("is a patch, and a {} and a {} do not touch with smooth surfaces in a point: a patch "
                             "needs a sphere, ellipsoid or capsule on a smooth surface, or two cylinders or "
                             "cones that cross; use a `normal` law and `friction` instead",
                             name_of(a.type), name_of(b.type)));
  }
  const double reach = std::min(a.reach, b.reach);
  if (0.5 * law.width > reach) {
    refuse_patch(rule, fmt::format("has a patch {:g} m wide on a body that reaches {:g} m: it must be small against "
                                   "the bodies",
                                   law.width, reach));
  }
  const PatchGrid grid = make_square_grid(law.elements, 0.5 * law.width);
  return {.grid = grid,
          .influence = make_half_space_influence(make_compliance_of(setup, rule), grid.dx, grid.dy),
          .profile = PatchField::Zero(grid.size()),
          .friction = law.friction,
          .smoothing = law.smoothing,
          .viscosity = law.viscosity,
          .tolerance = law.tolerance};
}

// How much of the displacement under a pressure is B's.
double calc_share_b(const ContactSetup& setup, const ContactRule& rule) {
  const auto b = find_patch_material(setup, rule.surface_b);
  return b ? make_pair_compliance(std::nullopt, b).direct / make_compliance_of(setup, rule).direct : 0.0;
}

}  // namespace

PatchContact::PatchContact(const ContactSetup& setup, const ContactRule& rule, const CollisionShape& a,
                           const CollisionShape& b)
    : patch_(make_options_of(setup, rule, a, b)),
      share_b_(calc_share_b(setup, rule)),
      contact_modulus_(1.0 / (std::numbers::pi * make_compliance_of(setup, rule).direct)),
      width_(rule.patch->width),
      profile_(PatchField::Zero(patch_.grid().size())) {}

}  // namespace carom
