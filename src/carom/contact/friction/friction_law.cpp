#include "carom/contact/friction/friction_law.h"

#include <type_traits>

#include "carom/contact/variant_infos.h"

namespace carom {

FrictionForce calc_friction(const FrictionLaw& law, const Vector3& slip, double normal_force,
                            const FrictionMemory& memory, ForceCut cut) {
  const auto evaluate = [&](const auto& member) {
    if constexpr (requires { member.evaluate(slip, normal_force, memory, cut); }) {
      return member.evaluate(slip, normal_force, memory, cut);
    } else {
      return member.evaluate(slip, normal_force, memory);
    }
  };
  return std::visit(evaluate, law);
}

double calc_cut_margin(const FrictionLaw& law, const Vector3& slip, double normal_force, const FrictionMemory& memory) {
  const auto calc = [&](const auto& member) {
    if constexpr (requires { member.cut_margin(slip, normal_force, memory); }) {
      return member.cut_margin(slip, normal_force, memory);
    } else {
      return -1.0;
    }
  };
  return std::visit(calc, law);
}

double limit_memory(const FrictionLaw& law, FrictionMemory& memory, double normal_force) {
  return std::visit([&](const auto& member) { return member.limit(memory, normal_force); }, law);
}

double calc_slide_ratio(const FrictionLaw& law, const Vector3& slip, double normal_force,
                        const FrictionMemory& memory) {
  return std::visit([&](const auto& member) { return member.slide_ratio(slip, normal_force, memory); }, law);
}

FrictionGradient calc_gradient(const FrictionLaw& law, double normal_force, double slip_speed) {
  return std::visit([&](const auto& member) { return member.calc_gradient(normal_force, slip_speed); }, law);
}

bool has_bristle(const FrictionLaw& law) {
  const auto find = [](const auto& member) {
    if constexpr (requires { member.law; }) {
      return member.law->has_bristle();
    } else {
      return member.kHasBristle;
    }
  };
  return std::visit(find, law);
}

bool has_dwell(const FrictionLaw& law) {
  const auto find = [](const auto& member) {
    if constexpr (requires { member.kHasDwell; }) return member.kHasDwell;
    return false;
  };
  return std::visit(find, law);
}

std::vector<std::string> validate(const FrictionLaw& law) {
  return std::visit([](const auto& member) { return check_law(member, "friction"); }, law);
}

const LawInfo& info(const FrictionLaw& law) { return get_info(law); }

std::span<const LawInfo> list_friction_laws() {
  static constexpr auto kInfos = list_infos<FrictionLaw>();
  return std::span(kInfos).first(count_scene_laws<FrictionLaw>());
}

}  // namespace carom
