#include "carom/analysis/law_parameters.h"

#include <variant>

#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {

std::vector<LawParameter> list_fit_parameters(const NormalLaw& law) {
  return std::visit(
      [](const auto& each) -> std::vector<LawParameter> {
        if constexpr (requires { each.depth_exponent; }) return {{"damping"}, {"depth_exponent", false}};
        if constexpr (requires { each.alpha; }) return {{"alpha"}};
        if constexpr (requires { each.damping; }) return {{"damping"}};
        if constexpr (requires { each.restitution; }) return {{"restitution", true, 1.0}};
        return {};
      },
      law);
}

std::optional<double> find_asked_restitution(const NormalLaw& law, double speed) {
  return std::visit(
      [&](const auto& each) -> std::optional<double> {
        if constexpr (requires { each.restitution; }) return each.restitution.at(speed);
        return std::nullopt;
      },
      law);
}

void set_parameter(NormalLaw& law, std::string_view key, double value) {
  const bool known = std::visit(
      [&](auto& each) {
        if constexpr (requires { each.restitution; }) {
          if (key == "restitution") return each.restitution = value, true;
          if (key == "restitution.alpha") return each.restitution = Restitution::Linear{.alpha = value}, true;
        }
        if constexpr (requires { each.damping; }) {
          if (key == "damping") return each.damping = value, true;
        }
        if constexpr (requires { each.alpha; }) {
          if (key == "alpha") return each.alpha = value, true;
        }
        if constexpr (requires { each.depth_exponent; }) {
          if (key == "depth_exponent") return each.depth_exponent = value, true;
        }
        return false;
      },
      law);
  if (!known) throw InputError(std::string(info(law).name), fmt::format("has no parameter '{}' to be fitted", key));
}

}  // namespace carom
