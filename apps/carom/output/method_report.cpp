#include "apps/carom/output/method_report.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/carom/output/wording.h"
#include "carom/integrators/options.h"

namespace carom::app {
namespace {

using Json = nlohmann::ordered_json;

std::string describe_compliant(const ContactRule& rule) {
  if (rule.patch) return fmt::format("patch of {0} × {0} elements", rule.patch->elements);
  std::string text = fmt::format("{} normal", info(rule.normal).name);
  text += rule.has_friction() ? fmt::format(" + {} friction", info(rule.friction).name) : ", no friction";
  return rule.resists_rolling() ? text + " + rolling resistance" : text;
}

std::string describe_rigid(const ContactRule& rule, const EventDrivenOptions& options) {
  const std::string text = fmt::format("{} impact", info(*rule.impact).name);
  if (!options.may_yield()) return text;
  return fmt::format("{}, where inconsistent {}", text, describe_compliant(rule));
}

// Friction from the friction law where there is one, restitution from the law of impact: see make_stepped_law().
std::string describe_stepped(const ContactRule& rule) {
  const bool slides = rule.impact && get_friction(*rule.impact) > 0.0;
  const std::string friction = rule.has_friction() ? fmt::format("{} friction", info(rule.friction).name)
                               : slides            ? "coulomb friction"
                                                   : "no friction";
  return friction + (rule.impact ? fmt::format(" + {} impact", info(*rule.impact).name) : ", no restitution");
}

std::string describe_laws(const ContactRule& rule, const SimulationSettings& simulation) {
  if (simulation.formulation == "event-driven") return describe_rigid(rule, simulation.event_driven);
  return simulation.formulation == "time-stepping" ? describe_stepped(rule) : describe_compliant(rule);
}

// Rules with the same laws, in the order of the first of them.
struct Group {
  std::string laws;
  std::vector<std::string> contacts;
};
std::vector<Group> group_by_laws(const Scene& scene) {
  std::vector<Group> groups;
  for (const ContactRule& rule : scene.contacts) {
    const std::string laws = describe_laws(rule, scene.simulation);
    auto group = std::ranges::find(groups, laws, &Group::laws);
    if (group == groups.end()) group = groups.insert(groups.end(), {laws, {}});
    group->contacts.push_back(rule.name());
  }
  return groups;
}

std::string describe_group(const Group& group) {
  constexpr std::size_t kMostNamed = 3;
  const std::size_t count = group.contacts.size();
  return fmt::format("{} ({})", group.laws,
                     count <= kMostNamed ? fmt::format("{}", fmt::join(group.contacts, ", "))
                                         : fmt::format("{} pairs of surfaces", count));
}

}  // namespace

std::string describe_integrator(const Scene& scene) {
  const SimulationSettings& settings = scene.simulation;
  // Without contacts there are no impulses to be found, and the motion is integrated.
  if (settings.formulation == "time-stepping" && !scene.contacts.empty()) {
    return fmt::format("{}, step {:g} s", scheme_name(settings.time_stepping.scheme), settings.time_stepping.step);
  }
  if (const auto* fixed = std::get_if<FixedStepOptions>(&settings.integrator)) {
    return fmt::format("{}, step {:g} s{}", method_name(fixed->method), fixed->step,
                       fixed->substeps > 1 ? fmt::format(" in {} sub-steps", fixed->substeps) : "");
  }
  const auto& adaptive = std::get<AdaptiveOptions>(settings.integrator);
  return fmt::format("{}, tolerance {:g}", method_name(adaptive.method), adaptive.relative_tolerance);
}

std::string describe_contact_laws(const Scene& scene) {
  constexpr std::size_t kMostShown = 4;
  const std::vector<Group> groups = group_by_laws(scene);
  if (groups.empty()) return "no contacts";
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(groups.size(), kMostShown); ++i) texts.push_back(describe_group(groups[i]));
  if (groups.size() > kMostShown) {
    texts.push_back("… and " + count_of(groups.size() - kMostShown, "other combination", "other combinations"));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string describe_method(const Scene& scene) {
  return fmt::format("{}: {}; {}", scene.simulation.formulation, describe_contact_laws(scene),
                     describe_integrator(scene));
}

Json make_contact_laws(const Scene& scene) {
  const bool compliant = scene.simulation.formulation == "compliant";
  const bool rigid = scene.simulation.formulation == "event-driven";
  const bool yields = rigid && scene.simulation.event_driven.may_yield();
  const auto name = [](bool acts, const auto& law) { return acts ? Json(info(law).name) : Json(); };
  Json list = Json::array();
  for (const ContactRule& rule : scene.contacts) {
    const bool has_laws = !rule.patch;
    Json entry{{"between", {rule.surface_a, rule.surface_b}}};
    entry["normal"] = name(has_laws && (compliant || yields), rule.normal);
    entry["friction"] = name(has_laws && rule.has_friction() && (!rigid || yields), rule.friction);
    entry["impact"] = !compliant && rule.impact ? name(true, *rule.impact) : Json();
    entry["patch"] = compliant && rule.patch ? Json(rule.patch->elements) : Json();
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace carom::app
