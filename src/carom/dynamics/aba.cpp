// Everything is expressed in world axes at each body's own origin, and accelerations are the ordinary ones. Passing an
// articulated body to its parent is then a shift by p_PB without a rotation, and only angular velocities enter the
// bias. The textbook form in link axes rotates a 6×6 inertia twice at every joint (docs/decisions/0005).
#include "carom/dynamics/aba.h"

#include <cmath>

#include "carom/base/assert.h"
#include "carom/model/joints/all_joints.h"

namespace carom {
namespace {

// Which parts of a joint's columns are not zero, known when compiling.
template <int Degrees, bool Angular, bool Linear>
struct JointShape {
  static constexpr int kDegrees = Degrees;
  static constexpr bool kAngular = Angular;
  static constexpr bool kLinear = Linear;
};

// Calls visitor(JointShape<...>{}) for the joint's type.
template <class Visitor>
CAROM_INLINE auto visit_shape(JointType type, Visitor visitor) {
  return visit_joint(
      type, [&](auto joint) __attribute__((always_inline)) {
        return visitor(JointShape<static_cast<int>(joint.kRates.size()), joint.kTurns, joint.kSlides>{});
      });
}

// Sᵀ (torque, force) for column S
template <class Shape>
CAROM_INLINE double project(const JointColumn& S, const PackedVector3& torque, const PackedVector3& force) {
  if constexpr (!Shape::kLinear) return dot(S.angular, torque);
  if constexpr (!Shape::kAngular) return dot(S.linear, force);
  return dot(S.angular, torque) + dot(S.linear, force);
}

// D⁻¹ of a small symmetric positive definite matrix by Cholesky; false where it is not positive definite.
template <int N>
CAROM_INLINE bool invert(double (&D)[N][N]) {
  if constexpr (N == 1) {
    if (!(D[0][0] > 0.0)) return false;
    D[0][0] = 1.0 / D[0][0];
    return true;
  } else {
    double L[N][N], X[N][N] = {};  // D = L Lᵀ, X = L⁻¹
    for (int j = 0; j < N; ++j) {
      double pivot = D[j][j];
      for (int k = 0; k < j; ++k) pivot -= L[j][k] * L[j][k];
      // What is left of a pivot after cancellation below round-off is noise, not inertia.
      if (!(pivot > 1e-15 * D[j][j])) return false;
      L[j][j] = std::sqrt(pivot);
      for (int i = j + 1; i < N; ++i) {
        double sum = D[i][j];
        for (int k = 0; k < j; ++k) sum -= L[i][k] * L[j][k];
        L[i][j] = sum / L[j][j];
      }
    }
    for (int j = 0; j < N; ++j) {
      X[j][j] = 1.0 / L[j][j];
      for (int i = j + 1; i < N; ++i) {
        double sum = 0.0;
        for (int k = j; k < i; ++k) sum -= L[i][k] * X[k][j];
        X[i][j] = sum / L[i][i];
      }
    }
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j <= i; ++j) {
        double sum = 0.0;
        for (int k = i; k < N; ++k) sum += X[k][i] * X[k][j];
        D[i][j] = D[j][i] = sum;
      }
    }
    return true;
  }
}

// The same for a symmetric 3×3 matrix by its cofactors, with one division; `largest` holds what its diagonal was made
// of.
CAROM_INLINE bool invert_by_cofactors(const PackedMatrix3& largest, PackedMatrix3& matrix) {
  const double a = matrix.column[0][0], b = matrix.column[0][1], c = matrix.column[0][2];
  const double d = matrix.column[1][1], e = matrix.column[1][2], f = matrix.column[2][2];
  const double A = d * f - e * e, B = c * e - b * f, C = b * e - c * d, minor = a * d - b * b;
  const double determinant = a * A + b * B + c * C;
  // The pivots of an elimination; what is left of one after cancellation below round-off is noise, not inertia.
  constexpr double kNoise = 1e-15;
  if (!(a > kNoise * largest.column[0][0] && minor > kNoise * a * largest.column[1][1] &&
        determinant > kNoise * minor * largest.column[2][2])) {
    return false;
  }
  const double scale = 1.0 / determinant, E = scale * (b * c - a * e);
  matrix = {{scale * A, scale * B, scale * C}, {scale * B, scale * (a * f - c * c), E}, {scale * C, E, scale * minor}};
  return true;
}

// The columns of a free joint are the axes R of its frame, for rotation and again for translation: S = diag(R, R). Then
// the gain U D⁻¹ = S⁻ᵀ is S itself, and D = (A B; Bᵀ C) is inverted by blocks: with V = C⁻¹Bᵀ and X = (A − B V)⁻¹,
// D⁻¹ = (X −X Vᵀ; −V X  C⁻¹ + V X Vᵀ).
CAROM_INLINE bool factor_free_joint(const ArticulatedBody& body, const JointColumn* S, ArticulatedColumn* columns) {
  const PackedMatrix3 R{S[0].angular, S[1].angular, S[2].angular}, R_transposed = transpose(R);
  const PackedMatrix3 I_R = body.angular * R, H_R = body.coupling * R, M_R = body.linear * R;
  const PackedMatrix3 Ht_R = transpose(body.coupling) * R;
  const PackedMatrix3 A = R_transposed * I_R, B = R_transposed * H_R;
  const PackedMatrix3 C = R_transposed * M_R;
  PackedMatrix3 C_inverse = C;
  if (!invert_by_cofactors(C, C_inverse)) return false;
  const PackedMatrix3 V = C_inverse * transpose(B);
  PackedMatrix3 X = A - B * V;
  if (!invert_by_cofactors(A, X)) return false;
  const PackedMatrix3 V_X = V * X, lower = C_inverse + times_transpose(V_X, V);
  for (int k = 0; k < 3; ++k) {
    ArticulatedColumn& turn = columns[k];
    ArticulatedColumn& shift = columns[3 + k];
    turn.U_torque = I_R.column[k], turn.U_force = Ht_R.column[k];
    shift.U_torque = H_R.column[k], shift.U_force = M_R.column[k];
    turn.gain_torque = S[k].angular, turn.gain_force = PackedVector3();
    shift.gain_torque = PackedVector3(), shift.gain_force = S[3 + k].linear;
    for (int j = 0; j < 3; ++j) {
      const auto place = static_cast<std::size_t>(j);
      turn.D_inverse[place] = X.column[j][k];
      turn.D_inverse[3 + place] = -V_X.column[k][j];
      shift.D_inverse[place] = -V_X.column[j][k];
      shift.D_inverse[3 + place] = lower.column[j][k];
    }
  }
  return true;
}

// A body that is alone needs no joint: what moves it is the inverse of its inertia about the centre of mass, at c from
// its origin.
CAROM_INLINE bool invert_lone_body(const Body& body, const BodyMotion& motion, ArticulatedBody& out) {
  if (!(body.mass > 0.0)) return false;
  const PackedVector3 c = motion.mass_moment * (1.0 / body.mass);
  out.angular = motion.inertia + outer(motion.mass_moment, c) - make_diagonal(1.0) * dot(motion.mass_moment, c);
  return invert_by_cofactors(motion.inertia, out.angular);
}

// U = 𝕀 S, D⁻¹ and the gain for one joint.
template <class Shape>
CAROM_INLINE bool factor_joint(const ArticulatedBody& body, const JointColumn* S, ArticulatedColumn* columns) {
  constexpr int N = Shape::kDegrees;
  const PackedMatrix3 coupling_transposed = transpose(body.coupling);
  for (int k = 0; k < N; ++k) {
    PackedVector3 torque, force;
    if constexpr (Shape::kAngular) {
      torque = body.angular * S[k].angular;
      force = coupling_transposed * S[k].angular;
    }
    if constexpr (Shape::kLinear) {
      torque += body.coupling * S[k].linear;
      force += body.linear * S[k].linear;
    }
    columns[k].U_torque = torque;
    columns[k].U_force = force;
  }
  double D[N][N];
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) D[i][j] = project<Shape>(S[i], columns[j].U_torque, columns[j].U_force);
  }
  if (!invert<N>(D)) return false;
  for (int k = 0; k < N; ++k) {
    PackedVector3 torque = columns[0].U_torque * D[0][k], force = columns[0].U_force * D[0][k];
    for (int j = 1; j < N; ++j) {
      torque += columns[j].U_torque * D[j][k];
      force += columns[j].U_force * D[j][k];
    }
    columns[k].gain_torque = torque;
    columns[k].gain_force = force;
    for (int j = 0; j < N; ++j) columns[k].D_inverse[static_cast<std::size_t>(j)] = D[k][j];
  }
  return true;
}

// u = τ − Sᵀ(n₀, f₀), kept as D⁻¹ u; adds U D⁻¹ u to the bias that goes to the parent.
template <class Shape>
CAROM_INLINE void push_joint(const JointColumn* S, const double* efforts, const PackedVector3& bias_torque,
                             const PackedVector3& bias_force, ArticulatedColumn* columns, PackedVector3& torque,
                             PackedVector3& force) {
  constexpr int N = Shape::kDegrees;
  double u[N];
  for (int k = 0; k < N; ++k) u[k] = efforts[k] - project<Shape>(S[k], bias_torque, bias_force);
  for (int k = 0; k < N; ++k) {
    double drive = 0.0;
    for (int j = 0; j < N; ++j) drive += columns[k].D_inverse[static_cast<std::size_t>(j)] * u[j];
    columns[k].drive = drive;
    torque += columns[k].U_torque * drive;
    force += columns[k].U_force * drive;
  }
}

// What the parent feels: the articulated body without the motion that the joint leaves free.
template <class Shape>
CAROM_INLINE void remove_free_motion(const ArticulatedColumn* columns, PackedMatrix3& angular, PackedMatrix3& coupling,
                                     PackedMatrix3& linear) {
  for (int k = 0; k < Shape::kDegrees; ++k) {
    const ArticulatedColumn& column = columns[k];
    for (int j = 0; j < 3; ++j) {
      angular.column[j] -= column.gain_torque * column.U_torque[j];
      coupling.column[j] -= column.gain_torque * column.U_force[j];
      linear.column[j] -= column.gain_force * column.U_force[j];
    }
  }
}

// Adds an articulated body at p_PB from the parent's origin to the parent: with r = p_PB,
// H' = H + [r]M and I' = I − K − Kᵀ, K = (H + ½ [r]M)[r].
CAROM_INLINE void add_to_parent(const PackedVector3& r, const PackedMatrix3& angular, const PackedMatrix3& coupling,
                                const PackedMatrix3& linear, ArticulatedBody& parent) {
  const PackedMatrix3 moved = skew_times(r, linear);
  const PackedMatrix3 K = times_skew(coupling + moved * 0.5, r);
  const PackedMatrix3 K_transposed = transpose(K);
  for (int j = 0; j < 3; ++j) {
    parent.angular.column[j] += angular.column[j] - K.column[j] - K_transposed.column[j];
    parent.coupling.column[j] += coupling.column[j] + moved.column[j];
    parent.linear.column[j] += linear.column[j];
  }
}

CAROM_INLINE void start_body(const Body& body, const BodyMotion& motion, const Wrench& applied, ArticulatedBody& out) {
  // Euler's equations at Bo: gyroscopic torque and centripetal force, less what is applied.
  out.bias_torque = cross(motion.w_WB, motion.inertia * motion.w_WB) - applied.torque;
  out.bias_force = cross(motion.w_WB, cross(motion.w_WB, motion.mass_moment)) - applied.force;
  if (body.alone) return;
  out.angular = motion.inertia;
  out.coupling = skew(motion.mass_moment);
  out.linear = make_diagonal(body.mass);
}

template <class Shape>
CAROM_INLINE bool sweep_inwards_through(const Body& body, const BodyMotion& motion, const JointColumn* S,
                                        const double* efforts, const double* given, const ArticulatedBody& self,
                                        ArticulatedColumn* columns, ArticulatedBody& parent) {
  PackedMatrix3 angular = self.angular, coupling = self.coupling, linear = self.linear;
  PackedVector3 torque = self.bias_torque, force = self.bias_force;
  PackedVector3 bias_angular = motion.bias_angular, bias_linear = motion.bias_linear;
  if constexpr (Shape::kDegrees > 0) {
    if (!body.driven) {
      if constexpr (Shape::kDegrees == 6) {
        if (!factor_free_joint(self, S, columns)) return false;
      } else if (!factor_joint<Shape>(self, S, columns)) {
        return false;
      }
      push_joint<Shape>(S, efforts, self.bias_torque, self.bias_force, columns, torque, force);
      if (body.parent > 0) remove_free_motion<Shape>(columns, angular, coupling, linear);
    } else {
      for (int k = 0; k < Shape::kDegrees; ++k) {
        bias_angular += S[k].angular * given[k];
        bias_linear += S[k].linear * given[k];
      }
    }
  }
  if (body.parent == 0) return true;  // nobody asks what the world feels
  torque += angular * bias_angular + coupling * bias_linear;
  force += transpose(coupling) * bias_angular + linear * bias_linear;
  parent.bias_torque += torque + cross(motion.p_PB, force);
  parent.bias_force += force;
  add_to_parent(motion.p_PB, angular, coupling, linear, parent);
  return true;
}

// v̇_k = (D⁻¹u)_k − K_kᵀ (α', a'), then the body's own acceleration; (α', a') is the parent's, carried to Bo.
template <class Shape>
CAROM_INLINE void sweep_outwards_through(const Body& body, const JointColumn* S, const ArticulatedColumn* columns,
                                         PackedVector3& angular, PackedVector3& linear, double* v_rate) {
  constexpr int N = Shape::kDegrees;
  if (!body.driven) {
    for (int k = 0; k < N; ++k) {
      const Lanes sum = columns[k].gain_torque.lanes * angular.lanes + columns[k].gain_force.lanes * linear.lanes;
      v_rate[k] = columns[k].drive - (sum[0] + sum[1] + sum[2]);
    }
  }
  for (int k = 0; k < N; ++k) {
    if constexpr (Shape::kAngular) angular += S[k].angular * v_rate[k];
    if constexpr (Shape::kLinear) linear += S[k].linear * v_rate[k];
  }
}

// Newton's and Euler's equations for a body that is alone, in a world that accelerates.
CAROM_INLINE void move_lone_body(const Body& body, const BodyMotion& motion, const JointColumn* S,
                                 const double* efforts, const PackedVector3& world, ArticulatedBody& self,
                                 double* v_rate) {
  const PackedMatrix3 R{S[0].angular, S[1].angular, S[2].angular};
  const PackedVector3 force = R * PackedVector3(efforts[3], efforts[4], efforts[5]) - self.bias_force;
  const PackedVector3 torque = R * PackedVector3(efforts[0], efforts[1], efforts[2]) - self.bias_torque;
  const double inverse_mass = 1.0 / body.mass;
  const PackedVector3 c = motion.mass_moment * inverse_mass;
  self.angular_acceleration = self.angular * (torque - cross(c, force));
  self.linear_acceleration = force * inverse_mass - cross(self.angular_acceleration, c);
  const PackedVector3 turning = transpose_times(R, self.angular_acceleration);
  const PackedVector3 shifting = transpose_times(R, self.linear_acceleration - world);
  for (int k = 0; k < 3; ++k) v_rate[k] = turning[k], v_rate[3 + k] = shifting[k];
}

CAROM_VECTORIZED int sweep_inwards(const Body* bodies, int count, const BodyMotion* motions, const JointColumn* S,
                                   const double* efforts, const Wrench* wrenches, const double* given,
                                   ArticulatedBody* articulated, ArticulatedColumn* columns) {
  for (int i = 1; i < count; ++i) start_body(bodies[i], motions[i], wrenches[i], articulated[i]);
  for (int i = count - 1; i > 0; --i) {
    const Body& body = bodies[i];
    const int first = body.velocity_start;
    if (body.alone) {
      if (!invert_lone_body(body, motions[i], articulated[i])) return i;
      continue;
    }
    const bool fine = visit_shape(
        body.type, [&](auto shape) __attribute__((always_inline)) {
          return sweep_inwards_through<decltype(shape)>(body, motions[i], S + first, efforts + first, given + first,
                                                        articulated[i], columns + first, articulated[body.parent]);
        });
    if (!fine) return i;
  }
  return -1;
}

CAROM_VECTORIZED void sweep_outwards(const Body* bodies, int count, const BodyMotion* motions, const JointColumn* S,
                                     const double* efforts, const PackedVector3& gravity, ArticulatedBody* articulated,
                                     const ArticulatedColumn* columns, double* v_rate) {
  // The world accelerates against gravity: then gravity need not be applied to every body.
  articulated[0].angular_acceleration = PackedVector3();
  articulated[0].linear_acceleration = -gravity;
  for (int i = 1; i < count; ++i) {
    const Body& body = bodies[i];
    const ArticulatedBody& parent = articulated[body.parent];
    if (body.alone) {
      const int first = body.velocity_start;
      move_lone_body(body, motions[i], S + first, efforts + first, parent.linear_acceleration, articulated[i],
                     v_rate + first);
      continue;
    }
    PackedVector3 angular = parent.angular_acceleration + motions[i].bias_angular;
    PackedVector3 linear =
        parent.linear_acceleration + cross(parent.angular_acceleration, motions[i].p_PB) + motions[i].bias_linear;
    visit_shape(
        body.type, [&](auto shape) __attribute__((always_inline)) {
          const int first = body.velocity_start;
          sweep_outwards_through<decltype(shape)>(body, S + first, columns + first, angular, linear, v_rate + first);
        });
    articulated[i].angular_acceleration = angular;
    articulated[i].linear_acceleration = linear;
  }
}

CAROM_VECTORIZED void sweep_response(const Body* bodies, int count, const BodyMotion* motions, const JointColumn* S,
                                     const double* efforts, const Wrench* wrenches, ArticulatedBody* articulated,
                                     ArticulatedColumn* columns, double* v_rate) {
  for (int i = 1; i < count; ++i) {
    articulated[i].bias_torque = -wrenches[i].torque;
    articulated[i].bias_force = -wrenches[i].force;
  }
  for (int i = count - 1; i > 0; --i) {
    const Body& body = bodies[i];
    if (body.alone) continue;
    ArticulatedBody& self = articulated[i];
    PackedVector3 torque = self.bias_torque, force = self.bias_force;
    visit_shape(
        body.type, [&](auto shape) __attribute__((always_inline)) {
          using Shape = decltype(shape);
          const int first = body.velocity_start;
          if constexpr (Shape::kDegrees > 0) {
            if (body.driven) return;
            push_joint<Shape>(S + first, efforts + first, self.bias_torque, self.bias_force, columns + first, torque,
                              force);
          }
        });
    if (body.parent == 0) continue;
    articulated[body.parent].bias_torque += torque + cross(motions[i].p_PB, force);
    articulated[body.parent].bias_force += force;
  }
  articulated[0].angular_acceleration = articulated[0].linear_acceleration = PackedVector3();
  for (int i = 1; i < count; ++i) {
    const Body& body = bodies[i];
    if (body.alone) {
      const int first = body.velocity_start;
      move_lone_body(body, motions[i], S + first, efforts + first, PackedVector3(), articulated[i], v_rate + first);
      continue;
    }
    const ArticulatedBody& parent = articulated[body.parent];
    PackedVector3 angular = parent.angular_acceleration;
    PackedVector3 linear = parent.linear_acceleration + cross(parent.angular_acceleration, motions[i].p_PB);
    visit_shape(
        body.type, [&](auto shape) __attribute__((always_inline)) {
          const int first = body.velocity_start;
          if (body.driven) {
            for (int k = 0; k < decltype(shape)::kDegrees; ++k) v_rate[first + k] = 0.0;
          }
          sweep_outwards_through<decltype(shape)>(body, S + first, columns + first, angular, linear, v_rate + first);
        });
    articulated[i].angular_acceleration = angular;
    articulated[i].linear_acceleration = linear;
  }
}

// With c to the centre of mass and X = I⁻¹ about it, all in the axes of the body's velocities:
// M⁻¹ = (X −X[c]; [c]X 1/m − [c]X[c]).
CAROM_VECTORIZED void invert_lone_inertia(double mass, const BodyMotion& motion, const JointColumn* S,
                                          const ArticulatedBody& self, double* inverse) {
  const PackedMatrix3 R{S[0].angular, S[1].angular, S[2].angular};
  const PackedMatrix3 I_R = self.angular * R;
  const PackedVector3 c = transpose_times(R, motion.mass_moment * (1.0 / mass));
  const PackedMatrix3 X{transpose_times(R, I_R.column[0]), transpose_times(R, I_R.column[1]),
                        transpose_times(R, I_R.column[2])};
  const PackedMatrix3 c_X = skew_times(c, X), X_c = times_skew(X, c), c_X_c = times_skew(c_X, c);
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      inverse[6 * j + i] = X.column[j][i];
      inverse[6 * j + 3 + i] = c_X.column[j][i];
      inverse[6 * (3 + j) + i] = -X_c.column[j][i];
      inverse[6 * (3 + j) + 3 + i] = (i == j ? 1.0 / mass : 0.0) - c_X_c.column[j][i];
    }
  }
}

}  // namespace

ForwardDynamicsReport calc_forward_dynamics(const Model& model, const Kinematics& kinematics,
                                            const AppliedForces& applied, ArticulatedBodies& articulated,
                                            VectorRef v_rate) {
  CAROM_ASSERT(v_rate.size() == model.num_velocities());
  const Body* bodies = model.bodies().data();
  const int count = model.num_bodies();
  const int singular =
      sweep_inwards(bodies, count, kinematics.bodies.data(), kinematics.columns.data(), applied.efforts.data(),
                    applied.wrenches.data(), v_rate.data(), articulated.bodies.data(), articulated.columns.data());
  if (singular >= 0) return {singular};
  sweep_outwards(bodies, count, kinematics.bodies.data(), kinematics.columns.data(), applied.efforts.data(),
                 PackedVector3(model.gravity()), articulated.bodies.data(), articulated.columns.data(), v_rate.data());
  return {};
}

void calc_response(const Model& model, const Kinematics& kinematics, const AppliedForces& added,
                   ArticulatedBodies& articulated, VectorRef v_rate) {
  CAROM_ASSERT(v_rate.size() == model.num_velocities());
  sweep_response(model.bodies().data(), model.num_bodies(), kinematics.bodies.data(), kinematics.columns.data(),
                 added.efforts.data(), added.wrenches.data(), articulated.bodies.data(), articulated.columns.data(),
                 v_rate.data());
}

void calc_lone_inverse(const Model& model, const Kinematics& kinematics, const ArticulatedBodies& articulated, int body,
                       std::span<double> inverse) {
  const Body& own = model.body(body);
  CAROM_ASSERT(own.alone && inverse.size() == 36);
  invert_lone_inertia(own.mass, kinematics.body(body), &kinematics.column(own.velocity_start),
                      articulated.bodies[static_cast<std::size_t>(body)], inverse.data());
}

}  // namespace carom
