#include "carom/simulation/event_driven/contacts/contact_rows.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "carom/dynamics/jacobian.h"
#include "carom/math/rotation.h"
#include "carom/simulation/time_stepping/inertia_groups.h"

namespace carom {
namespace {

std::vector<int> rank_bodies(const Model& model) {
  std::vector<int> bodies(static_cast<std::size_t>(model.num_bodies())), ranks(bodies.size());
  std::iota(bodies.begin(), bodies.end(), 0);
  std::ranges::sort(bodies, {}, [&](int body) { return model.spec(BodyIndex(body)).name; });
  for (std::size_t i = 0; i < bodies.size(); ++i) ranks[static_cast<std::size_t>(bodies[i])] = static_cast<int>(i);
  return ranks;
}

}  // namespace

ContactRows::ContactRows(const Model& model)
    : order_(model),
      groups_(std::make_unique<InertiaGroups>(model)),
      ranks_(rank_bodies(model)),
      first_of_body_(static_cast<std::size_t>(model.num_bodies()), -1),
      multipliers_(model.num_constraint_rows(), 0),
      J_a_(6, model.num_velocities()),
      J_b_(6, model.num_velocities()),
      X_column_(model.num_velocities()),
      along_loops_(model.num_constraint_rows()),
      change_(model.num_velocities()),
      scratch_(model) {
  grow(4);
}

ContactRows::~ContactRows() = default;

void ContactRows::grow(int blocks) {
  if (3 * blocks <= G_.cols()) return;
  const int capacity = std::max(3 * blocks, 2 * static_cast<int>(G_.cols()));
  Jt_.resize(Jt_.rows(), capacity);
  X_.resize(X_.rows(), capacity);
  multipliers_.resize(Eigen::NoChange, capacity);
  G_.resize(capacity, capacity);
  given_.resize(capacity);
  axes_.resize(static_cast<std::size_t>(capacity / 3));
  slots_.reserve(static_cast<std::size_t>(capacity / 3));
}

void ContactRows::grow_places(std::size_t places) {
  const auto needed = static_cast<Eigen::Index>(places);
  if (needed <= Jt_.rows()) return;
  Jt_.resize(needed, Eigen::NoChange);
  X_.resize(needed, Eigen::NoChange);
}

void ContactRows::find_turning(const RigidContacts& contacts) {
  turning_.clear();
  turning_rows_.assign(slots_.size(), -1);
  if (!contacts.any_resists_turning()) return;
  for (int c = 0; c < count(); ++c) {
    if (!contacts.resists_turning(slots_[static_cast<std::size_t>(c)])) continue;
    turning_rows_[static_cast<std::size_t>(c)] = size();
    turning_.push_back(c);
  }
}

void ContactRows::calc_axes(const RigidContacts& contacts) {
  for (int c = 0; c < count(); ++c) {
    const Vector3& normal = contacts.motion(slots_[static_cast<std::size_t>(c)]).normal;
    Matrix3& axes = axes_[static_cast<std::size_t>(c)];
    axes.col(2) = normal;
    axes.col(0) = find_perpendicular(normal);
    axes.col(1) = normal.cross(axes.col(0));
  }
}

void ContactRows::calc(const Model& model, const Kinematics& kinematics, const RigidContacts& contacts,
                       std::span<const int> slots, ArticulatedBodies& articulated, ConstraintWorkspace& constraints) {
  slots_.assign(slots.begin(), slots.end());
  find_turning(contacts);
  grow(num_blocks());
  calc_axes(contacts);
  local_ = are_lone(contacts);
  if (local_) {
    calc_lone(model, kinematics, contacts, articulated);
  } else {
    calc_whole(model, kinematics, contacts, articulated, constraints);
  }
  given_.head(size()).setZero();
  if (local_) calc_given(kinematics, contacts);
}

void ContactRows::calc_jacobian_of(const Model& model, const Kinematics& kinematics,
                                   const RigidContacts::Motion& motion, int contact) {
  const auto arm = [&](int body) -> Vector3 { return motion.point - as_eigen(kinematics.body(body).p_WB); };
  calc_jacobian(model, kinematics, motion.body_a, arm(motion.body_a), J_a_);
  calc_jacobian(model, kinematics, motion.body_b, arm(motion.body_b), J_b_);
  J_a_.bottomRows<3>() -= J_b_.bottomRows<3>();
  for (std::size_t k = 0; k < places_.size(); ++k) {
    Jt_.block<1, 3>(static_cast<Eigen::Index>(k), 3 * contact).noalias() =
        J_a_.block<3, 1>(3, places_[k]).transpose().lazyProduct(axes(contact));
  }
}

void ContactRows::calc_turning_jacobian_of(const Model& model, const Kinematics& kinematics,
                                           const RigidContacts::Motion& motion, int block) {
  calc_jacobian(model, kinematics, motion.body_a, Vector3::Zero(), J_a_);
  calc_jacobian(model, kinematics, motion.body_b, Vector3::Zero(), J_b_);
  J_a_.topRows<3>() -= J_b_.topRows<3>();
  for (std::size_t k = 0; k < places_.size(); ++k) {
    Jt_.block<1, 3>(static_cast<Eigen::Index>(k), 3 * block).noalias() =
        motion.length * J_a_.block<3, 1>(0, places_[k]).transpose().lazyProduct(axes(contact_of(block)));
  }
}

// All velocities of the mechanism.
void ContactRows::calc_whole(const Model& model, const Kinematics& kinematics, const RigidContacts& contacts,
                             ArticulatedBodies& articulated, ConstraintWorkspace& constraints) {
  places_ = order_.velocities;
  grow_places(places_.size());
  for (int c = 0; c < count(); ++c)
    calc_jacobian_of(model, kinematics, contacts.motion(slots_[static_cast<std::size_t>(c)]), c);
  for (int block = count(); block < num_blocks(); ++block) {
    calc_turning_jacobian_of(model, kinematics, motion_of(contacts, block), block);
  }
  scratch_.set_zero();
  for (int r = 0; r < size(); ++r) {
    // As if there were no loops,
    for (std::size_t k = 0; k < places_.size(); ++k) {
      scratch_.efforts[places_[k]] = Jt_(static_cast<Eigen::Index>(k), r);
    }
    calc_response(model, kinematics, scratch_, articulated, X_column_);
    if (!constraints.rows.empty()) {
      // then with the forces that keep them closed.
      along_loops_.noalias() = -constraints.J.lazyProduct(X_column_);
      (void)constraints.solver.solve(along_loops_, multipliers_.col(r));
      X_column_ += constraints.M_inverse_Jt.lazyProduct(multipliers_.col(r));
    }
    for (std::size_t k = 0; k < places_.size(); ++k) X_(static_cast<Eigen::Index>(k), r) = X_column_[places_[k]];
  }
  const auto used = static_cast<Eigen::Index>(places_.size());
  G_.topLeftCorner(size(), size()).noalias() =
      Jt_.topLeftCorner(used, size()).transpose().lazyProduct(X_.topLeftCorner(used, size()));
}

bool ContactRows::are_lone(const RigidContacts& contacts) const {
  const auto is_fit = [&](int body) { return groups_->group_of_body(body) < 0 || groups_->is_lone(body); };
  return std::ranges::all_of(
      slots_, [&](int slot) { return is_fit(contacts.motion(slot).body_a) && is_fit(contacts.motion(slot).body_b); });
}

void ContactRows::find_bodies(const Model& model, const RigidContacts& contacts) {
  for (const int body : bodies_) first_of_body_[static_cast<std::size_t>(body)] = -1;
  bodies_.clear();
  for (const int slot : slots_) {
    for (const int body : {contacts.motion(slot).body_a, contacts.motion(slot).body_b}) {
      int& first = first_of_body_[static_cast<std::size_t>(body)];
      if (groups_->group_of_body(body) < 0 || first >= 0) continue;
      first = 0;
      bodies_.push_back(body);
    }
  }
  std::ranges::sort(bodies_, {}, [&](int body) { return ranks_[static_cast<std::size_t>(body)]; });
  places_.clear();
  for (const int body : bodies_) {
    first_of_body_[static_cast<std::size_t>(body)] = static_cast<int>(places_.size());
    for (int k = 0; k < 6; ++k) places_.push_back(model.body(body).velocity_start + k);
  }
}

// The columns of a free joint are the axes R of the body, for rotation and again for translation.
void ContactRows::calc_lone_jacobian(const Model& model, const Kinematics& kinematics,
                                     const RigidContacts::Motion& motion, int block, int side) {
  const int body = side == 0 ? motion.body_a : motion.body_b;
  const int first = first_of_body_[static_cast<std::size_t>(body)];
  if (first < 0) return;
  const Vector3 arm = motion.point - as_eigen(kinematics.body(body).p_WB);
  const JointColumn* columns = &kinematics.column(model.body(body).velocity_start);
  const Matrix3& axes = this->axes(contact_of(block));
  Matrix3 R, moments;
  for (int k = 0; k < 3; ++k) {
    R.col(k) = (side == 0 ? 1.0 : -1.0) * as_eigen(columns[k].angular);
    moments.col(k) = arm.cross(axes.col(k));
  }
  auto Jt = Jt_.block<6, 3>(first, 3 * block);
  if (block >= count()) {
    Jt.topRows<3>().noalias() = motion.length * R.transpose().lazyProduct(axes);
    return;
  }
  Jt.topRows<3>().noalias() = R.transpose().lazyProduct(moments);
  Jt.bottomRows<3>().noalias() = R.transpose().lazyProduct(axes);
}

// Contacts of free bodies alone: a few velocities each, whatever else there is.
void ContactRows::calc_lone(const Model& model, const Kinematics& kinematics, const RigidContacts& contacts,
                            const ArticulatedBodies& articulated) {
  find_bodies(model, contacts);
  grow_places(places_.size());
  const auto used = static_cast<Eigen::Index>(places_.size());
  Jt_.topLeftCorner(used, size()).setZero();
  X_.topLeftCorner(used, size()).setZero();
  for (int block = 0; block < num_blocks(); ++block) {
    const RigidContacts::Motion& motion = motion_of(contacts, block);
    for (const int side : {0, 1}) calc_lone_jacobian(model, kinematics, motion, block, side);
  }
  for (const int body : bodies_) {
    std::array<double, 36> inverse{};
    calc_lone_inverse(model, kinematics, articulated, body, inverse);
    const Eigen::Map<const Eigen::Matrix<double, 6, 6>> M_inverse(inverse.data());
    const int first = first_of_body_[static_cast<std::size_t>(body)];
    for (int block = 0; block < num_blocks(); ++block) {
      const RigidContacts::Motion& motion = motion_of(contacts, block);
      if (motion.body_a != body && motion.body_b != body) continue;
      X_.block<6, 3>(first, 3 * block).noalias() = M_inverse.lazyProduct(Jt_.block<6, 3>(first, 3 * block));
    }
  }
  calc_lone_inertia(contacts);
}

// Of driven bodies, and of those that they carry.
void ContactRows::calc_given(const Kinematics& kinematics, const RigidContacts& contacts) {
  for (int block = 0; block < num_blocks(); ++block) {
    const RigidContacts::Motion& motion = motion_of(contacts, block);
    for (const int side : {0, 1}) {
      const int body = side == 0 ? motion.body_a : motion.body_b;
      if (first_of_body_[static_cast<std::size_t>(body)] >= 0) continue;
      const BodyMotion& given = kinematics.body(body);
      const Vector3 arm = motion.point - as_eigen(given.p_WB), turning = as_eigen(given.w_WB);
      const Vector3 velocity =
          block < count() ? Vector3(as_eigen(given.v_WB) + turning.cross(arm)) : Vector3(motion.length * turning);
      const double sign = side == 0 ? 1.0 : -1.0;
      given_.segment<3>(3 * block) += sign * (axes(contact_of(block)).transpose() * velocity);
    }
  }
}

// Contacts that share no body have nothing in common. Those that share two add them in the order of their names.
void ContactRows::calc_lone_inertia(const RigidContacts& contacts) {
  for (int i = 0; i < num_blocks(); ++i) {
    const RigidContacts::Motion& own = motion_of(contacts, i);
    int first[2] = {first_of_body_[static_cast<std::size_t>(own.body_a)],
                    first_of_body_[static_cast<std::size_t>(own.body_b)]};
    if (first[1] < first[0]) std::swap(first[0], first[1]);
    for (int j = 0; j < num_blocks(); ++j) {
      const RigidContacts::Motion& other = motion_of(contacts, j);
      auto G = G_.block<3, 3>(3 * i, 3 * j);
      G.setZero();
      for (const int place : first) {
        const bool shared = place >= 0 && (place == first_of_body_[static_cast<std::size_t>(other.body_a)] ||
                                           place == first_of_body_[static_cast<std::size_t>(other.body_b)]);
        if (!shared) continue;
        G.noalias() += Jt_.block<6, 3>(place, 3 * i).transpose().lazyProduct(X_.block<6, 3>(place, 3 * j));
      }
    }
  }
}

void ContactRows::add_response(const ConstVectorRef& impulse, VectorRef v) const {
  const auto used = static_cast<Eigen::Index>(places_.size());
  change_.head(used).noalias() = X_.topLeftCorner(used, size()).lazyProduct(impulse);
  for (Eigen::Index k = 0; k < used; ++k) v[places_[static_cast<std::size_t>(k)]] += change_[k];
}

void ContactRows::add_response(int row, double impulse, VectorRef v) const {
  for (std::size_t k = 0; k < places_.size(); ++k) v[places_[k]] += impulse * X_(static_cast<Eigen::Index>(k), row);
}

double ContactRows::calc_product(int contact, const ConstVectorRef& u, const ConstVectorRef& p) const {
  const double product = u.segment<3>(3 * contact).dot(p.segment<3>(3 * contact));
  const int row = turning_row(contact);
  return row < 0 ? product : product + u.segment<3>(row).dot(p.segment<3>(row));
}

double ContactRows::calc_change(int row, const ConstVectorRef& v) const {
  double rate = 0.0;
  for (std::size_t k = 0; k < places_.size(); ++k) rate += Jt_(static_cast<Eigen::Index>(k), row) * v[places_[k]];
  return rate;
}

}  // namespace carom
