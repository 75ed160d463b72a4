#include "apps/carom/output/run_summary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/carom/output/method_report.h"
#include "apps/carom/output/model_report.h"
#include "apps/carom/output/wording.h"
#include "carom/dynamics/kinematics.h"
#include "carom/integrators/options.h"
#include "carom/recording/status_names.h"
#include "carom/scene/simulation_options.h"
#include "carom/simulation/compliant/stepping/step_limit.h"
#include "carom/simulation/contacts/contact_event_fields.h"

namespace carom::app {
namespace {

constexpr int kFormatVersion = 1;

template <class Vector>
nlohmann::ordered_json to_json(const Vector& values) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (int i = 0; i < values.size(); ++i) list.push_back(values[i]);
  return list;
}

nlohmann::ordered_json make_bodies(const Model& model, const State& state) {
  Kinematics kinematics(model);
  calc_kinematics(model, state.q, state.v, kinematics);
  nlohmann::ordered_json bodies = nlohmann::ordered_json::object();
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodyMotion& motion = kinematics.body(i);
    bodies[model.spec(BodyIndex(i)).name] = {
        {"position", to_json(as_eigen(motion.p_WB))},
        {"orientation", to_json(quaternion_from_matrix(as_eigen(motion.R_WB)))},
        {"velocity", to_json(as_eigen(motion.v_WB))},
        {"angular_velocity", to_json(as_eigen(motion.w_WB))},
    };
  }
  return bodies;
}

nlohmann::ordered_json make_joints(const Model& model, const SimulationReport& report) {
  const State& state = report.state;
  nlohmann::ordered_json joints = nlohmann::ordered_json::object();
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    if (body.degrees == 0) continue;
    nlohmann::ordered_json& joint = joints[model.spec(BodyIndex(i)).joint.name];
    joint["position"] = to_json(state.q.segment(body.position_start, traits(body.type).positions));
    joint["velocity"] = to_json(state.v.segment(body.velocity_start, body.degrees));
    if (body.driven) joint["effort"] = to_json(report.drive_efforts.segment(body.velocity_start, body.degrees));
  }
  return joints;
}

nlohmann::ordered_json make_energy(const Ledger& ledger) {
  nlohmann::ordered_json energy;
  energy["initial"] = ledger.initial;
  energy["final"] = ledger.total(LedgerKind::Stored);
  for (const LedgerKind kind : {LedgerKind::Stored, LedgerKind::Dissipated, LedgerKind::Work, LedgerKind::Numerical}) {
    energy[kind_name(kind)] = nlohmann::ordered_json::object();
  }
  for (const LedgerRow& row : ledger.rows) energy[kind_name(row.kind)][row.name] = row.value;
  // The two that every run has stand by themselves too.
  energy["kinetic"] = energy["stored"]["kinetic"];
  energy["potential"] = energy["stored"]["gravity"];
  energy["residual"] = ledger.residual();
  energy["relative_residual"] = ledger.relative_residual();
  return energy;
}

const char* gain_law(const ContactEvent& gain) {
  return gain.kind == ContactEvent::Kind::DampingGain ? "normal" : "friction";
}

// Bodies are null where a report is of all contacts of two surfaces.
nlohmann::ordered_json make_sides(const ContactSides& sides) {
  nlohmann::ordered_json json;
  if (!sides.body_a.empty()) json["bodies"] = {sides.body_a, sides.body_b};
  if (sides.body_a.empty()) json["bodies"] = nullptr;
  json["surfaces"] = {sides.surface_a, sides.surface_b};
  return json;
}

// What is not known is null.
nlohmann::ordered_json make_impact(const ContactEvent& impact) {
  nlohmann::ordered_json json{{"time", impact.time - impact.duration}};
  for (const ContactEventField& field : list_impact_fields()) {
    nlohmann::ordered_json& value = json[std::string(field.name)];
    const double number = field.get(impact);
    if (!std::isfinite(number)) continue;
    if (!field.words.empty()) {
      value = field.word(number);
    } else if (field.counts) {
      value = static_cast<std::int64_t>(number);
    } else {
      value = number;
    }
  }
  return json;
}

nlohmann::ordered_json make_contacts(const std::vector<ContactReport>& reports) {
  nlohmann::ordered_json contacts = nlohmann::ordered_json::object();
  for (const ContactReport& report : reports) {
    nlohmann::ordered_json impacts = nlohmann::ordered_json::array();
    for (const ContactEvent& impact : report.impacts) impacts.push_back(make_impact(impact));
    nlohmann::ordered_json gains = nlohmann::ordered_json::array();
    for (const ContactEvent& gain : report.gains) {
      gains.push_back({{"law", gain_law(gain)},
                       {"time", gain.time - gain.duration},
                       {"duration", gain.duration},
                       {"energy", gain.energy}});
    }
    nlohmann::ordered_json rests = nlohmann::ordered_json::array();
    for (const ContactEvent& rest : report.rests) rests.push_back(rest.time);
    nlohmann::ordered_json& contact = contacts[report.name] = make_sides(report.sides);
    contact["episodes"] = report.episodes;
    contact["slips"] = report.slips;
    contact["max_depth"] = report.max_depth;
    contact["impact_count"] = report.num_impacts;
    contact["impacts"] = std::move(impacts);
    contact["energy_gain_count"] = report.num_gains;
    contact["energy_gains"] = std::move(gains);
    contact["rest_count"] = report.num_rests;
    contact["rest_times"] = std::move(rests);
  }
  return contacts;
}

// Of contacts that have it from their materials, at the start.
nlohmann::ordered_json make_stiffnesses(const Simulation& simulation) {
  nlohmann::ordered_json found = nlohmann::ordered_json::object();
  for (const auto& [contact, stiffness] : simulation.material_stiffnesses()) found[contact] = stiffness;
  return found;
}

std::string describe_bodies(const ContactSides& sides) {
  return sides.body_a.empty() ? "several" : sides.body_a + ", " + sides.body_b;
}

// What --summary leaves out of the lists of a contact, whose counts have no limit.
std::string format_limits(const std::vector<ContactReport>& reports) {
  std::string text;
  for (const ContactReport& report : reports) {
    const auto listed = static_cast<std::int64_t>(report.impacts.size());
    if (report.num_impacts == listed) continue;
    text +=
        fmt::format("  --summary lists the first {} of {} impacts of {}\n", listed, report.num_impacts, report.name);
  }
  return text;
}

// Those that touched at all.
std::string format_contacts(const std::vector<ContactReport>& reports) {
  std::size_t name_width = 18, body_width = 6;
  for (const ContactReport& report : reports) {
    if (report.episodes == 0) continue;
    name_width = std::max(name_width, text_width(report.name));
    body_width = std::max(body_width, text_width(describe_bodies(report.sides)));
  }
  std::string text;
  for (const ContactReport& report : reports) {
    if (report.episodes == 0) continue;
    if (text.empty()) {
      text = fmt::format("{:<{}}  {:<{}}{:>10}{:>10}{:>18}\n", "contacts", name_width + 2, "bodies", body_width,
                         "touched", "left", "max depth [m]");
    }
    text +=
        fmt::format("  {:<{}}  {:<{}}{:>10}{:>10}{:>18.6g}\n", report.name, name_width, describe_bodies(report.sides),
                    body_width, report.episodes, report.num_impacts, report.max_depth);
  }
  return text.empty() ? text : text + format_limits(reports) + "\n";
}

nlohmann::ordered_json make_solutions(const std::vector<RunNote::Solution>& solutions) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RunNote::Solution& solution : solutions) {
    list.push_back({{"modes", solution.modes},
                    {"normal_forces", solution.normal_forces},
                    {"friction_forces", solution.friction_forces}});
  }
  return list;
}

nlohmann::ordered_json make_notes(const std::vector<RunNote>& notes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RunNote& note : notes) {
    list.push_back({{"kind", name_of(note.kind)},
                    {"time", note.time},
                    {"contact", note.contact},
                    {"energy", note.energy},
                    {"message", note.sentence}});
    if (note.contacts.empty()) continue;
    list.back()["contacts"] = note.contacts;
    list.back()["policy"] = note.policy;
    list.back()["solutions"] = make_solutions(note.solutions);
  }
  return list;
}

// What the run has to say: the first few.
std::string format_notes(const SimulationReport& report) {
  constexpr std::size_t kMostShown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(report.notes.size(), kMostShown); ++i) {
    text += fmt::format("note: {}\n", report.notes[i].sentence);
  }
  const auto more = report.num_notes - static_cast<std::int64_t>(kMostShown);
  const auto listed = static_cast<std::int64_t>(report.notes.size());
  const std::string written =
      listed < report.num_notes ? fmt::format("the first {} of {}", listed, report.num_notes) : "them";
  if (more > 0) text += fmt::format("note: … and {} more: --summary writes {}\n", more, written);
  return text;
}

// What the run came to, and by which limits. Warnings follow on standard error.
std::string format_verdict(const SimulationReport& report) {
  const Verdict& verdict = report.verdict;
  return fmt::format(
      "\nverdict: {}{}; the method lost or created {:.1e} of the largest energy (warned of from {:.1e} on, "
      "failed from {:.1e} on)\n",
      grade_name(verdict.grade), report.status == SimulationStatus::Stopped ? " so far" : "", verdict.error,
      verdict.warning_limit, verdict.failing_limit);
}

nlohmann::ordered_json make_verdict(const Verdict& verdict) {
  return {{"grade", grade_name(verdict.grade)},
          {"sentence", verdict.sentence},
          {"error", verdict.error},
          {"warning_limit", verdict.warning_limit},
          {"failing_limit", verdict.failing_limit}};
}

// The first joints; a long list is for the machine.
std::string format_joints(const Model& model, const State& state) {
  constexpr int kMostShown = 12;
  std::string text = "final state\n";
  int shown = 0;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    if (body.degrees == 0) continue;
    if (++shown > kMostShown) {
      text += fmt::format("  … and more: --summary writes them all\n");
      break;
    }
    const auto q = state.q.segment(body.position_start, traits(body.type).positions);
    const auto v = state.v.segment(body.velocity_start, body.degrees);
    fmt::format_to(std::back_inserter(text), "  {:<20} q = {:.9g}, v = {:.9g}\n", model.spec(BodyIndex(i)).joint.name,
                   fmt::join(q.data(), q.data() + q.size(), " "), fmt::join(v.data(), v.data() + v.size(), " "));
  }
  return text;
}

// The strictest; none for adaptive steps and where nothing can touch.
std::optional<StepLimit> find_step_limit(const Scene& scene, const Model& model) {
  const auto* fixed = std::get_if<FixedStepOptions>(&scene.simulation.integrator);
  if (fixed == nullptr || scene.simulation.formulation != "compliant") return std::nullopt;
  const StepLimits limits =
      estimate_step_limits(model, model.make_initial_state(), make_options(scene).contacts, fixed->method);
  if (limits.strictest().contact.empty()) return std::nullopt;
  return limits.strictest();
}

}  // namespace

std::string format_stiffnesses(const Simulation& simulation) {
  std::string text;
  for (const auto& [contact, stiffness] : simulation.material_stiffnesses()) {
    text += fmt::format("contact {}: stiffness {:.6g} N/m^1.5 from its materials, at the start\n", contact, stiffness);
  }
  return text.empty() ? text : text + "\n";
}

std::string format_warnings(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "carom: warning: " + sentence + "\n";
  return text;
}

std::string describe_step_limit(const Scene& scene, const Model& model) {
  const std::optional<StepLimit> limit = find_step_limit(scene, model);
  if (!limit) return {};
  return fmt::format("contact {} bears steps of up to {:.2g} s, estimated from the initial state\n", limit->contact,
                     limit->longest);
}

std::string make_check_json(const Scene& scene, const Model& model, const Simulation& simulation,
                            const std::vector<std::string>& step_warnings) {
  const SimulationOptions options = make_options(scene);
  nlohmann::ordered_json longest_step;
  if (const std::optional<StepLimit> limit = find_step_limit(scene, model)) {
    longest_step = {
        {"contact", limit->contact}, {"step", limit->longest}, {"stiffness", limit->stiffness}, {"mass", limit->mass}};
  }
  const nlohmann::ordered_json json{{"format", kFormatVersion},
                                    {"version", CAROM_VERSION},
                                    {"scene", scene.name},
                                    {"formulation", scene.simulation.formulation},
                                    {"integrator", describe_integrator(scene)},
                                    {"contact_laws", make_contact_laws(scene)},
                                    {"bodies", model.num_bodies() - 1},
                                    {"dof", model.num_velocities()},
                                    {"constraint_rows", model.num_constraint_rows()},
                                    {"duration", options.duration},
                                    {"record_every", options.record_every},
                                    {"checkpoint_every", options.checkpoint_every},
                                    {"stiffness", make_stiffnesses(simulation)},
                                    {"longest_step", std::move(longest_step)},
                                    {"warnings", scene.warnings + format_warnings(step_warnings)}};
  return json.dump(2) + "\n";
}

std::string format_summary(const RunResult& run) {
  const SimulationReport& report = run.report;
  const IntegratorStatistics& statistics = report.statistics;
  std::string text =
      fmt::format("{}: {} at t = {:.9g} s\n", run.scene.name, status_name(report.status), report.state.time);
  fmt::format_to(std::back_inserter(text), "{}{}\n{}\n", describe_size(run.model),
                 report.rank_deficit > 0 ? fmt::format(" ({} redundant)", report.rank_deficit) : "",
                 describe_method(run.scene));
  fmt::format_to(std::back_inserter(text), "{}, {}, {:.3g} s of wall time, {:.3g} times real time\n\n",
                 count_of(statistics.steps, "step", "steps"),
                 count_of(statistics.rate_evaluations, "rate evaluation", "rate evaluations"), run.wall_seconds,
                 report.state.time / run.wall_seconds);
  return text + format_joints(run.model, report.state) + "\n" + format_contacts(report.contacts) +
         format_notes(report) + format_ledger(report.ledger) + format_verdict(report);
}

std::string make_summary_json(const RunResult& run) {
  const SimulationReport& report = run.report;
  nlohmann::ordered_json json;
  json["format"] = kFormatVersion;
  json["version"] = CAROM_VERSION;
  json["scene"] = run.scene.name;
  json["formulation"] = run.scene.simulation.formulation;
  json["integrator"] = describe_integrator(run.scene);
  json["contact_laws"] = make_contact_laws(run.scene);
  json["status"] = status_name(report.status);
  json["message"] = report.sentence;
  json["verdict"] = make_verdict(report.verdict);
  json["time"] = report.state.time;
  json["steps"] = report.statistics.steps;
  json["rhs_evaluations"] = report.statistics.rate_evaluations;
  json["wall_seconds"] = run.wall_seconds;
  json["redundant_constraints"] = report.rank_deficit;
  json["bodies"] = make_bodies(run.model, report.state);
  json["joints"] = make_joints(run.model, report);
  json["contacts"] = make_contacts(report.contacts);
  json["note_count"] = report.num_notes;
  json["notes"] = make_notes(report.notes);
  json["energy"] = make_energy(report.ledger);
  json["warnings"] = report.warnings;
  return json.dump(2) + "\n";
}

}  // namespace carom::app
