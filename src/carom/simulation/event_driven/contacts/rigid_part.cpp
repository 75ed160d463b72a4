#include "carom/simulation/event_driven/contacts/rigid_part.h"

#include <algorithm>
#include <limits>

#include "carom/dynamics/energy.h"
#include "carom/model/joints/joint_coordinates.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {
namespace {

/// A gap of closed contacts that no longer shrinks is accepted below this.
constexpr double kStalledGap = 1e-10;  // [m]

}  // namespace

RigidPart::RigidPart(const Model& model, RigidContacts& contacts)
    : contacts_(contacts),
      smooth_(model, contacts),
      projection_(model, contacts),
      change_(VectorX::Zero(model.num_velocities())),
      q_before_(model.num_positions()),
      q_(model.num_positions()),
      v_(model.num_velocities()) {}

void RigidPart::append_integral_rows(std::vector<LedgerRow>& rows) const {
  rows.push_back({"friction", LedgerKind::Dissipated, 0.0});
  if (contacts_.any_resists_turning()) rows.push_back({"rolling resistance", LedgerKind::Dissipated, 0.0});
}

void RigidPart::append_total_rows(std::vector<LedgerRow>& rows) const {
  rows.push_back({"impact", LedgerKind::Dissipated, 0.0});
}

void RigidPart::write_totals(std::span<const double> y, std::span<LedgerRow> rows) const {
  rows.front().value = contacts_.calc_impact_loss(state(y));
}

bool RigidPart::has_closed(std::span<const double> y) const {
  const std::span<const double> memory = this->memory(y);
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (is_closed(RigidContacts::mode(memory, i))) return true;
  }
  return false;
}

void RigidPart::find(double time, std::span<const double> y) {
  system().load(time, y);
  contacts_.find(system().kinematics(), state(y));
  smooth_.use_slots();
  loaded_ = true;
}

// What is open has no part in the rates: geometry is looked at where someone asks for it.
void RigidPart::calc_whole_motion(std::span<const double> y) {
  if (!loaded_) contacts_.calc_motion(system().kinematics());
  loaded_ = true;
  contacts_.follow(memory(y));
}

void RigidPart::begin_stand_in(ContactPart& contacts, std::span<const int> views) {
  stand_in_ = &contacts;
  stand_in_views_.assign(views.begin(), views.end());
}

void RigidPart::add_forces(std::span<const double> y, const Kinematics& kinematics, AppliedForces& applied) {
  if (has_stand_in()) stand_in_->add_forces(y, kinematics, applied);
}

bool RigidPart::add_reactions(std::span<const double> y, VectorX& v_rate, AppliedForces& applied) {
  if (has_closed(y)) {
    calc_whole_motion(y);
    fails_ = !smooth_.add_forces(system().parts(), memory(y), v_rate, applied);
    failure_ = "no forces keep the rigid contacts closed that were";
  } else {
    smooth_.clear_forces();
    fails_ = false;
  }
  return !fails_;
}

// What is remembered changes at events alone.
void RigidPart::write_rates(std::span<double> rate) const {
  rate[place().integrals] = smooth_.calc_friction_power();
  if (contacts_.any_resists_turning()) rate[place().integrals + 1] = smooth_.calc_resistance_power();
  std::ranges::fill(state(rate), 0.0);
}

bool RigidPart::calc_touching(double time, std::span<const double> y, std::span<const int> slots) {
  system().calc_contact_motion(time, y);
  if (!system().calc_accelerations_without_reactions(time, y)) return false;
  smooth_.calc_rows(system().parts(), slots, system().accelerations());
  return true;
}

void RigidPart::apply_impulse(double time, const ConstVectorRef& impulse, std::span<double> y) {
  MechanismSystem& mechanism = system();
  const Model& model = mechanism.model();
  const ContactRows& rows = smooth_.rows();
  const bool is_driven = mechanism.has_driven_joints();
  const double before = is_driven ? calc_kinetic_energy(model, mechanism.kinematics()) : 0.0;
  const VectorX& v = mechanism.velocities();
  change_.setZero();
  rows.add_response(impulse, change_);
  double lost = 0.0;
  // −½ (u + u')·p for each contact, with u its velocities before and u' those after.
  for (int c = 0; c < rows.count(); ++c) {
    double work = 0.0;
    const auto add_work = [&](int first) {
      for (int r = first; r < first + 3; ++r) {
        work += (rows.calc_velocity(r, v) + 0.5 * rows.calc_change(r, change_)) * impulse[r];
      }
    };
    add_work(3 * c);
    if (rows.turning_row(c) >= 0) add_work(rows.turning_row(c));
    contacts_.add_impact_loss(rows.slots()[static_cast<std::size_t>(c)], -work, state(y));
    lost -= work;
  }
  Eigen::Map<VectorX>(y.data() + model.num_positions(), model.num_velocities()) += change_;
  mechanism.load(time, y);
  if (!is_driven) return;
  mechanism.book_drive_work(calc_kinetic_energy(model, mechanism.kinematics()) - before + lost, y);
}

double RigidPart::calc_drift(double time, std::span<const double> y) {
  if (!has_closed(y)) return 0.0;
  system().calc_contact_motion(time, y);
  return calc_violation(contacts_, memory(y)).largest();
}

// Largest of the closed contacts, at the motion that the mechanism has  [m].
double RigidPart::calc_gap(std::span<const double> y) const { return calc_violation(contacts_, memory(y)).position; }

bool RigidPart::project(double time, std::span<const double> y) {
  constexpr int kMostIterations = 20;
  constexpr double kReached = 1e-13;  // [m]
  calc_whole_motion(y);
  double left = calc_gap(y), before = std::numeric_limits<double>::infinity();
  const auto is_closed = [&] { return left <= kReached || (left <= kStalledGap && left > 0.5 * before); };
  for (int i = 0; !is_closed(); ++i) {
    before = left;
    if (i == kMostIterations || !system().calc_factors() || !move_towards(time, y, left)) {
      failure_ = "the rigid contacts that are closed cannot all stay closed";
      fails_ = true;
      return false;
    }
  }
  if (!(calc_violation(contacts_, memory(y)).velocity > 0.0)) return true;
  failure_ = {};
  if (!system().calc_factors()) return false;
  v_ = system().velocities();
  projection_.project_velocities(system().parts(), memory(y), v_);
  system().set_velocities(v_);
  return true;
}

// A step of Newton's method, or the part of it that brings contacts nearer. Where rows depend on each other but for
// rounding, as in a plane out of which nothing moves, a whole step may lead to positions far away.
bool RigidPart::move_towards(double time, std::span<const double> y, double& left) {
  constexpr double kLeastPart = 1e-9;
  projection_.calc_displacement(system().parts(), memory(y), change_);
  q_before_ = system().positions();
  const double before = left;
  for (double part = 1.0; part > kLeastPart; part *= 0.5) {
    q_ = q_before_;
    move_positions(system().model(), change_, part, q_);
    if (!system().move_to(time, q_)) continue;
    calc_whole_motion(y);
    left = calc_gap(y);
    if (left < before || left <= kStalledGap) return true;
  }
  return false;
}

const std::string& RigidPart::view_name(int view) const {
  return contacts_.views()[static_cast<std::size_t>(view)].name;
}

// Of a rule, the contact with the largest force, or with the least gap where none presses; −1: none is near.
int RigidPart::find_shown(int view, std::span<const double> y) const {
  if (contacts_.are_listed()) return view;
  const std::span<const double> memory = this->memory(y);
  const auto press = [&](int slot) {
    return is_closed(RigidContacts::mode(memory, slot)) ? smooth_.force(slot).dot(contacts_.motion(slot).normal) : 0.0;
  };
  const auto is_before = [&](int a, int b) {
    const double press_a = press(a), press_b = press(b);
    return press_a != press_b ? press_a > press_b : contacts_.motion(a).gap < contacts_.motion(b).gap;
  };
  int shown = -1;
  for (const int slot : contacts_.order()) {
    if (contacts_.view_of(slot) == view && (shown < 0 || is_before(slot, shown))) shown = slot;
  }
  return shown;
}

Contact RigidPart::describe_rigid(int slot, std::span<const double> y) const {
  const RigidContacts::Motion& motion = contacts_.motion(slot);
  const ContactSlot& own = contacts_.pairs().slots()[static_cast<std::size_t>(slot)];
  Contact contact{.id = {own.shape_a, own.shape_b, own.feature},
                  .body_a = own.body_a,
                  .body_b = own.body_b,
                  .name = view_name(contacts_.view_of(slot)),
                  .gap = motion.gap,
                  .gap_rate = motion.gap_rate,
                  .touching = is_closed(RigidContacts::mode(memory(y), slot))};
  if (!contact.touching) return contact;
  const Vector3& force = smooth_.force(slot);
  contact.normal_force = force.dot(motion.normal);
  contact.normal = contacts_.as_declared(slot, motion.normal);
  contact.friction = contacts_.as_declared(slot, force - contact.normal_force * motion.normal);
  contact.slip = contacts_.as_declared(slot, motion.slip);
  contact.point = motion.point;
  return contact;
}

Contact RigidPart::describe(int slot, std::span<const double> y) const {
  const bool yields = RigidContacts::mode(memory(y), slot) == RigidMode::Yielding;
  return yields ? yielding_->look_at(slot, y) : describe_rigid(slot, y);
}

Contact RigidPart::look_at(int view, std::span<const double> y) const {
  const int shown = has_stand_in() ? stand_in_views_[static_cast<std::size_t>(view)] : find_shown(view, y);
  if (shown >= 0) return has_stand_in() ? stand_in_->look_at(shown, y) : describe(shown, y);
  Contact none;
  none.gap = std::numeric_limits<double>::quiet_NaN();
  return none;
}

void RigidPart::append_touching(std::span<const double> y, std::vector<Contact>& contacts) const {
  if (has_stand_in()) return stand_in_->append_touching(y, contacts);
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    const Contact contact = describe(slot, y);
    if (contact.touching) contacts.push_back(contact);
  }
}

}  // namespace carom
