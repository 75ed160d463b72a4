#include "apps/carom/variants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "apps/carom/assignments.h"
#include "apps/carom/command.h"
#include "carom/base/nearest_name.h"
#include "carom/contact/normal/damping_factor.h"

namespace carom::app {
namespace {

// The law of a name with its default parameters; nothing where there is none.
template <class Laws, std::size_t... I>
std::optional<Laws> find_law(std::string_view name, std::index_sequence<I...> /*alternatives*/) {
  std::optional<Laws> found;
  ((name == std::variant_alternative_t<I, Laws>::kInfo.name ? static_cast<void>(found.emplace(std::in_place_index<I>))
                                                            : static_cast<void>(0)),
   ...);
  return found;
}
template <class Laws>
std::optional<Laws> find_law(std::string_view name) {
  return find_law<Laws>(name, std::make_index_sequence<std::variant_size_v<Laws>>());
}

// Empty where the restitution depends on the speed.
std::string describe_constant(const Restitution& restitution) {
  const double value = restitution.at(1.0);
  for (const double speed : {1e-6, 1e-2, 1e2}) {
    if (restitution.at(speed) != value) return "";
  }
  return fmt::format("{}", value);
}

using Settings = std::vector<std::string>;  // "key=value"

// What both laws have, as far as it means the same for both.
Settings carry_over(const NormalLaw& from, const NormalLaw& to) {
  return std::visit(
      [](const auto& old, const auto& fresh) {
        Settings settings;
        // Without one it comes from the materials, for the new law too.
        const bool has_stiffness = old.stiffness > 0.0 && old.exponent == fresh.exponent;
        if (has_stiffness) settings.push_back(fmt::format("stiffness={}", old.stiffness));
        if constexpr (requires { old.restitution, fresh.restitution; }) {
          const std::string constant = describe_constant(old.restitution);
          if (!constant.empty()) settings.push_back("restitution=" + constant);
        }
        return settings;
      },
      from, to);
}

Settings carry_over(const FrictionLaw& from, const FrictionLaw& to) {
  return std::visit(
      [](const auto& old, const auto& fresh) {
        Settings settings;
        const auto add = [&](const char* key, double value) { settings.push_back(fmt::format("{}={}", key, value)); };
        if constexpr (requires { old.static_coefficient, fresh.static_coefficient; }) {
          add("static", old.static_coefficient);
          add("kinetic", old.kinetic_coefficient);
        } else if constexpr (requires { old.friction, fresh.static_coefficient; }) {
          add("static", old.friction);
          add("kinetic", old.friction);
        } else if constexpr (requires { old.static_coefficient, fresh.friction; }) {
          add("friction", old.kinetic_coefficient);
        } else if constexpr (requires { old.friction, fresh.friction; }) {
          add("friction", old.friction);
        }
        if constexpr (requires { old.bristle_stiffness, fresh.bristle_stiffness; }) {
          if (old.bristle_stiffness > 0.0) add("bristle_stiffness", old.bristle_stiffness);
        }
        if constexpr (requires { old.bristle_damping, fresh.bristle_damping; }) {
          if (old.bristle_damping > 0.0) add("bristle_damping", old.bristle_damping);
        }
        if constexpr (requires { old.viscous, fresh.viscous; }) add("viscous", old.viscous);
        if constexpr (requires { old.stribeck_speed, fresh.stribeck_speed; }) add("stribeck_speed", old.stribeck_speed);
        return settings;
      },
      from, to);
}

// What makes a law return what the impact did; nothing where that takes more than its speed.
std::optional<Settings> match(const NormalLaw& law, const FirstImpact& impact) {
  return std::visit(
      [&](const auto& each) -> std::optional<Settings> {
        using Law = std::decay_t<decltype(each)>;
        if constexpr (requires { each.restitution; })
          return Settings{fmt::format("restitution={}", impact.restitution)};
        if constexpr (std::is_same_v<Law, normal::Hertz>) return Settings{};
        if constexpr (std::is_same_v<Law, normal::HuntCrossley>) {
          // λ = 3/2 α k = k d/(e v): at this speed the law of Gonthier.                [gonthier2004, Eqs. (11), (13)]
          const double factor = normal::calc_damping_factor(impact.restitution);
          return Settings{fmt::format("alpha={}", factor / (1.5 * impact.restitution * impact.speed))};
        }
        return std::nullopt;
      },
      law);
}

bool have_same_exponent(const NormalLaw& a, const NormalLaw& b) {
  return std::visit([](const auto& one, const auto& other) { return one.exponent == other.exponent; }, a, b);
}

// One law for a contact: a new table, then its keys.
void append_law(const std::string& contact, const char* family, std::string_view name, const Settings& settings,
                Variant& variant) {
  variant.overrides.push_back(fmt::format("{}.{}={{ law = \"{}\" }}", contact, family, name));
  for (const std::string& setting : settings) {
    variant.overrides.push_back(fmt::format("{}.{}.{}", contact, family, setting));
  }
}

// By its surfaces: the contacts of a scene that was read are sorted, so that their numbers are not those of its file.
std::string contact_path(const ContactRule& rule) {
  const std::string name = rule.name();
  if (name.find_first_of(".='\"") == std::string::npos) return "contact." + name;
  const char quote = name.find('"') == std::string::npos ? '"' : '\'';
  return fmt::format("contact.{1}{0}{1}", name, quote);
}

// Nothing where the law cannot be matched.
std::optional<Variant> make_matched(const NormalLaw& law, const Scene& scene, const FirstImpact& impact) {
  Variant variant{std::string(info(law).name), {}};
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const NormalLaw& old = scene.contacts[i].normal;
    const std::optional<Settings> matched = match(law, impact);
    if (!matched || !have_same_exponent(old, law)) return std::nullopt;
    Settings settings = carry_over(old, law);
    std::erase_if(settings, [](const std::string& setting) { return setting.starts_with("restitution="); });
    settings.insert(settings.end(), matched->begin(), matched->end());
    append_law(contact_path(scene.contacts[i]), "normal", info(law).name, settings, variant);
  }
  return variant;
}

std::vector<std::string> list_names(std::span<const LawInfo> laws) {
  std::vector<std::string> names;
  for (const LawInfo& law : laws) names.emplace_back(law.name);
  return names;
}

Variant parse_law_name(const std::string& name, const Scene& scene, const std::optional<FirstImpact>& impact) {
  const std::optional<NormalLaw> law = find_law<NormalLaw>(name);
  if (!law) {
    throw UsageError(fmt::format("--with: expected [LABEL:] KEY=VALUE … or a normal law, found '{}'{}", name,
                                 make_suggestion(name, list_names(list_normal_laws()))));
  }
  if (!impact) {
    throw UsageError(
        fmt::format("--with {}: no impact of the scene tells its parameters; give them: --with "
                    "'normal.law={} normal.KEY=VALUE …'",
                    name, name));
  }
  std::optional<Variant> variant = make_matched(*law, scene, *impact);
  if (!variant) {
    throw UsageError(
        fmt::format("--with {}: its parameters do not follow from the scene; give them: --with "
                    "'normal.law={} normal.KEY=VALUE …'",
                    name, name));
  }
  return *variant;
}

std::string key_of(const std::string& assignment) { return assignment.substr(0, assignment.find('=')); }

bool is_of_contacts(const std::string& assignment) {
  const std::string key = key_of(assignment), first = key.substr(0, key.find('.'));
  constexpr std::array kKeys{"normal", "friction", "rolling", "memory", "impact"};
  return std::ranges::find(kKeys, first) != kKeys.end();
}

// "normal.law=hertz" for one family: its table anew, with what carries over.
template <class Laws>
void start_law(const std::string& assignment, const char* family, const Laws& old, std::span<const LawInfo> laws,
               const std::string& contact, Variant& variant) {
  const std::string name = assignment.substr(assignment.find('=') + 1);
  const std::optional<Laws> law = find_law<Laws>(name);
  if (!law) {
    throw UsageError(
        fmt::format("--with: there is no {} law '{}'{}", family, name, make_suggestion(name, list_names(laws))));
  }
  append_law(contact, family, name, carry_over(old, *law), variant);
}

}  // namespace

Variant parse_variant(const std::string& text, const Scene& scene, const std::optional<FirstImpact>& impact) {
  const Assignments words = split_assignments(text);
  if (words.values.empty()) return parse_law_name(words.name, scene, impact);
  Variant variant{text, {}};
  if (!words.name.empty()) {
    if (!words.name.ends_with(':')) {
      throw UsageError(
          fmt::format("--with: expected [LABEL:] KEY=VALUE …, found '{}' before the first key", words.name));
    }
    variant.label = words.name.substr(0, words.name.size() - 1);
  }
  // A new law first: other keys of the same text belong to it.
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    for (const std::string& value : words.values) {
      if (key_of(value) == "normal.law") {
        start_law(value, "normal", scene.contacts[i].normal, list_normal_laws(), contact_path(scene.contacts[i]),
                  variant);
      } else if (key_of(value) == "friction.law") {
        start_law(value, "friction", scene.contacts[i].friction, list_friction_laws(), contact_path(scene.contacts[i]),
                  variant);
      }
    }
    for (const std::string& value : words.values) {
      if (!is_of_contacts(value) || key_of(value).ends_with(".law")) continue;
      variant.overrides.push_back(contact_path(scene.contacts[i]) + "." + value);
    }
  }
  for (const std::string& value : words.values) {
    if (!is_of_contacts(value)) variant.overrides.push_back(value);
  }
  return variant;
}

std::vector<Variant> list_law_variants(const Scene& scene, const FirstImpact& impact) {
  std::vector<Variant> variants;
  for (const LawInfo& law : list_normal_laws()) {
    const bool is_the_scenes = std::ranges::all_of(
        scene.contacts, [&](const ContactRule& rule) { return info(rule.normal).name == law.name; });
    if (is_the_scenes) continue;
    if (std::optional<Variant> variant = make_matched(*find_law<NormalLaw>(law.name), scene, impact)) {
      variants.push_back(std::move(*variant));
    }
  }
  return variants;
}

}  // namespace carom::app
