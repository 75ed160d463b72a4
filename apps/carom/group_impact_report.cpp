#include "apps/carom/group_impact_report.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/wording.h"

namespace carom::app {
namespace {

constexpr int kFormatVersion = 1;

using nlohmann::ordered_json;

std::string_view verdict_of(const ContactSetResult& result) {
  const bool unproven = result.verdict == ImpactVerdict::NoSolution && !result.proven;
  return unproven ? "none found" : name_of(result.verdict);
}

bool is_solved(const ContactSetResult& result) {
  return result.verdict != ImpactVerdict::NoSolution && result.verdict != ImpactVerdict::SingularInertia;
}

std::string join(const VectorX& v, Eigen::Index first, Eigen::Index size) {
  std::string text;
  for (Eigen::Index i = first; i < first + size; ++i) {
    text += fmt::format(" {:>11.6g}", std::abs(v(i)) < 1e-15 ? 0.0 : v(i));
  }
  return text;
}

// One list a contact.
ordered_json split(const VectorX& values, int dimension) {
  ordered_json parts = ordered_json::array();
  for (Eigen::Index i = 0; i < values.size(); i += dimension) {
    const VectorX part = values.segment(i, dimension);
    parts.push_back(std::vector<double>(part.begin(), part.end()));
  }
  return parts;
}

ordered_json make_answer(const ContactSetResult& result, int dimension) {
  return {{"velocity", split(result.velocity, dimension)},
          {"impulse", split(result.impulse, dimension)},
          {"dissipation", result.dissipation},
          {"energy_gain", result.energy_gain},
          {"verdict", verdict_of(result)},
          {"rounds", result.rounds},
          {"bounded", result.bounded}};
}

}  // namespace

std::vector<GroupImpactAnswer> resolve(const ImpactContacts& contacts) {
  const std::vector<std::string> names = list_impact_law_names();
  std::vector<std::vector<ImpactLaw>> laws;
  for (const std::string& name : names) {
    std::vector<ImpactLaw>& of_contacts = laws.emplace_back();
    for (const ImpactInput& input : contacts.inputs) of_contacts.push_back(input.make_law(name));
  }
  return resolve_group_impacts(contacts.configuration, names, laws);
}

std::string format_group_table(const ImpactContacts& contacts, const std::vector<GroupImpactAnswer>& answers) {
  const RigidConfiguration& found = contacts.configuration;
  const auto width = static_cast<std::size_t>(12 * found.dimension);
  std::size_t name_width = 9;
  for (const RigidContact& contact : found.contacts) name_width = std::max(name_width, text_width(contact.name) + 2);
  std::string text = fmt::format("{:<{}}{:>12}{:>{}}{:>10}{:>13}\n", "contact", name_width + 2, "gap [m]",
                                 "velocity [m/s]", width, "friction", "restitution");
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    text += fmt::format("  {:<{}}{:>12.3g}{}{:>10.4g}{:>13.4g}\n", found.contacts[i].name, name_width,
                        found.contacts[i].gap,
                        join(found.velocity, static_cast<Eigen::Index>(i) * found.dimension, found.dimension),
                        contacts.inputs[i].friction, contacts.inputs[i].restitution);
  }
  for (const auto& [name, result] : answers) {
    text += fmt::format("\n{}: {}", name, verdict_of(result));
    if (result.energy_gain > 0.0) text += fmt::format(" ({:.6g} J)", result.energy_gain);
    if (!is_solved(result)) {
      text += "\n";
      continue;
    }
    text += fmt::format(", loss {:.6g} J{}\n", result.dissipation,
                        result.bounded ? "; the sequence did not end by itself" : "");
    text +=
        fmt::format("{:<{}}{:>{}}{:>{}}\n", "  after", name_width + 2, "velocity [m/s]", width, "impulse [N s]", width);
    for (std::size_t i = 0; i < found.contacts.size(); ++i) {
      const auto first = static_cast<Eigen::Index>(i) * found.dimension;
      text += fmt::format("  {:<{}}{}{}\n", found.contacts[i].name, name_width,
                          join(result.velocity, first, found.dimension), join(result.impulse, first, found.dimension));
    }
  }
  return text;
}

std::string make_group_json(const ImpactContacts& contacts, const SceneMoment& moment,
                            const std::vector<GroupImpactAnswer>& answers) {
  const RigidConfiguration& found = contacts.configuration;
  ordered_json inertia = ordered_json::array(), list = ordered_json::array(), groups = ordered_json::object();
  for (const auto& row : found.delassus.rowwise()) inertia.push_back(std::vector<double>(row.begin(), row.end()));
  const ordered_json velocities = split(found.velocity, found.dimension);
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    list.push_back({{"name", found.contacts[i].name},
                    {"gap", found.contacts[i].gap},
                    {"velocity", velocities[i]},
                    {"friction", contacts.inputs[i].friction},
                    {"restitution", contacts.inputs[i].restitution}});
  }
  for (const auto& [name, result] : answers) groups[name] = make_answer(result, found.dimension);
  return ordered_json{{"version", kFormatVersion},
                      {"time", moment.state.time},
                      {"contacts", std::move(list)},
                      {"inverse_inertia", std::move(inertia)},
                      {"groups", std::move(groups)}}
             .dump(2) +
         "\n";
}

}  // namespace carom::app
