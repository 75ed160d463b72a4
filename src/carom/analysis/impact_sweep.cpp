#include "carom/analysis/impact_sweep.h"

#include "carom/impact/resolve_impact.h"

namespace carom {
namespace {

template <int kSize>
ImpactSummary summarize(const ImpactLaw& law, const ImpactData& data) {
  const Eigen::Matrix<double, kSize, kSize> inertia = data.inverse_inertia;
  const Eigen::Matrix<double, kSize, 1> velocity = data.velocity;
  const auto result = resolve_impact(law, inertia, velocity);
  ImpactSummary summary{.velocity = result.velocity,
                        .impulse = result.impulse,
                        .dissipation = result.dissipation,
                        .normal_dissipation = result.normal_dissipation,
                        .energy_gain = result.energy_gain,
                        .compression_impulse = result.compression_impulse,
                        .slip_end_impulse = result.slip_end_impulse,
                        .kind = name_of(result.kind),
                        .verdict = name_of(result.verdict),
                        .end_motion = name_of(result.path().back().motion)};
  for (const ImpactPoint<kSize>& point : result.path()) {
    summary.path.push_back({point.impulse, point.velocity, name_of(point.motion), name_of(point.phase)});
  }
  return summary;
}

double calc_dissipation(const ImpactLaw& law, const ImpactData& data, double restitution) {
  return summarize_impact(with_restitution(law, restitution), data).dissipation;
}

}  // namespace

ImpactSummary summarize_impact(const ImpactLaw& law, const ImpactData& data) {
  return data.velocity.size() == 2 ? summarize<2>(law, data) : summarize<3>(law, data);
}

DissipationCurve calc_dissipation_curve(const ImpactLaw& law, const ImpactData& data,
                                        std::span<const double> restitutions) {
  DissipationCurve curve;
  for (const double e : restitutions) {
    const ImpactSummary summary = summarize_impact(with_restitution(law, e), data);
    curve.restitution.push_back(e);
    curve.total.push_back(summary.dissipation);
    curve.normal.push_back(summary.normal_dissipation);
  }
  return curve;
}

std::optional<double> find_gain_threshold(const ImpactLaw& law, const ImpactData& data) {
  if (calc_dissipation(law, data, 1.0) >= 0.0) return std::nullopt;
  double loses = 0.0, gains = 1.0;
  while (gains - loses > 1e-13) {
    const double middle = 0.5 * (loses + gains);
    (calc_dissipation(law, data, middle) < 0.0 ? gains : loses) = middle;
  }
  return gains;
}

}  // namespace carom
