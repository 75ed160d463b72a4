#include "carom/model/moved_inertia.h"

#include <array>
#include <cstddef>
#include <string>

#include <Eigen/Eigenvalues>

#include "carom/base/input_error.h"
#include "carom/math/rotation.h"
#include "carom/model/body_compiler.h"
#include "carom/model/joints/all_joints.h"
#include "carom/model/spec_checks.h"

namespace carom {
namespace {

// How the joint's velocities move B against F at position zero: (w, v of Bo) = S v.
using JointMatrix = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
JointMatrix make_joint_matrix(Body body) {
  body.R_PF = make_diagonal(1.0);
  set_axis(as_eigen(body.axis), body);
  return visit_joint(body.type, [&body](auto joint) {
    const std::array<double, 7> q{joint.kHasQuaternion ? 1.0 : 0.0};
    const std::array<double, 6> v{};
    std::array<JointColumn, 6> columns;
    JointMotion motion;
    joint.move(body, make_diagonal(1.0), q.data(), v.data(), columns.data(), motion);
    JointMatrix S(6, body.degrees);
    for (int k = 0; k < body.degrees; ++k) {
      const JointColumn& column = columns[static_cast<std::size_t>(k)];
      S.col(k) << as_eigen(column.angular), as_eigen(column.linear);
    }
    return S;
  });
}

void check_moved_inertia(const Body& body, const BodySpec& spec, const MassProperties& moved) {
  Matrix6 inertia;
  const Matrix3 moment = moved.mass * skew(moved.center_of_mass);
  inertia << calc_inertia_about_origin(moved), moment, moment.transpose(), moved.mass * Matrix3::Identity();
  const JointMatrix S = make_joint_matrix(body);
  MatrixX D = S.transpose() * inertia * S;

  const std::string element = describe("joint of body", spec.name);
  for (int k = 0; k < D.rows(); ++k) {
    if (D(k, k) > 0.0) continue;
    if (S.col(k).head<3>().isZero(0.0)) {
      throw InputError(element, "moves no mass: give this body or one that hangs on it a mass above 0 kg");
    }
    throw InputError(element, "turns no inertia: what hangs on it has a moment of inertia of 0 kg·m² about its axis");
  }
  // Directions may be free together that are not alone: a point mass turns about any axis beside it and can slide too,
  // but both are the same motion.
  const VectorX scale = D.diagonal().cwiseSqrt().cwiseInverse();
  const MatrixX scaled = scale.asDiagonal() * D * scale.asDiagonal();
  constexpr double kRoundOff = 1e-13;
  const double least = Eigen::SelfAdjointEigenSolver<MatrixX>(scaled, Eigen::EigenvaluesOnly).eigenvalues()[0];
  if (least > kRoundOff) return;
  throw InputError(element, "turns no inertia about some axis: a point or a thin rod cannot hang on it alone");
}

}  // namespace

void check_inertia_of_joints(const std::vector<Body>& bodies, const std::vector<BodySpec>& specs) {
  // Everything outboard, gathered from the tips inwards with all joints at zero.
  std::vector<MassProperties> outboard(bodies.size());
  for (std::size_t i = bodies.size(); i-- > 1;) {
    const MassProperties total = combine(outboard[i], specs[i].mass);
    const Body& body = bodies[i];
    if (!body.driven && body.degrees > 0) check_moved_inertia(body, specs[i], total);
    if (body.parent > 0) {
      const auto parent = static_cast<std::size_t>(body.parent);
      outboard[parent] = combine(outboard[parent], express_in(as_eigen(body.R_PF), as_eigen(body.p_PF), total));
    }
  }
}

}  // namespace carom
