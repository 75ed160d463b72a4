#include "carom/simulation/compliant/stepping/step_limit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "carom/simulation/compliant/compliant_part.h"
#include "carom/simulation/compliant/contact_inertia.h"
#include "carom/simulation/compliant/contact_mode.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/mechanism/stop_limit.h"
#include "carom/simulation/verdict/impact_resolution.h"

namespace carom {
namespace {

// A mechanism at rest without weight is moved by something that is not known beforehand.
constexpr double kSlowest = 1e-3;  // [m/s]

// How a mass that comes with a given speed presses into a contact.
struct Press {
  double depth{};      // greatest  [m]
  double force{};      // greatest  [N]
  double stiffness{};  // greatest ∂f/∂x  [N/m]
  double damping{};    // ∂f/∂ẋ where the stiffness is greatest  [N·s/m]
  double duration{};   // until it is released  [s]
  double rebound{};    // speed then  [m/s]
};

void note(const NormalContact& law, double depth, double rate, Press& press) {
  press.depth = std::max(press.depth, depth);
  press.force = std::max(press.force, law.evaluate(depth, rate).force);
  const double stiffness = law.stiffness_at(depth, rate);
  if (stiffness < press.stiffness) return;
  press.stiffness = stiffness;
  press.damping = law.damping_at(depth, rate);
}

// m ẍ = −f(x, ẋ) until it is released, by the midpoint rule with steps that are short against the way on which the
// spring alone, or the damper alone, would stop it.
Press calc_impact(TrialContact contact, double mass, double speed) {
  const NormalResponse& law = contact.response();
  const double energy = 0.5 * mass * speed * speed;
  const auto calc_way = [&](double force_factor, double exponent) {
    return std::pow((exponent + 1.0) * energy / force_factor, 1.0 / (exponent + 1.0));
  };
  double way = calc_way(law.stiffness, law.exponent);
  const double damper = law.damping * std::pow(speed, law.rate_exponent);
  if (damper > 0.0) way = std::min(way, calc_way(damper, law.damping_exponent));
  const double step = 0.005 * way / speed;
  Press press;
  double x = 0.0, v = speed;
  for (int i = 0; i < 4000 && (v > 0.0 || contact.at_present().evaluate(x, v).force > 0.0); ++i) {
    const NormalContact present = contact.at_present();
    const double x_middle = x + 0.5 * step * v;
    const double v_middle = v - 0.5 * step * present.evaluate(x, v).force / mass;
    x += step * v_middle;
    v -= step * present.evaluate(x_middle, v_middle).force / mass;
    contact.look(x, v);
    note(present, x, std::max(v, 0.0), press);
    press.duration += step;
  }
  press.rebound = std::max(-v, 0.0);
  return press;
}

// The same for a load that rests on it.
void add_rest(const NormalResponse& law, double load, Press& press) {
  if (load > 0.0) note(NormalContact(law), std::pow(load / law.stiffness, 1.0 / law.exponent), 0.0, press);
}

class Estimator {
 public:
  Estimator(const Model& model, const State& initial, const ContactSetup& setup, FixedMethod method)
      : model_(model),
        method_(method),
        contacts_(model, setup),
        part_(contacts_),
        system_(model, {&part_}),
        inertia_(model, contacts_, system_.kinematics(), q_) {
    std::vector<double> y(static_cast<std::size_t>(system_.size()));
    system_.pack(initial, y);
    // Where the loops cannot be closed the run says so.
    (void)system_.project(initial.time, y);
    system_.calc_contact_motion(initial.time, y);
    q_ = Eigen::Map<const VectorX>(y.data(), model.num_positions());
    sum_up_trees();
    choose_slots();
  }

  StepLimits estimate() {
    StepLimits limits;
    for (const int slot : slots_) {
      const std::vector<int> group = find_group(slot);
      const ContactInertia::Mass mass = inertia_.calc_mass(group);
      if (!std::isfinite(mass.normal)) continue;
      const double load = calc_load(slot);
      const double energy = calc_energy(slot);
      const double speed = std::max(std::sqrt(2.0 * energy / mass.normal), kSlowest);
      const ContactRule& rule = contacts_.rule(slot);
      NormalLaw law = rule.normal;
      if (rule.patch) {
        const double stiffness = contacts_.calc_stiffness(slot);
        // As the bodies stand they would touch with an edge or along a line: a patch has no answer to that.
        if (!(stiffness > 0.0)) continue;
        set_stiffness(law, stiffness);
      }
      const TrialContact contact(law, speed);
      const NormalResponse& response = contact.response();
      const Press impact = calc_impact(contact, mass.normal, speed);
      check_normal(slot, impact, response, {mass.normal, speed, load}, limits.normal);
      if (!rule.has_friction() || !std::isfinite(mass.tangential)) continue;
      const double slip = std::sqrt(2.0 * energy / mass.tangential);
      const double share = load / static_cast<double>(group.size());
      if (has_bristle(rule.friction)) {
        check_friction(slot, impact.force, 0.0, mass.tangential, limits.friction);
        check_friction(slot, share, slip, mass.tangential, limits.friction);
      }
      check_friction(slot, share, 0.0, mass.tangential, limits.friction);
    }
    return limits;
  }

 private:
  struct Blow {
    double mass{};   // [kg]
    double speed{};  // [m/s]
    double load{};   // [N]
  };

  // Bodies that hang together, by the one that is joined to the world.
  struct Tree {
    double mass{};     // [kg]
    double kinetic{};  // [J]
  };

  // Of many contacts some, from those that are about to touch to those that will come from farthest: the estimate takes
  // the square of their number.
  void choose_slots() {
    constexpr std::size_t kMostSlots = 300;
    slots_.resize(static_cast<std::size_t>(contacts_.num_slots()));
    std::iota(slots_.begin(), slots_.end(), 0);
    if (slots_.size() <= kMostSlots) return;
    std::ranges::stable_sort(slots_, {}, [&](int slot) { return contacts_.motion(slot).gap; });
    for (std::size_t k = 0; k < kMostSlots; ++k) slots_[k] = slots_[k * (slots_.size() - 1) / (kMostSlots - 1)];
    slots_.resize(kMostSlots);
  }

  void sum_up_trees() {
    root_.resize(static_cast<std::size_t>(model_.num_bodies()));
    trees_.resize(root_.size());
    for (int i = 1; i < model_.num_bodies(); ++i) {
      const Body& body = model_.body(i);
      const auto place = static_cast<std::size_t>(i);
      root_[place] = body.parent == 0 ? i : root_[static_cast<std::size_t>(body.parent)];
      const BodyMotion& motion = system_.kinematics().body(i);
      const Vector3 v = as_eigen(motion.v_WB), w = as_eigen(motion.w_WB);
      const Vector3 about = as_eigen(motion.inertia) * w;
      Tree& tree = trees_[static_cast<std::size_t>(root_[place])];
      tree.mass += body.mass;
      tree.kinetic +=
          0.5 * (w.dot(about) + body.mass * v.squaredNorm()) + v.dot(w.cross(Vector3(as_eigen(motion.mass_moment))));
    }
  }

  [[nodiscard]] const ContactSlot& at(int slot) const {
    return contacts_.pairs().slots()[static_cast<std::size_t>(slot)];
  }
  [[nodiscard]] int root(int body) const { return root_[static_cast<std::size_t>(body)]; }
  [[nodiscard]] const Tree& tree(int body) const { return trees_[static_cast<std::size_t>(root(body))]; }

  // What the weight presses the two bodies together with  [N].
  [[nodiscard]] double calc_load(int slot) const {
    const double along = model_.gravity().dot(contacts_.point(slot).normal);
    return tree(at(slot).body_a).mass * std::max(-along, 0.0) + tree(at(slot).body_b).mass * std::max(along, 0.0);
  }

  [[nodiscard]] double calc_energy(int slot) const {
    const ContactSlot& own = at(slot);
    const double kinetic =
        tree(own.body_a).kinetic + (root(own.body_b) != root(own.body_a) ? tree(own.body_b).kinetic : 0.0);
    return kinetic + calc_load(slot) * std::max(contacts_.motion(slot).gap, 0.0);
  }

  // The slots of a body that would touch together with this one if the body came down as it is now.
  [[nodiscard]] std::vector<int> find_group(int slot) const {
    constexpr double kTogether = 1e-6;  // [m]
    std::vector<int> group;
    for (const int other : slots_) {
      const bool shares = is_shared(at(slot).body_a, at(other)) || is_shared(at(slot).body_b, at(other));
      if (shares && std::abs(contacts_.motion(other).gap - contacts_.motion(slot).gap) < kTogether) {
        group.push_back(other);
      }
    }
    return group;
  }
  [[nodiscard]] bool is_shared(int body, const ContactSlot& other) const {
    return body != 0 && (other.body_a == body || other.body_b == body);
  }

  void check_normal(int slot, const Press& impact, const NormalResponse& response, const Blow& blow,
                    StepLimit& limit) const {
    Press press = impact;
    add_rest(response, blow.load, press);
    const LinearMode mode = LinearMode::make_spring(press.stiffness / blow.mass, press.damping / blow.mass);
    StepLimit own{.contact = contacts_.name(slot),
                  .cause = StepLimit::Cause::Spring,
                  .longest = calc_longest_stable_step(method_, mode),
                  .stiffness = press.stiffness,
                  .mass = blow.mass};
    const double resolving =
        calc_resolving_step(response, {impact.duration, blow.speed, impact.rebound}, blow.mass, kWrongPart);
    if (resolving < own.longest) {
      own.cause = StepLimit::Cause::Impact;
      own.longest = resolving;
    }
    if (own.longest < limit.longest) limit = own;
  }

  void check_friction(int slot, double normal_force, double slip, double mass, StepLimit& limit) const {
    if (!(normal_force > 0.0)) return;
    const LinearMode mode = linearize_friction(contacts_.rule(slot).friction, normal_force, slip, mass);
    const double longest = calc_longest_stable_step(method_, mode);
    if (longest >= limit.longest) return;
    limit = {.contact = contacts_.name(slot),
             .cause = StepLimit::Cause::Friction,
             .longest = longest,
             .stiffness = -mode.A(1, 0) * mass,
             .mass = mass};
  }

  const Model& model_;
  FixedMethod method_;
  CompliantContacts contacts_;
  CompliantPart part_;
  MechanismSystem system_;
  VectorX q_;
  ContactInertia inertia_;
  std::vector<int> slots_;   // that are looked at
  std::vector<int> root_;    // of each body
  std::vector<Tree> trees_;  // at their roots
};

// Bristles that relax have no stiffness.
std::string describe_oscillator(const StepLimit& limit) {
  return limit.stiffness > 0.0 ? fmt::format(" ({:.2g} N/m against {:.2g} kg)", limit.stiffness, limit.mass) : "";
}

std::string describe_limit(const StepLimit& limit, const FixedStepOptions& options) {
  const std::string_view method = method_name(options.method);
  const char* what = limit.cause == StepLimit::Cause::Friction ? "the friction of contact" : "contact";
  if (limit.longest == 0.0) {
    return fmt::format("{} {} swings higher and higher with {}, however short its steps; choose rk4", what,
                       limit.contact, method);
  }
  const double step = options.substep();
  const double needed = std::ceil(options.step / limit.longest);
  const std::string advice =
      needed < 1e6 ? fmt::format("substeps = {:.0f}", needed) : fmt::format("a step of {:.1e} s", limit.longest);
  return fmt::format(
      "a step of {:g} s is too long for {} {}: {} needs {:.2g} s or less there{}; set {} in "
      "simulate.integrator, or make the contact softer",
      step, what, limit.contact, method, limit.longest, describe_oscillator(limit), advice);
}

}  // namespace

StepLimits estimate_step_limits(const Model& model, const State& initial, const ContactSetup& contacts,
                                FixedMethod method) {
  if (contacts.rules.empty()) return {};
  return Estimator(model, initial, contacts, method).estimate();
}

std::vector<std::string> check_step(const Model& model, const State& initial, const SimulationOptions& options) {
  std::vector<std::string> sentences = check_stops(model, initial, options);
  const auto* fixed = std::get_if<FixedStepOptions>(&options.integrator);
  if (fixed == nullptr || options.formulation != FormulationKind::Compliant) return sentences;
  const StepLimits limits = estimate_step_limits(model, initial, options.contacts, fixed->method);
  for (const StepLimit& limit : {limits.normal, limits.friction}) {
    if (fixed->substep() > limit.longest) sentences.push_back(describe_limit(limit, *fixed));
  }
  return sentences;
}

}  // namespace carom
