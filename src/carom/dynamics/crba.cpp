#include "carom/dynamics/crba.h"

#include "carom/base/assert.h"

namespace carom {
namespace {

// 𝕀 moved from Bo to Po = Bo − r: with h the mass moment, I' = I − [r][h] − [h][r] − m [r][r].
CAROM_INLINE void add_to_parent(const PackedVector3& r, const CompositeBody& child, CompositeBody& parent) {
  const PackedMatrix3 half = skew_times(r, skew(child.mass_moment + r * (0.5 * child.mass)));
  const PackedMatrix3 half_transposed = transpose(half);
  parent.mass += child.mass;
  parent.mass_moment += child.mass_moment + r * child.mass;
  parent.inertia += child.inertia - half - half_transposed;
}

CAROM_VECTORIZED void sweep(const Body* bodies, int count, const BodyMotion* motions, const JointColumn* S,
                            CompositeBody* composites, double* M, int stride) {
  for (int i = 0; i < count; ++i) composites[i] = {bodies[i].mass, motions[i].mass_moment, motions[i].inertia};
  for (int i = count - 1; i > 0; --i) {
    const Body& body = bodies[i];
    if (body.parent > 0) add_to_parent(motions[i].p_PB, composites[i], composites[body.parent]);
    const CompositeBody& composite = composites[i];
    for (int k = body.velocity_start; k < body.velocity_start + body.degrees; ++k) {
      // The wrench that accelerates the composite along column k, carried from joint to joint towards the world.
      PackedVector3 torque = composite.inertia * S[k].angular + cross(composite.mass_moment, S[k].linear);
      PackedVector3 force = S[k].linear * composite.mass + cross(S[k].angular, composite.mass_moment);
      for (int j = body.velocity_start; j <= k; ++j) {
        M[j + stride * k] = M[k + stride * j] = dot(S[j].angular, torque) + dot(S[j].linear, force);
      }
      for (int a = i; bodies[a].parent > 0; a = bodies[a].parent) {
        torque += cross(motions[a].p_PB, force);
        const Body& ancestor = bodies[bodies[a].parent];
        for (int j = ancestor.velocity_start; j < ancestor.velocity_start + ancestor.degrees; ++j) {
          M[j + stride * k] = M[k + stride * j] = dot(S[j].angular, torque) + dot(S[j].linear, force);
        }
      }
    }
  }
}

}  // namespace

void calc_mass_matrix(const Model& model, const Kinematics& kinematics, CompositeBodies& workspace, MatrixRef M) {
  CAROM_ASSERT(M.rows() == model.num_velocities() && M.cols() == model.num_velocities());
  M.setZero();
  sweep(model.bodies().data(), model.num_bodies(), kinematics.bodies.data(), kinematics.columns.data(),
        workspace.bodies.data(), M.data(), static_cast<int>(M.outerStride()));
}

}  // namespace carom
