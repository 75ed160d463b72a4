#include "carom/analysis/law_parameters.h"

#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/contact/variant_keys.h"

namespace carom {
namespace {

constexpr std::string_view kSlope = ".alpha";  // of a restitution 1 − α v

// True where the law has a key of that name, or, of a restitution, its slope.
template <class Law>
bool set(Law& law, const LawKey<Law>& key, std::string_view name, double value) {
  if (const auto* member = std::get_if<Restitution Law::*>(&key.member)) {
    if (name == key.name) return law.**member = value, true;
    if (name == std::string(key.name).append(kSlope)) return law.**member = Restitution::Linear{.alpha = value}, true;
    return false;
  }
  double* number = find_number(law, key);
  if (name != key.name || number == nullptr) return false;
  *number = value;
  return true;
}

}  // namespace

std::vector<LawParameter> list_fit_parameters(const NormalLaw& law) {
  std::vector<LawParameter> parameters;
  for_each_key(law, [&]<class Law>(const Law& /*own*/, const LawKey<Law>& key) {
    using Search = typename LawKey<Law>::Search;
    if (key.search == Search::Never) return;
    parameters.push_back(
        {std::string(key.name), key.search == Search::Logarithm, std::isfinite(key.range.most) ? key.range.most : 0.0});
  });
  return parameters;
}

std::optional<double> find_asked_restitution(const NormalLaw& law, double speed) {
  const auto find = [&](const auto& own) -> std::optional<double> {
    const Restitution* restitution = find_restitution(own);
    return restitution != nullptr ? std::optional<double>(restitution->at(speed)) : std::nullopt;
  };
  return std::visit(find, law);
}

void set_parameter(NormalLaw& law, std::string_view key, double value) {
  bool known = false;
  for_each_key(law, [&](auto& own, const auto& each) { known = set(own, each, key, value) || known; });
  if (!known) throw InputError(std::string(info(law).name), fmt::format("has no parameter '{}' to be fitted", key));
}

double guess_parameter(const NormalLaw& law, std::string_view key, const MeasuredImpact& impact) {
  double guess = impact.lost / impact.speed;  // of a slope
  for_each_key(law, [&](const auto& own, const auto& each) {
    if (each.name == key && each.guess != nullptr) guess = each.guess(own, impact);
  });
  return guess;
}

}  // namespace carom
