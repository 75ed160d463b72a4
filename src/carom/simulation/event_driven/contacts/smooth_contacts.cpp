#include "carom/simulation/event_driven/contacts/smooth_contacts.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace carom {

SmoothContacts::SmoothContacts(const Model& model, RigidContacts& contacts)
    : contacts_(&contacts),
      rows_(model),
      islands_(model),
      body_accelerations_(static_cast<std::size_t>(model.num_bodies())) {
  resize_loads();
  closed_.reserve(forces_.size());
  touching_.reserve(forces_.size());
}

void SmoothContacts::resize_loads() {
  const auto slots = static_cast<std::size_t>(contacts_->num_slots());
  forces_.assign(slots, Vector3::Zero());
  moments_.assign(contacts_->any_resists_turning() ? slots : 0, Vector3::Zero());
}

// The velocity of A against B where they touch, v_o + w × (P − p_o) of each, differentiated with P itself moving.
Vector3 SmoothContacts::calc_acceleration(const MechanismParts& parts, int slot) {
  const RigidContacts::Motion& motion = contacts_->motion(slot);
  const Vector3 point_rate = contacts_->calc_point_rate(slot);
  const auto of_body = [&](int body) -> Vector3 {
    const BodyMotion& own = parts.kinematics.body(body);
    const BodyAcceleration& acceleration = body_accelerations_[static_cast<std::size_t>(body)];
    return as_eigen(acceleration.linear) + as_eigen(acceleration.angular).cross(motion.point - as_eigen(own.p_WB)) +
           as_eigen(own.w_WB).cross(point_rate - as_eigen(own.v_WB));
  };
  return of_body(motion.body_a) - of_body(motion.body_b);
}

void SmoothContacts::calc_rows(const MechanismParts& parts, std::span<const int> slots, const ConstVectorRef& v_rate) {
  calc_accelerations(parts.model, parts.kinematics, v_rate, body_accelerations_);
  calc_island_rows(parts, slots);
}

// At the accelerations of the bodies without these contacts.
void SmoothContacts::calc_island_rows(const MechanismParts& parts, std::span<const int> slots) {
  rows_.calc(parts.model, parts.kinematics, *contacts_, slots, parts.articulated, parts.constraints);
  if (b_.size() < rows_.size()) b_.resize(rows_.size());
  for (int c = 0; c < rows_.count(); ++c) {
    const int slot = rows_.slots()[static_cast<std::size_t>(c)];
    const RigidContacts::Motion& motion = contacts_->motion(slot);
    b_.segment<3>(3 * c) = rows_.axes(c).transpose() * calc_acceleration(parts, slot);
    // The gap's rate is n · v, and the normal turns.
    b_[3 * c + 2] += motion.normal_rate.dot(motion.velocity);
  }
  calc_turning_accelerations();
}

// Rolling is ω − n (n · ω) and spinning n · ω, with a normal that turns.
void SmoothContacts::calc_turning_accelerations() {
  for (const int c : rows_.turning_contacts()) {
    const RigidContacts::Motion& motion = contacts_->motion(rows_.slots()[static_cast<std::size_t>(c)]);
    const Vector3 angular = as_eigen(body_accelerations_[static_cast<std::size_t>(motion.body_a)].angular) -
                            as_eigen(body_accelerations_[static_cast<std::size_t>(motion.body_b)].angular);
    const double spin = motion.normal.dot(motion.turning);
    Vector3 own = rows_.axes(c).transpose() * (angular - spin * motion.normal_rate);
    own.z() += motion.normal_rate.dot(motion.turning);
    b_.segment<3>(rows_.turning_row(c)) = motion.length * own;
  }
}

TouchingContact SmoothContacts::describe(std::span<const double> memory, int contact) const {
  const int slot = rows_.slots()[static_cast<std::size_t>(contact)];
  const Vector3& slip = contacts_->motion(slot).slip;
  TouchingContact touching{.friction = contacts_->friction(slot),
                           .static_friction = contacts_->static_friction(slot),
                           .slips = true,
                           .direction = Eigen::Vector2d::Zero(),
                           .mode = RigidContacts::mode(memory, slot),
                           .reference = rows_.axes(contact).transpose() * RigidContacts::reference(memory, slot)};
  if (touching.friction == 0.0 && touching.static_friction == 0.0) return touching;
  // A step beyond the end of slip, before it is found, goes on smoothly with the old direction.
  Vector3 direction = RigidContacts::direction(memory, slot);
  const double slowest = RigidContacts::get(memory, slot, RigidContacts::kOwnDirection);
  if (direction.dot(slip) > kSlowestSlip && slip.norm() > slowest) direction = slip.normalized();
  touching.direction = (rows_.axes(contact).transpose() * direction).head<2>();
  return touching;
}

void SmoothContacts::describe_turning(std::span<const double> memory, int contact,
                                      std::vector<TurningDisc>& discs) const {
  const int row = rows_.turning_row(contact);
  if (row < 0) return;
  const int slot = rows_.slots()[static_cast<std::size_t>(contact)];
  const RigidContacts::Motion& motion = contacts_->motion(slot);
  const Matrix3& axes = rows_.axes(contact);
  const RollingResistance& arms = contacts_->resistance(slot);
  const Vector3 reference =
      axes.transpose() * contacts_->get_turning(memory, slot, RigidContacts::kMomentX) / motion.length;
  if (arms.rolling > 0.0) {
    Vector3 direction = contacts_->get_turning(memory, slot, RigidContacts::kRollingX);
    const Vector3 rolling = motion.rolling();
    const double slowest = RigidContacts::get(memory, slot, RigidContacts::kOwnDirection);
    if (direction.dot(rolling) > kSlowestSlip && rolling.norm() > slowest) direction = rolling.normalized();
    discs.push_back({.contact = contact,
                     .row = row,
                     .size = 2,
                     .bound = arms.rolling / motion.length,
                     .turns = true,
                     .direction = (axes.transpose() * direction).head<2>(),
                     .mode = contacts_->turning_mode(memory, slot, RigidContacts::kRolling),
                     .reference = reference.head<2>()});
  }
  if (arms.spinning > 0.0) {
    discs.push_back({.contact = contact,
                     .row = row + 2,
                     .size = 1,
                     .bound = arms.spinning / motion.length,
                     .turns = true,
                     .direction = Eigen::Vector2d(contacts_->spin_sign(memory, slot), 0.0),
                     .mode = contacts_->turning_mode(memory, slot, RigidContacts::kSpinning),
                     .reference = Eigen::Vector2d(reference.z(), 0.0)});
  }
}

void SmoothContacts::find_closed(std::span<const double> memory) {
  closed_.clear();
  for (const int slot : contacts_->order()) {
    if (is_closed(RigidContacts::mode(memory, slot))) closed_.push_back(slot);
  }
}

void SmoothContacts::use_slots() {
  resize_loads();
  closed_.clear();
  resting_.clear();
}

void SmoothContacts::clear_forces() {
  for (const int slot : closed_) {
    forces_[static_cast<std::size_t>(slot)].setZero();
    if (!moments_.empty()) moments_[static_cast<std::size_t>(slot)].setZero();
  }
  closed_.clear();
}

bool SmoothContacts::add_forces(const MechanismParts& parts, std::span<const double> memory, VectorRef v_rate,
                                AppliedForces& applied) {
  clear_forces();
  find_closed(memory);
  if (closed_.empty()) return true;
  calc_accelerations(parts.model, parts.kinematics, v_rate, body_accelerations_);
  islands_.find(*contacts_, closed_);
  for (int i = 0; i < islands_.count(); ++i) {
    if (!add_island_forces(parts, memory, islands_.slots(i), v_rate, applied)) return false;
  }
  return true;
}

bool SmoothContacts::add_island_forces(const MechanismParts& parts, std::span<const double> memory,
                                       std::span<const int> slots, VectorRef v_rate, AppliedForces& applied) {
  const bool rests = !contacts_->are_listed() && are_at_rest(parts, memory, slots);
  if (rests && add_known_forces(parts, slots, v_rate, applied)) return true;
  calc_island_rows(parts, slots);
  touching_.clear();
  for (int c = 0; c < rows_.count(); ++c) touching_.push_back(describe(memory, c));
  discs_.clear();
  for (const int c : rows_.turning_contacts()) describe_turning(memory, c, discs_);
  if (f_.size() < rows_.size()) f_.resize(rows_.size());
  auto f = f_.head(rows_.size());
  const bool found = discs_.empty()
                         ? calc_smooth_forces(rows_.inverse_inertia(), accelerations(), touching_, f)
                         : calc_turning_forces(rows_.inverse_inertia(), accelerations(), touching_, discs_, f);
  if (!found) return false;

  rows_.add_response(f, v_rate);
  if (!parts.constraints.rows.empty()) parts.constraints.multipliers += rows_.multipliers().lazyProduct(f);
  for (int c = 0; c < rows_.count(); ++c) {
    add_force(parts, slots[static_cast<std::size_t>(c)], rows_.axes(c) * f.segment<3>(3 * c), applied);
  }
  for (const int c : rows_.turning_contacts()) {
    const int slot = slots[static_cast<std::size_t>(c)];
    const double length = contacts_->motion(slot).length;
    add_moment(slot, length * (rows_.axes(c) * f.segment<3>(rows_.turning_row(c))), applied);
  }
  if (rests && rows_.are_local()) keep_forces(parts, slots, v_rate);
  return true;
}

void SmoothContacts::add_force(const MechanismParts& parts, int slot, const Vector3& force, AppliedForces& applied) {
  const RigidContacts::Motion& motion = contacts_->motion(slot);
  forces_[static_cast<std::size_t>(slot)] = force;
  const auto arm = [&](int body) {
    return PackedVector3(Vector3(motion.point - as_eigen(parts.kinematics.body(body).p_WB)));
  };
  applied.add_force(motion.body_a, arm(motion.body_a), force);
  applied.add_force(motion.body_b, arm(motion.body_b), -force);
}

void SmoothContacts::add_moment(int slot, const Vector3& moment, AppliedForces& applied) {
  const RigidContacts::Motion& motion = contacts_->motion(slot);
  moments_[static_cast<std::size_t>(slot)] = moment;
  applied.add_torque(motion.body_a, moment);
  applied.add_torque(motion.body_b, -moment);
}

// Whether all contacts of an island stick and none of its bodies moves.
bool SmoothContacts::are_at_rest(const MechanismParts& parts, std::span<const double> memory,
                                 std::span<const int> slots) const {
  const auto is_still = [&](int body) {
    const BodyMotion& motion = parts.kinematics.body(body);
    return as_eigen(motion.v_WB).isZero(0.0) && as_eigen(motion.w_WB).isZero(0.0);
  };
  return std::ranges::all_of(slots, [&](int slot) {
    const RigidContacts::Motion& motion = contacts_->motion(slot);
    return contacts_->is_held(memory, slot) && is_still(motion.body_a) && is_still(motion.body_b);
  });
}

// All that the forces of an island at rest follow from: where its bodies are, and how they would accelerate.
void SmoothContacts::find_causes(const MechanismParts& parts, std::span<const int> slots) {
  causes_.clear();
  const auto add = [&](const auto& values) {
    causes_.insert(causes_.end(), values.data(), values.data() + values.size());
  };
  for (const int slot : slots) {
    const RigidContacts::Motion& motion = contacts_->motion(slot);
    add(motion.point);
    add(motion.normal);
    for (const int body : {motion.body_a, motion.body_b}) {
      const BodyAcceleration& acceleration = body_accelerations_[static_cast<std::size_t>(body)];
      add(Vector3(as_eigen(parts.kinematics.body(body).p_WB)));
      add(Matrix3(as_eigen(parts.kinematics.body(body).R_WB)));
      add(Vector3(as_eigen(acceleration.linear)));
      add(Vector3(as_eigen(acceleration.angular)));
    }
  }
}

bool SmoothContacts::add_known_forces(const MechanismParts& parts, std::span<const int> slots, VectorRef v_rate,
                                      AppliedForces& applied) {
  find_causes(parts, slots);
  const std::vector<Vector3>* const known = resting_.find(slots, causes_);
  if (known == nullptr) return false;
  for (std::size_t c = 0; c < slots.size(); ++c) {
    add_force(parts, slots[c], (*known)[c], applied);
    if (!moments_.empty()) add_moment(slots[c], (*known)[slots.size() + c], applied);
    for (const int number : {contacts_->motion(slots[c]).body_a, contacts_->motion(slots[c]).body_b}) {
      const Body& body = parts.model.body(number);
      v_rate.segment(body.velocity_start, body.degrees).setZero();
    }
  }
  return true;
}

// Forces that hold free bodies where they are: what is left of their accelerations is rounding, and would move them.
void SmoothContacts::keep_forces(const MechanismParts& parts, std::span<const int> slots, VectorRef v_rate) {
  const double rounding = 1e-9 * accelerations().cwiseAbs().maxCoeff();
  const auto acceleration_of = [&](int number) {
    const Body& body = parts.model.body(number);
    return v_rate.segment(body.velocity_start, body.degrees);
  };
  const auto is_held = [&](int body) {
    return parts.model.body(body).degrees == 0 || acceleration_of(body).cwiseAbs().maxCoeff() <= rounding;
  };
  std::vector<Vector3> forces;
  for (const int slot : slots) {
    const RigidContacts::Motion& motion = contacts_->motion(slot);
    if (!is_held(motion.body_a) || !is_held(motion.body_b)) return;
    forces.push_back(force(slot));
  }
  // Moments after all forces.
  if (!moments_.empty()) std::ranges::transform(slots, std::back_inserter(forces), [&](int s) { return moment(s); });
  resting_.keep(slots, causes_, std::move(forces));
  for (const int slot : slots) {
    acceleration_of(contacts_->motion(slot).body_a).setZero();
    acceleration_of(contacts_->motion(slot).body_b).setZero();
  }
}

double SmoothContacts::calc_friction_power() const {
  double power = 0.0;
  for (const int slot : closed_) power -= force(slot).dot(contacts_->motion(slot).slip);
  return power;
}

double SmoothContacts::calc_resistance_power() const {
  double power = 0.0;
  for (const int slot : closed_) power -= moment(slot).dot(contacts_->motion(slot).turning);
  return power;
}

}  // namespace carom
