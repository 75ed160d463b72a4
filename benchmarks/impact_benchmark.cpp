// Nanoseconds an impact under each law, in the plane and in space. Impacts differ from call to call, so that neither
// branches nor the direction of slip can be foreseen.
#include <array>
#include <cmath>
#include <random>

#include <benchmark/benchmark.h>

#include "carom/impact/resolve_impact.h"

namespace carom {
namespace {

template <int kSize>
struct Sample {
  Eigen::Matrix<double, kSize, kSize> inertia;
  Eigen::Matrix<double, kSize, 1> velocity;
};

template <int kSize>
std::array<Sample<kSize>, 256> make_samples() {
  std::mt19937_64 random(1835);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::array<Sample<kSize>, 256> samples;
  for (auto& sample : samples) {
    Eigen::Matrix<double, kSize, kSize> factor;
    for (int i = 0; i < kSize; ++i) {
      for (int j = 0; j < kSize; ++j) factor(i, j) = number(random);
      sample.velocity(i) = number(random);
    }
    sample.inertia = factor * factor.transpose() + 0.1 * Eigen::Matrix<double, kSize, kSize>::Identity();
    sample.velocity(kSize - 1) = -0.1 - std::abs(number(random));
  }
  return samples;
}

template <int kSize>
void resolve(benchmark::State& state, const char* name) {
  const ImpactLaw law = *make_impact_law(name, 0.6, 0.4);
  const auto samples = make_samples<kSize>();
  std::size_t next = 0;
  for (auto _ : state) {
    const Sample<kSize>& sample = samples[next++ % samples.size()];
    auto result = resolve_impact(law, sample.inertia, sample.velocity);
    benchmark::DoNotOptimize(result);
  }
}

void resolve_planar(benchmark::State& state, const char* name) { resolve<2>(state, name); }
void resolve_spatial(benchmark::State& state, const char* name) { resolve<3>(state, name); }

BENCHMARK_CAPTURE(resolve_planar, newton, "newton");
BENCHMARK_CAPTURE(resolve_planar, poisson, "poisson");
BENCHMARK_CAPTURE(resolve_planar, stronge, "stronge");
BENCHMARK_CAPTURE(resolve_planar, brach, "brach");
BENCHMARK_CAPTURE(resolve_planar, aghili, "aghili");
BENCHMARK_CAPTURE(resolve_spatial, newton, "newton");
BENCHMARK_CAPTURE(resolve_spatial, poisson, "poisson");
BENCHMARK_CAPTURE(resolve_spatial, stronge, "stronge");
BENCHMARK_CAPTURE(resolve_spatial, brach, "brach");
BENCHMARK_CAPTURE(resolve_spatial, aghili, "aghili");

}  // namespace
}  // namespace carom
