#include "carom/simulation/compliant/compliant_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/base/assert.h"
#include "carom/base/input_error.h"
#include "carom/simulation/compliant/bristle_defaults.h"
#include "carom/simulation/compliant/patches/patch_contact.h"
#include "carom/simulation/compliant/reduced_mass.h"
#include "carom/simulation/contacts/rule_pairs.h"

namespace carom {
namespace {

Vector3 read_vector(std::span<const double> values, int start) {
  return Eigen::Map<const Vector3>(values.data() + start);
}

// Refuses parameters that make no sense; what is only doubtful the reader of the scene has said.
void check_rule(const ContactRule& rule) {
  if (rule.patch) return;  // by the patch
  (void)validate(rule.normal);
  (void)validate(rule.friction);
  ParameterChecks checks("contact " + rule.name() + ", rolling");
  rule.resistance.check(checks);
}

// Rule R3. What a lasting contact feels as an impact: a depth that grows more than this many times faster than at
// touch-down, or than its load can make it. In between the new speed fades in.
constexpr double kNotYetStruck = 2.0, kStruck = 3.0;
// And the damping that a latched speed may give is that of an oscillation about rest with at most this damping ratio.
// Near rest under a load F = m A the motion is m x'' + F a x' + p F/x₀ x = 0, so that ζ = a v₀/2 with the load speed v₀
// of contact_load.h.
constexpr double kMaxDampingRatio = 10.0;

// What the law of a contact makes of the speed of its impact.
bool depends_on_speed(const NormalLaw& law) { return calc_latch(law, 1.0) != 0.0; }

// A patch is all that holds; for estimates it is Hertz' law.
void clear_laws(ContactRule& rule) {
  rule.normal = normal::Hertz{.stiffness = 0.0};
  rule.friction = friction::None{};
  rule.resistance = {};
}

}  // namespace

CompliantContacts::CompliantContacts(const Model& model, const ContactSetup& setup)
    : names_(setup.shapes),
      rules_(setup.rules),
      shape_pairs_(find_ruled_pairs(model, setup, rule_of_pair_)),
      pairs_(model, setup.shapes, shape_pairs_),
      points_(pairs_) {
  for (ContactRule& rule : rules_) {
    check_rule(rule);
    if (rule.patch) clear_laws(rule);
  }
  check_patch_elements();
  for (const ContactSlot& contact : pairs_.slots()) {
    Slot slot{.rule = rule_of_pair_[static_cast<std::size_t>(contact.pair)]};
    const ContactRule& rule = rules_[slot.rule];
    slot.name = names_.of_point(contact.shape_a, contact.shape_b, contact.feature);
    patches_.push_back(nullptr);
    if (rule.patch) {
      patches_.back() =
          std::make_unique<PatchContact>(setup, rule, pairs_.shape(contact.shape_a), pairs_.shape(contact.shape_b));
      slot.path = num_active_;
      num_active_ += 6;
      ++num_patches_;
    } else if (!has_stiffness(rule.normal)) {
      slot.material.emplace(setup, rule, pairs_.shape(contact.shape_a), pairs_.shape(contact.shape_b));
    }
    if (has_bristle(rule.friction)) {
      slot.bristle = num_active_;
      num_active_ += 3;
      ++num_bristled_;
    }
    if (has_dwell(rule.friction)) slot.dwell = num_active_++;
    latches_.push_back({.law = rule.normal, .remembers = depends_on_speed(rule.normal)});
    slot.own_form = has_own_form(rule.normal);
    slot.num_remembered = static_cast<int>(list_memory(rule.normal).size());
    slots_.push_back(std::move(slot));
  }
  for (Slot& slot : slots_) {
    if (slot.num_remembered == 0) continue;
    slot.memory = num_passive();
    num_remembered_ += slot.num_remembered;
  }
  motions_.resize(slots_.size());
  displaced_.reserve(slots_.size());
  forces_.resize(slots_.size());
  cuts_.resize(slots_.size(), ForceCut::AsNeeded);
  clipped_.resize(slots_.size());
  active_rates_.resize(static_cast<std::size_t>(num_active_));
  passive_rates_.resize(static_cast<std::size_t>(num_passive()));
  complete_frictions(model);
}

// Bristles that the rules leave open follow from the normal force, the bodies and gravity of each contact, in the
// model's initial configuration.
void CompliantContacts::complete_frictions(const Model& model) {
  const auto lacks = [this](const Slot& slot) { return lacks_bristles(rules_[slot.rule].friction); };
  if (std::ranges::none_of(slots_, lacks)) return;
  constexpr double kGravity = 9.81;  // where there is none  [m/s²]
  const double gravity = model.gravity().norm();
  const carom::State initial = model.make_initial_state();
  Kinematics kinematics(model);
  calc_kinematics(model, initial.q, initial.v, kinematics);
  calc_motion(initial.time, kinematics);
  for (int i = 0; i < num_slots(); ++i) {
    Slot& slot = slots_[static_cast<std::size_t>(i)];
    if (!lacks(slot)) continue;
    const ContactSlot& contact = pairs_.slots()[static_cast<std::size_t>(i)];
    ContactRule completed = rules_[slot.rule];
    completed.friction = complete_bristles(completed.friction, {.normal_stiffness = calc_stiffness(i),
                                                                .exponent = exponent_of(completed.normal),
                                                                .mass = calc_reduced_mass(model, contact),
                                                                .acceleration = gravity > 0.0 ? gravity : kGravity});
    slot.rule = find_completed_rule(completed);
  }
}

std::size_t CompliantContacts::find_completed_rule(const ContactRule& completed) {
  const auto same = std::ranges::find_if(rules_, [&](const ContactRule& rule) {
    return rule.name() == completed.name() && get_bristles(rule.friction) == get_bristles(completed.friction);
  });
  const auto place = static_cast<std::size_t>(same - rules_.begin());
  if (same == rules_.end()) rules_.push_back(completed);
  return place;
}

ContactReport CompliantContacts::make_report(int slot) const {
  const ContactSlot& contact = pairs_.slots()[static_cast<std::size_t>(slot)];
  return names_.make_report(contact.shape_a, contact.shape_b, contact.feature);
}

void CompliantContacts::calc_motion(double time, const Kinematics& kinematics) {
  time_ = time;
  displaced_.clear();
  calc_contact_points(pairs_, kinematics, points_);
  for (int i = 0; i < num_slots(); ++i) {
    const ContactSlot& slot = pairs_.slots()[static_cast<std::size_t>(i)];
    const ContactPoint& contact = points_.point(i);
    const ShapeMotion& a = points_.shapes[static_cast<std::size_t>(slot.shape_a)];
    const ShapeMotion& b = points_.shapes[static_cast<std::size_t>(slot.shape_b)];
    const Vector3 velocity = calc_relative_velocity(contact, a, b);
    Motion& motion = motions_[static_cast<std::size_t>(i)];
    motion.gap = contact.gap + contact.slack;
    motion.depth_rate = -calc_gap_rate(contact, a, b);
    motion.slip = velocity - contact.normal.dot(velocity) * contact.normal;
    motion.spin = a.w_WB - b.w_WB;
  }
}

FrictionMemory CompliantContacts::read_memory(const Slot& slot, std::span<const double> active,
                                              const Vector3& normal) const {
  FrictionMemory memory;
  if (slot.bristle >= 0) {
    // The exact motion keeps the bristles in the tangent plane; a numerical one nearly so.
    const Vector3 bristle = read_vector(active, slot.bristle);
    memory.bristle = bristle - normal.dot(bristle) * normal;
  }
  if (slot.dwell >= 0) memory.dwell = active[static_cast<std::size_t>(slot.dwell)];
  return memory;
}

double CompliantContacts::calc_stiffness(int slot) const {
  const Slot& own = at(slot);
  if (patch(slot) != nullptr) return patch(slot)->calc_stiffness(points_.point(slot));
  return own.material ? own.material->calc(points_.point(slot)) : stiffness_of(rules_[own.rule].normal);
}

// It has touched down, or, with steps that do not end there, will have when the step is over.
bool CompliantContacts::pushes(int slot, const ConstState& state) const {
  return is_touching(state, slot) || (ignores_events_ && motion(slot).gap < 0.0);
}

const NormalResponse& CompliantContacts::response(int slot, double impact_speed, double load_speed,
                                                  double stiffness) const {
  Latch& latch = latches_[static_cast<std::size_t>(slot)];
  if (latch.impact_speed != impact_speed || latch.load_speed != load_speed || latch.stiffness != stiffness) {
    set_stiffness(latch.law, stiffness);
    latch.impact_speed = impact_speed;
    latch.load_speed = load_speed;
    latch.stiffness = stiffness;
    const double strongest =
        load_speed > 0.0 ? 2.0 * kMaxDampingRatio / load_speed : std::numeric_limits<double>::infinity();
    latch.response = make_response(latch.law, std::min(calc_latch(latch.law, impact_speed), strongest));
  }
  return latch.response;
}

const NormalResponse& CompliantContacts::response(int slot, const ConstState& state) const {
  if (is_touching(state, slot)) {
    return response(slot, calc_felt_speed(slot, state), passive(state, slot, kLoadSpeed),
                    passive(state, slot, kStiffness));
  }
  return response(slot, std::max(motion(slot).depth_rate, 0.0), 0.0, calc_stiffness(slot));
}

NormalContact CompliantContacts::normal(int slot, const ConstState& state) const {
  const NormalResponse& own = response(slot, state);
  const Slot& place = at(slot);
  if (!place.own_form) return NormalContact(own);
  const std::span<const double> memory = place.memory < 0
                                             ? std::span<const double>()
                                             : state.passive.subspan(static_cast<std::size_t>(place.memory),
                                                                     static_cast<std::size_t>(place.num_remembered));
  return {latches_[static_cast<std::size_t>(slot)].law, own, memory};
}

// The speed of the impact that a touching slot's law has to damp: of its touch-down, or of a blow since then.
double CompliantContacts::calc_felt_speed(int slot, const ConstState& state) const {
  return calc_felt_speed(slot, motion(slot).depth_rate, state);
}

double CompliantContacts::calc_felt_speed(int slot, double rate, const ConstState& state) const {
  const double struck = passive(state, slot, kStruckSpeed);
  if (!latches(slot) || !(rate > struck)) return struck;
  const double quiet = std::max(passive(state, slot, kImpactSpeed), passive(state, slot, kLoadSpeed));
  const double u = std::clamp((rate / quiet - kNotYetStruck) / (kStruck - kNotYetStruck), 0.0, 1.0);
  return std::max(struck, u * u * (3.0 - 2.0 * u) * rate);
}

bool CompliantContacts::note_strikes(std::span<const double> rates, const State& state) const {
  constexpr double kWorthwhile = 1.0 + 1e-6;  // a restart of the integrator
  bool changed = false;
  for (int i = 0; i < num_slots(); ++i) {
    if (!latches(i) || !is_touching(state, i)) continue;
    const double before = rates.empty() ? motion(i).depth_rate : rates[static_cast<std::size_t>(i)];
    if (motion(i).depth_rate > before) continue;  // a speed that still grows is felt as it is
    const double felt = std::max(calc_felt_speed(i, state), calc_felt_speed(i, before, state));
    if (!(felt > kWorthwhile * passive(state, i, kStruckSpeed))) continue;
    state.passive[static_cast<std::size_t>(kPassivePerSlot * i + kStruckSpeed)] = felt;
    changed = true;
  }
  return changed;
}

// Adds the friction force on A and notes how the bristles change.
void CompliantContacts::add_friction(int slot, const ConstState& state, double normal_force, Vector3& force) {
  const Slot& own = at(slot);
  const ContactPoint& contact = points_.point(slot);
  const Motion& motion = motions_[static_cast<std::size_t>(slot)];
  const FrictionMemory memory = read_memory(own, state.active, contact.normal);
  const FrictionForce friction = calc_friction(rules_[own.rule].friction, motion.slip, normal_force, memory, cut(slot));
  forces_[static_cast<std::size_t>(slot)].friction = friction.force;
  force += friction.force;
  if (own.bristle >= 0) {
    // Turns with the surface (rule R4).
    Eigen::Map<Vector3>(active_rates_.data() + own.bristle) =
        friction.bristle_rate + calc_transport_rate(memory.bristle, contact.normal, contact.normal_rate);
  }
  if (own.dwell >= 0) active_rates_[static_cast<std::size_t>(own.dwell)] = friction.dwell_rate;
  passive_rates_[static_cast<std::size_t>(kPassivePerSlot * slot + kFriction)] = -friction.force.dot(motion.slip);
}

NormalForce CompliantContacts::calc_normal(int slot, const ConstState& state) const {
  const Motion& motion = motions_[static_cast<std::size_t>(slot)];
  const NormalContact own = this->normal(slot, state);
  NormalForce normal = own.evaluate(-motion.gap, motion.depth_rate);
  if (ignores_events_ || is_clipped(slot)) return normal;
  if (passive(state, slot, kReleased) > 0.0) return {};
  // Past the lift-off, where trial stages come before the step is cut there, it goes on with the other sign: friction
  // has a corner at zero.
  normal.force =
      motion.gap <= 0.0 ? own.unclipped(-motion.gap, motion.depth_rate) : -own.unclipped(motion.gap, motion.depth_rate);
  return normal;
}

void CompliantContacts::add_forces(const ConstState& state, const Kinematics& kinematics, AppliedForces& applied) {
  std::fill(active_rates_.begin(), active_rates_.end(), 0.0);
  std::fill(passive_rates_.begin(), passive_rates_.end(), 0.0);
  for (int i = 0; i < num_slots(); ++i) {
    Forces& forces = forces_[static_cast<std::size_t>(i)];
    forces = {};
    if (patch(i) != nullptr) {
      add_patch_load(i, kinematics, applied);
      continue;
    }
    const ContactRule& own_rule = rule(i);
    Vector3 force = Vector3::Zero();
    if (!pushes(i, state)) {
      if (own_rule.memory == TouchDownMemory::Carry && at(i).bristle >= 0) add_friction(i, state, 0.0, force);
      continue;
    }
    const Motion& motion = motions_[static_cast<std::size_t>(i)];
    const ContactPoint& contact = points_.point(i);
    const NormalForce normal = calc_normal(i, state);
    forces.normal = normal.force;
    force = normal.force * (contact.normal + contact.slide);
    const std::size_t place = static_cast<std::size_t>(kPassivePerSlot * i);
    const double lost = (normal.force - normal.elastic) * motion.depth_rate;
    passive_rates_[place + (normal.force == 0.0 ? kClipped : kDamping)] = lost;
    add_friction(i, state, normal.force, force);

    const ContactSlot& slot = pairs_.slots()[static_cast<std::size_t>(i)];
    const auto arm = [&](int body) -> Vector3 { return contact.point - as_eigen(kinematics.body(body).p_WB); };
    applied.add_force(slot.body_a, PackedVector3(arm(slot.body_a)), force);
    applied.add_force(slot.body_b, PackedVector3(arm(slot.body_b)), -force);
    if (!contact.slide_turn.isZero(0.0)) {
      applied.add_torque(slot.body_a, normal.force * contact.slide_turn);
      applied.add_torque(slot.body_b, -normal.force * contact.slide_turn);
    }
    if (own_rule.resists_rolling()) {
      const Vector3 torque = own_rule.resistance.calc_torque(motion.spin, contact.normal, normal.force);
      applied.add_torque(slot.body_a, torque);
      applied.add_torque(slot.body_b, -torque);
      passive_rates_[place + kResistance] = -torque.dot(motion.spin);
    }
  }
}

void CompliantContacts::write_rates(const State& rates) const {
  std::copy(active_rates_.begin(), active_rates_.end(), rates.active.begin());
  std::copy(passive_rates_.begin(), passive_rates_.end(), rates.passive.begin());
}

double CompliantContacts::calc_normal_force(int slot, const ConstState& state) const {
  if (patch(slot) != nullptr) return patch(slot)->load(time_).normal;
  if (!pushes(slot, state)) return 0.0;
  const bool has_just_begun = is_touching(state, slot) && !(motion(slot).gap < 0.0);
  return has_just_begun
             ? normal(slot, state).evaluate(std::numeric_limits<double>::min(), motion(slot).depth_rate).force
             : std::max(calc_normal(slot, state).force, 0.0);
}

CompliantContacts::Forces CompliantContacts::calc_forces(int slot, const ConstState& state) const {
  if (patch(slot) != nullptr) {
    const PatchContact::Load load = patch(slot)->load(time_);
    return {load.normal, load.friction};
  }
  if (!pushes(slot, state)) return {};
  Forces forces;
  forces.normal = calc_normal_force(slot, state);
  forces.friction = calc_friction(rule(slot).friction, motion(slot).slip, forces.normal, memory(slot, state)).force;
  return forces;
}

double CompliantContacts::calc_force_rate(int slot, double acceleration, const ConstState& state) const {
  if (patch(slot) != nullptr) return patch(slot)->force_rate();
  if (!pushes(slot, state) || (!ignores_events_ && passive(state, slot, kReleased) > 0.0)) return 0.0;
  const Motion& motion = motions_[static_cast<std::size_t>(slot)];
  const NormalContact own = normal(slot, state);
  return own.stiffness_at(-motion.gap, motion.depth_rate) * motion.depth_rate +
         own.damping_at(-motion.gap, motion.depth_rate) * acceleration;
}

double CompliantContacts::calc_slide_ratio(int slot, double normal_force, const ConstState& state) const {
  if (patch(slot) != nullptr) return 1.0 - patch(slot)->stick_fraction();
  return carom::calc_slide_ratio(rule(slot).friction, motion(slot).slip, normal_force, memory(slot, state));
}

double CompliantContacts::calc_release_margin(const ConstState& state, int slot) const {
  if (!is_touching(state, slot) || is_clipped(slot)) return 1.0;
  const Motion& motion = motions_[static_cast<std::size_t>(slot)];
  return normal(slot, state).release_margin(-motion.gap, motion.depth_rate);
}

double CompliantContacts::calc_release_noise(const ConstState& state, int slot, double rate_error) const {
  return normal(slot, state).release_noise(rate_error);
}

double CompliantContacts::calc_cut_margin(const ConstState& state, int slot) const {
  if (!is_touching(state, slot) || passive(state, slot, kReleased) > 0.0) return -1.0;
  return carom::calc_cut_margin(rule(slot).friction, motion(slot).slip, calc_normal(slot, state).force,
                                memory(slot, state));
}

double CompliantContacts::calc_release_depth(const ConstState& state, int slot) const {
  return normal(slot, state).release_depth(motions_[static_cast<std::size_t>(slot)].depth_rate);
}

double CompliantContacts::calc_dent(const ConstState& state, int slot) const {
  return at(slot).own_form ? normal(slot, state).dent(-motion(slot).gap) : 0.0;
}

double CompliantContacts::calc_turn_margin(const ConstState& state, int slot) const {
  if (!remembers(slot) || !is_touching(state, slot)) return 1.0;
  return normal(slot, state).turn_margin(-motion(slot).gap, motion(slot).depth_rate);
}

void CompliantContacts::turn(int slot, double depth, const State& state) const {
  const double before = normal(slot, state).stored(-motion(slot).gap);
  turn_memory(latches_[static_cast<std::size_t>(slot)].law, depth, motion(slot).depth_rate,
              memory_of_normal(slot, state));
  const double after = normal(slot, state).stored(-motion(slot).gap);
  state.passive[static_cast<std::size_t>(kPassivePerSlot * slot + kDamping)] += before - after;
}

void CompliantContacts::set_released(int slot, bool released, const State& state) const {
  const auto place = static_cast<std::size_t>(kPassivePerSlot * slot);
  if ((state.passive[place + kReleased] > 0.0) == released) return;
  const double stored = normal(slot, state).stored(-motion(slot).gap);
  state.passive[place + kReleased] = released ? 1.0 : 0.0;
  state.passive[place + kClipped] += released ? stored : -stored;
}

void CompliantContacts::begin_contact(int slot, const TouchDown& touch_down, const State& state) const {
  const auto place = static_cast<std::size_t>(kPassivePerSlot * slot);
  // Zero would mean apart; a law has its own idea of how slow an impact can be (rule R3).
  const double speed = std::max(touch_down.speed, 1e-300);
  state.passive[place + kImpactSpeed] = state.passive[place + kStruckSpeed] = speed;
  state.passive[place + kLoadSpeed] = touch_down.load_speed;
  state.passive[place + kStiffness] = calc_stiffness(slot);
  state.passive[place + kTouchTime] = touch_down.time;
  state.passive[place + kReleased] = 0.0;
  if (remembers(slot)) begin_memory(rule(slot).normal, speed, memory_of_normal(slot, state));
}

void CompliantContacts::end_contact(int slot, const State& state) const {
  const Slot& own = at(slot);
  state.passive[static_cast<std::size_t>(kPassivePerSlot * slot + kImpactSpeed)] = 0.0;
  if (remembers(slot)) end_memory(rule(slot).normal, memory_of_normal(slot, state));
  if (own.bristle < 0 || rule(slot).memory == TouchDownMemory::Carry) return;
  std::fill_n(state.active.begin() + own.bristle, 3, 0.0);
  if (own.dwell >= 0) state.active[static_cast<std::size_t>(own.dwell)] = 0.0;
}

void CompliantContacts::hand_over(int from, int to, const State& state) const {
  const auto copy = [&](std::span<double> numbers, int first, int last, int count) {
    if (first >= 0 && last >= 0) std::copy_n(numbers.begin() + first, count, numbers.begin() + last);
  };
  for (const Passive what : {kImpactSpeed, kStruckSpeed, kLoadSpeed, kStiffness, kTouchTime, kReleased}) {
    copy(state.passive, kPassivePerSlot * from + what, kPassivePerSlot * to + what, 1);
  }
  copy(state.active, at(from).bristle, at(to).bristle, 3);
  copy(state.active, at(from).dwell, at(to).dwell, 1);
  copy(state.passive, at(from).memory, at(to).memory, at(from).num_remembered);
  end_contact(from, state);
}

void CompliantContacts::set_initial_memory(int slot, const State& state) const {
  const Slot& own = at(slot);
  const FrictionMemory& initial = rule(slot).initial;
  const ContactSlot& contact = pairs_.slots()[static_cast<std::size_t>(slot)];
  // A pair may list its shapes the other way round than its rule names their surfaces.
  const bool turned = shape_pairs_[static_cast<std::size_t>(contact.pair)].a != contact.shape_a;
  const Vector3& normal = points_.point(slot).normal;
  const Vector3 bristle = (turned ? -1.0 : 1.0) * (initial.bristle - normal.dot(initial.bristle) * normal);
  if (own.bristle >= 0) Eigen::Map<Vector3>(state.active.data() + own.bristle) = bristle;
  if (own.dwell >= 0) state.active[static_cast<std::size_t>(own.dwell)] = rule(slot).sticking ? 1.0 : initial.dwell;
}

bool CompliantContacts::limit_memories(double excess, const State& state) const {
  bool changed = false;
  for (int i = 0; i < num_slots(); ++i) {
    const Slot& own = at(i);
    if (own.bristle < 0 || !is_touching(state, i)) continue;
    FrictionMemory limited = memory(i, state);
    const double cut = limit_memory(rule(i).friction, limited, calc_normal(i, state).force);
    if (!(cut > excess)) continue;
    changed = true;
    Eigen::Map<Vector3>(state.active.data() + own.bristle) = limited.bristle;
  }
  return changed;
}

// For f = k xᵖ the depth goes from 0 to X and back in T = 2 ∫ dx/√(v² − 2k xᵖ⁺¹/((p+1) m)), with X where the root is
// zero; T = 2 I X/v, and I = ∫₀¹ du/√(1 − uᵖ⁺¹) is within 0.1 of 1.5 for the exponents of contact laws.
double CompliantContacts::estimate_duration(int slot, double impact_speed, double effective_mass) const {
  const NormalResponse& own = response(slot, impact_speed, 0.0, calc_stiffness(slot));
  const double p = own.exponent;
  const double depth =
      std::pow(0.5 * (p + 1.0) * effective_mass * impact_speed * impact_speed / own.stiffness, 1.0 / (p + 1.0));
  return 3.0 * depth / impact_speed;
}

}  // namespace carom
