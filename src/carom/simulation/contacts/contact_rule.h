#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/contact/friction/friction_law.h"
#include "carom/contact/hertz.h"
#include "carom/contact/normal/normal_law.h"
#include "carom/contact/resistance.h"
#include "carom/impact/impact_law.h"
#include "carom/model/shapes/shape.h"
#include "carom/patch/patch_law.h"
#include "carom/simulation/contacts/ignored_contact.h"

namespace carom {

/// What holds between two surfaces.
struct ContactRule {
  std::string surface_a{};
  std::string surface_b{};
  NormalLaw normal{};  // without a stiffness: it comes from the materials of both surfaces
  FrictionLaw friction{};
  RollingResistance resistance{};
  TouchDownMemory memory{TouchDownMemory::Reset};
  FrictionMemory initial{};           // of contacts that touch when a run starts: in world axes, of A against B
  bool sticking{};                    // they have long been at rest then: their dwell state is 1
  std::optional<PatchLaw> patch{};    // resolved over its area instead: then the laws above have no say
  std::optional<ImpactLaw> impact{};  // what rigid contacts obey instead

  [[nodiscard]] bool has_friction() const {
    return patch ? patch->friction > 0.0 : !std::holds_alternative<friction::None>(friction);
  }
  [[nodiscard]] bool resists_rolling() const { return resistance.rolling > 0.0 || resistance.spinning > 0.0; }
  [[nodiscard]] std::string name() const { return surface_a + "/" + surface_b; }
};

/// What a surface is made of.
struct SurfaceMaterial {
  std::string surface{};
  ElasticMaterial material{};
};

/// Everything that may touch in a mechanism.
struct ContactSetup {
  std::vector<ShapeSpec> shapes{};
  std::vector<ContactRule> rules{};
  double deepest_start{1e-4};  // overlap that is taken for a contact at the start rather than a mistake  [m]
  std::vector<SurfaceMaterial> materials{};
  std::vector<BodyGroup> groups{};
  std::vector<IgnoredContact> ignored{};
};

}  // namespace carom
