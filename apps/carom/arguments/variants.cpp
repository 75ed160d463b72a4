#include "apps/carom/arguments/variants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "apps/carom/arguments/assignments.h"
#include "apps/carom/command.h"
#include "carom/base/nearest_name.h"
#include "carom/contact/variant_keys.h"

namespace carom::app {
namespace {

// Empty where the restitution depends on the speed.
std::string describe_constant(const Restitution& restitution) {
  const double value = restitution.at(1.0);
  for (const double speed : {1e-6, 1e-2, 1e2}) {
    if (restitution.at(speed) != value) return "";
  }
  return fmt::format("{}", value);
}

using Settings = std::vector<std::string>;  // "key=value"

// What a number of the old law is to a key of the new one; none where they have nothing in common.
std::optional<double> find_counterpart(const auto& from, Meaning meaning) {
  std::optional<double> value = find_value(from, meaning);
  // One coefficient stands for two, and of two the one of sliding for one.
  if (!value && meaning == Meaning::Friction) value = find_value(from, Meaning::KineticFriction);
  const bool is_one_of_two = meaning == Meaning::StaticFriction || meaning == Meaning::KineticFriction;
  if (!value && is_one_of_two) value = find_value(from, Meaning::Friction);
  return value;
}

// What a key of the new law takes from the old law; none where it says something else there, or is left open.
template <class Laws, class Law>
std::optional<std::string> find_setting(const Laws& from, const LawKey<Law>& key) {
  if (key.meaning == Meaning::OfThisLaw) return std::nullopt;
  if (key.meaning == Meaning::Restitution) {
    const auto find = [](const auto& old) { return find_restitution(old); };
    const Restitution* restitution = std::visit(find, from);
    const std::string constant = restitution != nullptr ? describe_constant(*restitution) : "";
    return constant.empty() ? std::nullopt : std::optional<std::string>("restitution=" + constant);
  }
  const std::optional<double> value = find_counterpart(from, key.meaning);
  if (!value || (key.may_be_open && *value == 0.0)) return std::nullopt;
  return fmt::format("{}={}", key.name, *value);
}

// What both laws have, as far as it means the same for both.
template <class Laws>
Settings carry_over(const Laws& from, const Laws& to) {
  Settings settings;
  for_each_key(to, [&](const auto& /*fresh*/, const auto& key) {
    if constexpr (std::is_same_v<Laws, NormalLaw>) {
      if (key.meaning == Meaning::Stiffness && exponent_of(from) != exponent_of(to)) return;
    }
    if (const std::optional<std::string> setting = find_setting(from, key)) settings.push_back(*setting);
  });
  return settings;
}

// What makes a law return what the impact did; nothing where that takes more than its speed. A law whose restitution
// depends on nothing is shown as it is.
std::optional<Settings> match(const NormalLaw& law, const FirstImpact& impact) {
  const MeasuredImpact measured{
      .speed = impact.speed, .restitution = impact.restitution, .lost = 1.0 - impact.restitution};
  Settings settings;
  bool depends = false;
  for_each_key(law, [&](const auto& own, const auto& key) {
    depends = depends || key.search != std::decay_t<decltype(key)>::Search::Never;
    if (key.match != nullptr) settings.push_back(fmt::format("{}={}", key.name, key.match(own, measured)));
  });
  if (depends && settings.empty()) return std::nullopt;
  return settings;
}

bool have_same_exponent(const NormalLaw& a, const NormalLaw& b) { return exponent_of(a) == exponent_of(b); }

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
std::optional<Variant> make_matched(NormalLaw law, const Scene& scene, const FirstImpact& impact) {
  Variant variant{std::string(info(law).name), {}};
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const NormalLaw& old = scene.contacts[i].normal;
    if (!have_same_exponent(old, law)) return std::nullopt;
    set_stiffness(law, stiffness_of(old));
    const std::optional<Settings> matched = match(law, impact);
    if (!matched) return std::nullopt;
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
