#include "carom/analysis/group_impacts.h"

#include "carom/impact/several/sequential_impact.h"
#include "carom/impact/several/simultaneous_impact.h"

namespace carom {
namespace {

ContactSet make_set(const RigidConfiguration& configuration) {
  if (!configuration.turning) {
    return {.dimension = configuration.dimension,
            .delassus = configuration.delassus,
            .velocity = configuration.velocity,
            .laws = {}};
  }
  const RigidTurning& turning = *configuration.turning;
  return {.dimension = 6,
          .delassus = turning.delassus,
          .velocity = turning.velocity,
          .laws = {},
          .rolling = turning.rolling,
          .spinning = turning.spinning};
}

}  // namespace

std::vector<GroupImpactAnswer> resolve_group_impacts(const RigidConfiguration& configuration,
                                                     std::span<const std::string> names,
                                                     const std::vector<std::vector<ImpactLaw>>& laws_of) {
  ContactSet set = make_set(configuration);
  set.laws = laws_of.front();
  std::vector<GroupImpactAnswer> answers;
  // Of the laws a simultaneous form uses the coefficients only: those of any name will do.
  answers.push_back({"simultaneous newton", resolve_simultaneous_impact(set, SimultaneousForm::Newton)});
  answers.push_back({"simultaneous poisson", resolve_simultaneous_impact(set, SimultaneousForm::Poisson)});
  for (std::size_t i = 0; i < names.size(); ++i) {
    set.laws = laws_of[i];
    answers.push_back({"sequential " + names[i], resolve_sequential_impact(set)});
  }
  return answers;
}

}  // namespace carom
