#include "apps/carom/output/group_impact_report.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/carom/output/wording.h"

namespace carom::app {
namespace {

constexpr int kImpactFormatVersion = 1;

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

/// Components as they are shown: slip and gap rate of each contact with their impulses, and where one resists turning,
/// that and its moments apart.
class Components {
 public:
  explicit Components(const RigidConfiguration& configuration)
      : found_(configuration), dimension_(configuration.turning ? 3 : configuration.dimension) {
    for (Eigen::Index i = 0; i < all_velocities().size(); ++i) {
      const bool turns = found_.turning && i % 6 >= 2 && i % 6 < 5;
      (turns ? turning_ : sliding_).push_back(i);
    }
  }

  [[nodiscard]] int dimension() const { return dimension_; }
  [[nodiscard]] bool has_turning() const { return found_.turning.has_value(); }
  [[nodiscard]] VectorX get_sliding(const VectorX& all) const { return all(sliding_); }
  [[nodiscard]] VectorX get_velocity() const { return all_velocities()(sliding_); }
  [[nodiscard]] VectorX get_turning() const { return get_turning(all_velocities()); }
  [[nodiscard]] MatrixX get_inverse_inertia() const {
    return has_turning() ? MatrixX(found_.turning->delassus(sliding_, sliding_)) : found_.delassus;
  }
  /// About t₁, t₂ and n of every contact  [rad/s], [N·m·s]
  [[nodiscard]] VectorX get_turning(const VectorX& velocity) const {
    return velocity(turning_).cwiseQuotient(lengths());
  }
  [[nodiscard]] VectorX get_moments(const VectorX& impulse) const { return impulse(turning_).cwiseProduct(lengths()); }

 private:
  [[nodiscard]] const VectorX& all_velocities() const {
    return found_.turning ? found_.turning->velocity : found_.velocity;
  }
  [[nodiscard]] VectorX lengths() const { return found_.turning->length.transpose().replicate(3, 1).reshaped(); }

  const RigidConfiguration& found_;
  int dimension_;
  std::vector<Eigen::Index> sliding_, turning_;
};

ordered_json make_answer(const ContactSetResult& result, const Components& components) {
  ordered_json answer{{"velocity", split(components.get_sliding(result.velocity), components.dimension())},
                      {"impulse", split(components.get_sliding(result.impulse), components.dimension())}};
  if (components.has_turning()) {
    answer["turning"] = split(components.get_turning(result.velocity), 3);
    answer["moment"] = split(components.get_moments(result.impulse), 3);
  }
  answer.update({{"dissipation", result.dissipation},
                 {"energy_gain", result.energy_gain},
                 {"verdict", verdict_of(result)},
                 {"rounds", result.rounds},
                 {"bounded", result.bounded}});
  return answer;
}

// A line a contact: what moves it, before or after.
std::string format_rows(const RigidConfiguration& found, std::size_t name_width, const VectorX& first,
                        const VectorX& second, int dimension) {
  std::string text;
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const Eigen::Index place = static_cast<Eigen::Index>(i) * dimension;
    text += fmt::format("  {:<{}}{}{}\n", found.contacts[i].name, name_width, join(first, place, dimension),
                        join(second, place, dimension));
  }
  return text;
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
  const Components components(found);
  const int dimension = components.dimension();
  const auto width = static_cast<std::size_t>(12 * dimension);
  const VectorX velocity = components.get_velocity();
  std::size_t name_width = 9;
  for (const RigidContact& contact : found.contacts) name_width = std::max(name_width, text_width(contact.name) + 2);
  std::string text = fmt::format("{:<{}}{:>12}{:>{}}{:>10}{:>13}\n", "contact", name_width + 2, "gap [m]",
                                 "velocity [m/s]", width, "friction", "restitution");
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    text += fmt::format("  {:<{}}{:>12.3g}{}{:>10.4g}{:>13.4g}\n", found.contacts[i].name, name_width,
                        found.contacts[i].gap, join(velocity, static_cast<Eigen::Index>(i) * dimension, dimension),
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
    text += format_rows(found, name_width, components.get_sliding(result.velocity),
                        components.get_sliding(result.impulse), dimension);
    if (!components.has_turning()) continue;
    text += fmt::format("{:<{}}{:>36}{:>36}\n", "", name_width + 2, "turning [rad/s]", "moment [N m s]");
    text += format_rows(found, name_width, components.get_turning(result.velocity),
                        components.get_moments(result.impulse), 3);
  }
  return text;
}

std::string make_group_json(const ImpactContacts& contacts, const SceneMoment& moment,
                            const std::vector<GroupImpactAnswer>& answers) {
  const RigidConfiguration& found = contacts.configuration;
  ordered_json inertia = ordered_json::array(), list = ordered_json::array(), groups = ordered_json::object();
  const Components components(found);
  const MatrixX inverse_inertia = components.get_inverse_inertia();
  for (const auto& row : inverse_inertia.rowwise()) inertia.push_back(std::vector<double>(row.begin(), row.end()));
  const ordered_json velocities = split(components.get_velocity(), components.dimension());
  const ordered_json turning = components.has_turning() ? split(components.get_turning(), 3) : ordered_json();
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    list.push_back({{"name", found.contacts[i].name},
                    {"gap", found.contacts[i].gap},
                    {"velocity", velocities[i]},
                    {"friction", contacts.inputs[i].friction},
                    {"restitution", contacts.inputs[i].restitution}});
    if (components.has_turning()) list.back()["turning"] = turning[i];
  }
  for (const auto& [name, result] : answers) groups[name] = make_answer(result, components);
  return ordered_json{{"version", kImpactFormatVersion},
                      {"time", moment.state.time},
                      {"contacts", std::move(list)},
                      {"inverse_inertia", std::move(inertia)},
                      {"groups", std::move(groups)}}
             .dump(2) +
         "\n";
}

}  // namespace carom::app
