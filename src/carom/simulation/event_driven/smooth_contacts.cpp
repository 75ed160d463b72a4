#include "carom/simulation/event_driven/smooth_contacts.h"

#include <algorithm>

namespace carom {

SmoothContacts::SmoothContacts(const Model& model, RigidContacts& contacts)
    : contacts_(&contacts),
      rows_(model),
      body_accelerations_(static_cast<std::size_t>(model.num_bodies())),
      forces_(static_cast<std::size_t>(contacts.num_slots()), Vector3::Zero()) {
  closed_.reserve(forces_.size());
  touching_.reserve(forces_.size());
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
  rows_.calc(parts.model, parts.kinematics, *contacts_, slots, parts.articulated, parts.constraints);
  calc_accelerations(parts.model, parts.kinematics, v_rate, body_accelerations_);
  if (b_.size() < rows_.size()) b_.resize(rows_.size());
  for (int c = 0; c < rows_.count(); ++c) {
    const int slot = rows_.slots()[static_cast<std::size_t>(c)];
    const RigidContacts::Motion& motion = contacts_->motion(slot);
    b_.segment<3>(3 * c) = rows_.axes(c).transpose() * calc_acceleration(parts, slot);
    // The gap's rate is n · v, and the normal turns.
    b_[3 * c + 2] += motion.normal_rate.dot(motion.velocity);
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
  if (direction.dot(slip) > kSlowestSlip) direction = slip.normalized();
  touching.direction = (rows_.axes(contact).transpose() * direction).head<2>();
  return touching;
}

void SmoothContacts::find_closed(std::span<const double> memory) {
  closed_.clear();
  for (const int slot : contacts_->order()) {
    if (is_closed(RigidContacts::mode(memory, slot))) closed_.push_back(slot);
  }
}

void SmoothContacts::clear_forces() {
  for (const int slot : closed_) forces_[static_cast<std::size_t>(slot)].setZero();
  closed_.clear();
}

bool SmoothContacts::add_forces(const MechanismParts& parts, std::span<const double> memory, VectorRef v_rate,
                                AppliedForces& applied) {
  clear_forces();
  find_closed(memory);
  if (closed_.empty()) return true;
  calc_rows(parts, closed_, v_rate);
  touching_.clear();
  for (int c = 0; c < rows_.count(); ++c) touching_.push_back(describe(memory, c));
  if (f_.size() < rows_.size()) f_.resize(rows_.size());
  auto f = f_.head(rows_.size());
  if (!calc_smooth_forces(rows_.inverse_inertia(), accelerations(), touching_, f)) return false;

  v_rate += rows_.response().lazyProduct(f);
  if (!parts.constraints.rows.empty()) parts.constraints.multipliers += rows_.multipliers().lazyProduct(f);
  for (int c = 0; c < rows_.count(); ++c) {
    const int slot = closed_[static_cast<std::size_t>(c)];
    const RigidContacts::Motion& motion = contacts_->motion(slot);
    Vector3& force = forces_[static_cast<std::size_t>(slot)];
    force = rows_.axes(c) * f.segment<3>(3 * c);
    const auto arm = [&](int body) {
      return PackedVector3(Vector3(motion.point - as_eigen(parts.kinematics.body(body).p_WB)));
    };
    applied.add_force(motion.body_a, arm(motion.body_a), force);
    applied.add_force(motion.body_b, arm(motion.body_b), -force);
  }
  return true;
}

double SmoothContacts::calc_friction_power() const {
  double power = 0.0;
  for (const int slot : closed_) power -= force(slot).dot(contacts_->motion(slot).slip);
  return power;
}

}  // namespace carom
