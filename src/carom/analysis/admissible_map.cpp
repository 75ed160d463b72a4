#include "carom/analysis/admissible_map.h"

namespace carom {
namespace {

/// Calls a function of the fixed sizes that the numbers have.
template <class Function>
auto with_fixed_size(const ImpactData& data, Function function) {
  if (data.velocity.size() == 2) {
    return function(Eigen::Matrix2d(data.inverse_inertia), Eigen::Vector2d(data.velocity));
  }
  return function(Matrix3(data.inverse_inertia), Vector3(data.velocity));
}

}  // namespace

double calc_critical_friction(const ImpactData& data, double restitution) {
  return with_fixed_size(data, [&](const auto& inertia, const auto& velocity) {
    return calc_critical_friction(inertia, velocity, restitution);
  });
}

double calc_printed_critical_friction(const ImpactData& data, double restitution) {
  return with_fixed_size(data, [&](const auto& inertia, const auto& velocity) {
    return calc_printed_critical_friction(inertia, velocity, restitution);
  });
}

std::optional<RestitutionRange> find_sticking_restitutions(const ImpactData& data, double most_friction) {
  return with_fixed_size(data, [&](const auto& inertia, const auto& velocity) {
    return find_sticking_restitutions(inertia, velocity, most_friction);
  });
}

std::optional<RestitutionRange> find_printed_sticking_restitutions(const ImpactData& data, double most_friction) {
  return with_fixed_size(data, [&](const auto& inertia, const auto& velocity) {
    return find_printed_sticking_restitutions(inertia, velocity, most_friction);
  });
}

AdmissibleMap calc_admissible_map(const ImpactData& data, std::span<const double> restitutions) {
  AdmissibleMap map;
  map.limits = with_fixed_size(
      data, [](const auto& inertia, const auto& velocity) { return calc_admissible_limits(inertia, velocity); });
  for (const double e : restitutions) {
    map.restitution.push_back(e);
    map.critical_friction.push_back(calc_critical_friction(data, e));
    map.printed_friction.push_back(calc_printed_critical_friction(data, e));
  }
  return map;
}

std::string_view name_of(AdmissibleRegion region) {
  switch (region) {
    case AdmissibleRegion::Stick:
      return "stick";
    case AdmissibleRegion::Slip:
      return "slip";
    case AdmissibleRegion::Inadmissible:
      break;
  }
  return "inadmissible";
}

}  // namespace carom
