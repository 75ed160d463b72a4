#include "carom/simulation/compliant/contact_inertia.h"

#include <limits>

#include <Eigen/Eigenvalues>

#include "carom/dynamics/jacobian.h"

namespace carom {

ContactInertia::ContactInertia(const Model& model, const CompliantContacts& contacts, const Kinematics& kinematics,
                               const VectorX& q)
    : model_(model),
      contacts_(contacts),
      kinematics_(kinematics),
      q_(q),
      applied_(model),
      articulated_(model),
      constraints_(model),
      jacobian_(6, model.num_velocities()) {}

ContactInertia::Mass ContactInertia::calc_mass(std::span<const int> slots) {
  std::vector<Row> normals, tangents;
  for (const int slot : slots) {
    const Vector3& normal = contacts_.point(slot).normal;
    const Vector3 tangent = normal.unitOrthogonal();
    normals.push_back({slot, normal});
    tangents.push_back({slot, tangent});
    tangents.push_back({slot, normal.cross(tangent)});
  }
  return {calc_mass_along(normals), calc_mass_along(tangents)};
}

double ContactInertia::calc_mass_along(std::span<const Row> rows) {
  const VectorX unpushed = calc_acceleration(nullptr);
  const auto count = static_cast<Eigen::Index>(rows.size());
  MatrixX G(count, count);
  for (Eigen::Index j = 0; j < count; ++j) {
    const VectorX response = calc_acceleration(&rows[static_cast<std::size_t>(j)]) - unpushed;
    for (Eigen::Index i = 0; i < count; ++i) G(i, j) = calc_along(rows[static_cast<std::size_t>(i)], response);
  }
  const double largest = Eigen::SelfAdjointEigenSolver<MatrixX>(G, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
  return largest > 0.0 ? 1.0 / largest : std::numeric_limits<double>::infinity();
}

// v̇ with a unit of force between the two bodies of the pushed row.
VectorX ContactInertia::calc_acceleration(const Row* pushed) {
  applied_.set_zero();
  if (pushed != nullptr) {
    const ContactSlot& slot = contacts_.pairs().slots()[static_cast<std::size_t>(pushed->slot)];
    applied_.add_force(slot.body_a, PackedVector3(arm(pushed->slot, slot.body_a)), pushed->direction);
    applied_.add_force(slot.body_b, PackedVector3(arm(pushed->slot, slot.body_b)), -pushed->direction);
  }
  VectorX v_rate = VectorX::Zero(model_.num_velocities());
  // A mechanism that cannot be solved here fails when it runs, and says why; there is no estimate for it.
  (void)calc_constrained_dynamics(model_, kinematics_, q_, applied_, articulated_, constraints_, v_rate);
  return v_rate;
}

// Acceleration of A against B, without what the present velocities make of it: rows are compared by differences.
double ContactInertia::calc_along(const Row& row, const VectorX& v_rate) {
  const ContactSlot& slot = contacts_.pairs().slots()[static_cast<std::size_t>(row.slot)];
  const auto calc = [&](int body) {
    calc_jacobian(model_, kinematics_, body, arm(row.slot, body), jacobian_);
    return row.direction.dot(jacobian_.bottomRows<3>() * v_rate);
  };
  return calc(slot.body_a) - calc(slot.body_b);
}

Vector3 ContactInertia::arm(int slot, int body) const {
  return contacts_.point(slot).point - as_eigen(kinematics_.body(body).p_WB);
}

}  // namespace carom
