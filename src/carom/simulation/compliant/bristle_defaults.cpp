#include "carom/simulation/compliant/bristle_defaults.h"

#include <cmath>
#include <type_traits>

namespace carom {
namespace {

// p k x₀ᵖ⁻¹ at the depth x₀ = (m A/k)^{1/p}  [N/m].
double calc_normal_slope(const BristleScale& scale) {
  const double load = scale.mass * scale.acceleration;
  return scale.exponent * load / std::pow(load / scale.normal_stiffness, 1.0 / scale.exponent);
}

// The damping of these laws is not left out at will: zero means not given.
template <class Law>
constexpr bool kNeedsDamping = std::is_same_v<Law, friction::LuGre> || std::is_same_v<Law, friction::Gonthier>;

}  // namespace

std::pair<double, double> get_bristles(const FrictionLaw& law) {
  return std::visit(
      [](const auto& own) {
        std::pair<double, double> bristles{};
        if constexpr (requires { own.bristle_stiffness; }) bristles.first = own.bristle_stiffness;
        if constexpr (requires { own.bristle_damping; }) bristles.second = own.bristle_damping;
        return bristles;
      },
      law);
}

bool lacks_bristles(const FrictionLaw& law) {
  return std::visit(
      [](const auto& own) {
        using Law = std::decay_t<decltype(own)>;
        if constexpr (kNeedsDamping<Law>) {
          if (own.bristle_damping == 0.0) return true;
        }
        if constexpr (Law::kHasBristle) return own.bristle_stiffness == 0.0;
        return false;
      },
      law);
}

FrictionLaw complete_bristles(FrictionLaw law, const BristleScale& scale) {
  constexpr double kTangential = 0.8, kDampingRatio = 0.1;
  std::visit(
      [&](auto& own) {
        using Law = std::decay_t<decltype(own)>;
        if constexpr (Law::kHasBristle) {
          if (own.bristle_stiffness == 0.0) own.bristle_stiffness = kTangential * calc_normal_slope(scale);
        }
        if constexpr (kNeedsDamping<Law>) {
          if (own.bristle_damping == 0.0)
            own.bristle_damping = 2.0 * kDampingRatio * std::sqrt(scale.mass * own.bristle_stiffness);
        }
      },
      law);
  return law;
}

}  // namespace carom
