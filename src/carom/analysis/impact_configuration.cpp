#include "carom/analysis/impact_configuration.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/base/nearest_name.h"
#include "carom/collision/pair_list.h"
#include "carom/dynamics/constrained_dynamics.h"
#include "carom/dynamics/force_elements.h"
#include "carom/dynamics/jacobian.h"
#include "carom/model/joints/joint_coordinates.h"
#include "carom/simulation/contacts/contact_names.h"
#include "carom/simulation/contacts/rule_pairs.h"

namespace carom {
namespace {

/// A time step for differences: short against any motion, long against rounding.
constexpr double kDifference = 1e-5;  // [s]

class ContactFinder {
 public:
  ContactFinder(const Model& model, const ContactSetup& setup)
      : model_(model),
        names_(setup.shapes),
        list_(model, setup.shapes, find_all_pairs(setup)),
        points_(list_),
        kinematics_(model) {}

  /// Contact points at a state; what follows belongs to it.
  void load(const VectorX& q, const VectorX& v) {
    calc_kinematics(model_, q, v, kinematics_);
    calc_contact_points(list_, kinematics_, points_);
  }

  [[nodiscard]] const Kinematics& kinematics() const { return kinematics_; }
  [[nodiscard]] int count() const { return list_.num_slots(); }
  [[nodiscard]] const ContactPoint& point(int slot) const { return points_.point(slot); }

  [[nodiscard]] RigidContact describe(int slot) const {
    const ContactSlot& owner = list_.slots()[static_cast<std::size_t>(slot)];
    const ContactPoint& found = point(slot);
    RigidContact contact{.gap = found.gap, .point = found.point, .normal = found.normal};
    contact.rule = rule_of_pair_[static_cast<std::size_t>(owner.pair)];
    contact.name = names_.of_point(owner.shape_a, owner.shape_b, owner.feature);
    const bool along_x = std::abs(found.normal.x()) > 0.9;
    const Vector3 axis = along_x ? Vector3::UnitY() : Vector3::UnitX();
    contact.tangent_1 = (axis - axis.dot(found.normal) * found.normal).normalized();
    contact.tangent_2 = found.normal.cross(contact.tangent_1);
    return contact;
  }

  /// Relative velocity along given tangents and the present normal.
  [[nodiscard]] Vector3 calc_velocity(int slot, const RigidContact& contact) const {
    const ContactSlot& owner = list_.slots()[static_cast<std::size_t>(slot)];
    const ShapeMotion &a = points_.shape(owner.shape_a), &b = points_.shape(owner.shape_b);
    const Vector3 relative = calc_relative_velocity(point(slot), a, b);
    return {contact.tangent_1.dot(relative), contact.tangent_2.dot(relative), calc_gap_rate(point(slot), a, b)};
  }

  /// Three rows of J: the same velocity from joint velocities.
  [[nodiscard]] MatrixX calc_rows(int slot, const RigidContact& contact) const {
    const ContactSlot& owner = list_.slots()[static_cast<std::size_t>(slot)];
    Matrix3 axes;
    axes << contact.tangent_1.transpose(), contact.tangent_2.transpose(), contact.normal.transpose();
    return axes * (calc_point_rows(owner.body_a, contact.point) - calc_point_rows(owner.body_b, contact.point));
  }

  /// Relative angular velocity about the tangents and the normal  [rad/s], and the rows that make it.
  [[nodiscard]] Vector3 calc_turning(int slot, const RigidContact& contact) const {
    const ContactSlot& owner = list_.slots()[static_cast<std::size_t>(slot)];
    const Vector3 relative = points_.shape(owner.shape_a).w_WB - points_.shape(owner.shape_b).w_WB;
    return {contact.tangent_1.dot(relative), contact.tangent_2.dot(relative), contact.normal.dot(relative)};
  }
  [[nodiscard]] MatrixX calc_turning_rows(int slot, const RigidContact& contact) const {
    const ContactSlot& owner = list_.slots()[static_cast<std::size_t>(slot)];
    Matrix3 axes;
    axes << contact.tangent_1.transpose(), contact.tangent_2.transpose(), contact.normal.transpose();
    return axes *
           (calc_jacobian_of(owner.body_a, contact.point) - calc_jacobian_of(owner.body_b, contact.point)).topRows(3);
  }

 private:
  [[nodiscard]] std::vector<ShapePair> find_all_pairs(const ContactSetup& setup) {
    std::vector<ShapePair> all;
    for (std::size_t r = 0; r < setup.rules.size(); ++r) {
      const auto pairs = find_pairs_of_rule(model_, setup, setup.rules[r]);
      all.insert(all.end(), pairs.begin(), pairs.end());
      rule_of_pair_.insert(rule_of_pair_.end(), pairs.size(), r);
    }
    if (all.empty()) throw InputError("contact", "the scene has no two shapes that can touch");
    return all;
  }
  [[nodiscard]] MatrixX calc_point_rows(int body, const Vector3& point) const {
    return calc_jacobian_of(body, point).bottomRows(3);
  }
  [[nodiscard]] MatrixX calc_jacobian_of(int body, const Vector3& point) const {
    MatrixX jacobian = MatrixX::Zero(6, model_.num_velocities());
    if (body == 0) return jacobian;
    const Vector3 origin(kinematics_.body(body).p_WB[0], kinematics_.body(body).p_WB[1],
                         kinematics_.body(body).p_WB[2]);
    calc_jacobian(model_, kinematics_, body, point - origin, jacobian);
    return jacobian;
  }

  const Model& model_;
  ContactNames names_;
  std::vector<std::size_t> rule_of_pair_;
  PairList list_;
  ContactPoints points_;
  Kinematics kinematics_;
};

/// The mechanism without its contacts: accelerations, and how velocities answer to impulses.
class FreeMechanism {
 public:
  explicit FreeMechanism(const Model& model)
      : model_(model),
        elements_(model),
        applied_(model),
        scratch_(model),
        articulated_(model),
        constraints_(model),
        acceleration_(VectorX::Zero(model.num_velocities())) {}

  void load(const State& state, const Kinematics& kinematics) {
    calc_force_elements(model_, state.time, state.q, state.v, kinematics, elements_, applied_);
    for (const JointDrive& drive : model_.joint_drives()) {
      acceleration_[drive.velocity] = drive.motion.sample(state.time).acceleration;
    }
    const auto report =
        calc_constrained_dynamics(model_, kinematics, state.q, applied_, articulated_, constraints_, acceleration_);
    if (!report.ok()) {
      throw InputError("scene",
                       fmt::format("its accelerations cannot be found {}: see 'carom check'", describe_time(state)));
    }
  }

  [[nodiscard]] const VectorX& acceleration() const { return acceleration_; }

  /// J M⁻¹ Jᵀ, with what the constraints hold taken away.
  [[nodiscard]] MatrixX calc_delassus(const Kinematics& kinematics, const MatrixX& rows) {
    MatrixX response(model_.num_velocities(), rows.rows()), delassus(rows.rows(), rows.rows());
    calc_delassus_matrix(model_, kinematics, rows, articulated_, scratch_, response, delassus);
    const auto constraint_count = static_cast<Eigen::Index>(constraints_.rows.size());
    if (constraint_count > 0) {
      const MatrixX coupling = constraints_.J * response;
      MatrixX held(constraint_count, rows.rows());
      for (Eigen::Index i = 0; i < rows.rows(); ++i) {
        VectorX multipliers(constraint_count);
        (void)constraints_.solver.solve(coupling.col(i), multipliers);
        held.col(i) = multipliers;
      }
      delassus -= coupling.transpose() * held;
    }
    return 0.5 * (delassus + delassus.transpose());
  }

 private:
  const Model& model_;
  ForceElements elements_;
  AppliedForces applied_, scratch_;
  ArticulatedBodies articulated_;
  ConstraintWorkspace constraints_;
  VectorX acceleration_;
};

// Of these names, or all of them.
std::vector<int> find_slots(const ContactFinder& finder, std::span<const std::string> names) {
  std::vector<std::string> known;
  for (int slot = 0; slot < finder.count(); ++slot) known.push_back(finder.describe(slot).name);
  std::vector<int> slots(names.empty() ? known.size() : 0);
  std::iota(slots.begin(), slots.end(), 0);
  for (const std::string& name : names) {
    const std::size_t before = slots.size();
    for (int slot = 0; slot < finder.count(); ++slot) {
      const std::string& each = known[static_cast<std::size_t>(slot)];
      if (each == name || strip_point(each) == name) slots.push_back(slot);
    }
    if (slots.size() == before) {
      throw InputError("contact " + name, fmt::format("the scene has no such contact{}", make_suggestion(name, known)));
    }
  }
  std::ranges::sort(slots);
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

std::vector<int> choose_slots(const ContactFinder& finder, const ContactSetup& setup, const State& state,
                              ContactChoice choice, const std::vector<int>& candidates) {
  const auto gap = [&](int slot) { return finder.point(slot).gap; };
  const int nearest = *std::ranges::min_element(candidates, {}, gap);
  if (choice == ContactChoice::Nearest) return {nearest};
  std::vector<int> touching;
  for (const int slot : candidates) {
    if (gap(slot) <= setup.deepest_start) touching.push_back(slot);
  }
  if (touching.empty()) {
    throw InputError("contact " + finder.describe(nearest).name,
                     fmt::format("nothing touches {}: this one is nearest, with a gap of {:.6g} m",
                                 describe_time(state), gap(nearest)));
  }
  return touching;
}

/// Drops the second tangents if nothing can move along them.
void make_planar_if_it_is(RigidConfiguration& configuration) {
  const auto count = static_cast<Eigen::Index>(configuration.contacts.size());
  const double still = 1e-12;
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < count; ++i) {
    const double mobility = configuration.delassus.diagonal().segment<3>(3 * i).maxCoeff();
    const bool dead = configuration.delassus.row(3 * i + 1).cwiseAbs().maxCoeff() <= still * mobility &&
                      std::abs(configuration.velocity(3 * i + 1)) <= still * configuration.velocity.norm();
    if (!dead) return;
    kept.push_back(3 * i);
    kept.push_back(3 * i + 2);
  }
  const auto size = static_cast<Eigen::Index>(kept.size());
  RigidConfiguration planar{.contacts = configuration.contacts,
                            .dimension = 2,
                            .delassus = MatrixX(size, size),
                            .velocity = VectorX(size),
                            .free_acceleration = VectorX(size),
                            .turning = std::move(configuration.turning)};
  for (Eigen::Index i = 0; i < size; ++i) {
    const Eigen::Index from = kept[static_cast<std::size_t>(i)];
    planar.velocity(i) = configuration.velocity(from);
    planar.free_acceleration(i) = configuration.free_acceleration(from);
    for (Eigen::Index j = 0; j < size; ++j) {
      planar.delassus(i, j) = configuration.delassus(from, kept[static_cast<std::size_t>(j)]);
    }
  }
  configuration = std::move(planar);
}

/// The six components of every contact, where one of them resists turning. `rows` are the three of each that do not
/// turn.
std::optional<RigidTurning> calc_turning(const RigidConfiguration& configuration, const ContactSetup& setup,
                                         const ContactFinder& finder, const std::vector<int>& slots,
                                         const MatrixX& rows, FreeMechanism& mechanism) {
  const std::vector<RigidContact>& contacts = configuration.contacts;
  const auto resists = [&](const RigidContact& contact) { return setup.rules[contact.rule].resists_rolling(); };
  if (std::ranges::none_of(contacts, resists)) return std::nullopt;
  const auto count = static_cast<Eigen::Index>(contacts.size());
  MatrixX all(6 * count, rows.cols());
  RigidTurning turning{.delassus = {},
                       .velocity = VectorX(6 * count),
                       .length = VectorX(count),
                       .rolling = VectorX(count),
                       .spinning = VectorX(count)};
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    all.middleRows(6 * i, 2) = rows.middleRows(3 * i, 2);
    all.middleRows(6 * i + 2, 3) = finder.calc_turning_rows(slots[place], contacts[place]);
    all.row(6 * i + 5) = rows.row(3 * i + 2);
    const Vector3 velocity = finder.calc_velocity(slots[place], contacts[place]);
    turning.velocity.segment<6>(6 * i) << velocity.head<2>(), finder.calc_turning(slots[place], contacts[place]),
        velocity.z();
  }
  turning.delassus = mechanism.calc_delassus(finder.kinematics(), all);
  VectorX scale = VectorX::Ones(6 * count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto easy = turning.delassus.diagonal().segment<6>(6 * i);
    const double turn = easy.segment<3>(2).sum(), slip = easy.head<2>().sum() + easy[5];
    turning.length[i] = turn > 0.0 && slip > 0.0 ? std::sqrt(slip / turn) : 1.0;
    scale.segment<3>(6 * i + 2).setConstant(turning.length[i]);
    const RollingResistance& arms = setup.rules[contacts[static_cast<std::size_t>(i)].rule].resistance;
    turning.rolling[i] = arms.rolling / turning.length[i];
    turning.spinning[i] = arms.spinning / turning.length[i];
  }
  turning.delassus = scale.asDiagonal() * turning.delassus * scale.asDiagonal();
  turning.velocity = scale.cwiseProduct(turning.velocity);
  return turning;
}

/// Of a finder that is loaded with the state.
RigidConfiguration calc_configuration(const Model& model, const State& now, const ContactSetup& setup,
                                      ContactFinder& finder, const std::vector<int>& slots) {
  FreeMechanism mechanism(model);
  mechanism.load(now, finder.kinematics());

  RigidConfiguration configuration;
  const auto count = static_cast<Eigen::Index>(slots.size());
  MatrixX rows(3 * count, model.num_velocities());
  configuration.velocity = VectorX(3 * count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const int slot = slots[static_cast<std::size_t>(i)];
    configuration.contacts.push_back(finder.describe(slot));
    rows.middleRows(3 * i, 3) = finder.calc_rows(slot, configuration.contacts.back());
    configuration.velocity.segment<3>(3 * i) = finder.calc_velocity(slot, configuration.contacts.back());
  }
  configuration.delassus = mechanism.calc_delassus(finder.kinematics(), rows);
  configuration.turning = calc_turning(configuration, setup, finder, slots, rows, mechanism);

  // The velocity of a contact point changes with the motion of the bodies and with the point's own way along them:
  // a difference over the free motion has both.
  VectorX difference = VectorX::Zero(3 * count);
  for (const double step : {kDifference, -kDifference}) {
    VectorX q = now.q;
    move_positions(model, now.v + 0.5 * step * mechanism.acceleration(), step, q);
    finder.load(q, now.v + step * mechanism.acceleration());
    for (Eigen::Index i = 0; i < count; ++i) {
      const auto place = static_cast<std::size_t>(i);
      difference.segment<3>(3 * i) +=
          std::copysign(1.0, step) * finder.calc_velocity(slots[place], configuration.contacts[place]);
    }
  }
  configuration.free_acceleration = difference / (2.0 * kDifference);
  make_planar_if_it_is(configuration);
  return configuration;
}

}  // namespace

RigidConfiguration calc_rigid_configuration(const Model& model, const State& state, const ContactSetup& setup,
                                            ContactChoice choice, std::span<const std::string> names) {
  ContactFinder finder(model, setup);
  State now = state;
  set_driven_coordinates(model, now.time, now.q, now.v);
  finder.load(now.q, now.v);
  return calc_configuration(model, now, setup, finder,
                            choose_slots(finder, setup, now, choice, find_slots(finder, names)));
}

std::string describe_time(const State& state) {
  return state.time == 0.0 ? "at the start" : fmt::format("at t = {:.9g} s", state.time);
}

double find_friction(const ContactRule& rule) {
  if (rule.impact) return get_friction(*rule.impact);
  if (rule.patch) return rule.patch->friction;
  const auto find = [](const auto& law) {
    if constexpr (requires { law.kinetic_coefficient; }) {
      return law.kinetic_coefficient;
    } else if constexpr (requires { law.friction; }) {
      return law.friction;
    } else {
      return 0.0;
    }
  };
  return std::visit(find, rule.friction);
}

std::optional<double> find_restitution(const ContactRule& rule, double approach_speed) {
  if (rule.impact) return get_restitution(*rule.impact, approach_speed);
  const auto find = [&](const auto& law) -> std::optional<double> {
    if constexpr (requires { law.impact_speed_floor; }) {
      return law.restitution.at(std::max(approach_speed, law.impact_speed_floor));
    } else {
      return std::nullopt;
    }
  };
  return std::visit(find, rule.normal);
}

}  // namespace carom
