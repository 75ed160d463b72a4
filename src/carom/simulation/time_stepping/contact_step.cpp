#include "carom/simulation/time_stepping/contact_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/LU>
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "carom/simulation/contacts/fast_touch.h"

namespace carom {
namespace {

// A depth that is rounding  [m]. One that the error of impulses opens and closes in every step is none either.
constexpr double kLeastDepth = 1e-12;
constexpr double kLeastOfError = 0.1;    // of step · tolerance
constexpr double kStepsOfError = 100.0;  // that errors beyond the tolerance may take to make a depth
// Contacts forecast to be farther apart than this are not near touching, whatever rounding says  [m].
constexpr double kClearlyApart = 1e-6;
// Sweeps over depths: so many visits of contacts in all, within these limits.
constexpr int kStabilisingVisits = 4000;
constexpr int kLeastSweeps = 5, kMostSweeps = 100;
// Depths of islands up to this size are taken away exactly, to a part of the deepest.
constexpr std::size_t kMostExactDepths = 100;
constexpr double kDepthError = 1e-3;
// Fewer are solved sooner than threads are woken.
constexpr int kManyContacts = 200;

}  // namespace

ContactStep::ContactStep(const Model& model, SteppedContacts& contacts, const TimeSteppingOptions& options)
    : contacts_(contacts),
      options_(options),
      rows_(model),
      solvers_(options),
      largest_(options),
      gravity_(model.gravity().norm()) {}

double ContactStep::bristle_stiffness(int slot) const {
  if (!has_bristles()) return 0.0;
  const double own = contacts_.law(slot).bristle_stiffness;
  return own > 0.0 ? own : options_.bristle_stiffness;
}

double ContactStep::find_least_depth(double step) const {
  return std::max(kLeastDepth, kLeastOfError * step * options_.tolerance);
}

// Rows cost more than anything else here: what is clearly not about to close gets none.
bool ContactStep::may_take_part(int slot, double step) const {
  const SteppedContacts::Motion& motion = contacts_.motion(slot);
  return !is_by_velocity() || motion.gap + 0.5 * step * motion.normal.dot(motion.velocity) <= kClearlyApart;
}

// What a contact is to the step, from how its gap changes before and without contacts.
ContactStep::Row ContactStep::classify(int slot, double step, double before, double unloaded) const {
  // Its normal says little of a long way: where it touches is looked for along that.
  if (contacts_.is_left_to_passages(slot, -std::min(before, unloaded), step)) return Row::Absent;
  const double gap = contacts_.motion(slot).gap;
  // Moreau's forecast: closed at half of the step. A contact at rest must not fall for a gap that is rounding, or for
  // what the error of impulses may open in two steps.
  const bool closes = gap + 0.5 * step * before <= std::max(kTouchingGap, 2.0 * step * options_.tolerance);
  // What the forces of one step can make of a contact at rest does not bounce.
  const bool fast = -before > 2.0 * std::abs(unloaded - before);
  if (fast && contacts_.law(slot).restitution.at(-before) > 0.0) return closes ? Row::Bounces : Row::Absent;
  const bool present = is_by_velocity() ? closes || (rests_nearby(slot) && gap + step * unloaded <= 0.0)
                                        : gap <= options_.margin || gap + 2.0 * step * unloaded <= 0.0;
  if (!present) return Row::Absent;
  return collides(slot, step, before, unloaded) ? Row::Collides : Row::Rests;
}

// It pressed in the last step, and what it is apart is no more than errors of impulses open in some steps. Without its
// row it would fall through that gap, and what it carries would fall with it.
bool ContactStep::rests_nearby(int slot) const {
  return contacts_.memory(slot).normal_force > 0.0 && contacts_.motion(slot).gap <= kClearlyApart;
}

// Closes within the step, and faster than forces explain: gravity, those of the step, and those that held it in the
// last one, which on a curved way close it anew in each step. A collision may take two steps, the first to the gap.
bool ContactStep::collides(int slot, double step, double before, double unloaded) const {
  if (contacts_.motion(slot).gap + step * unloaded > 0.0) return false;
  const ContactMemory& memory = contacts_.memory(slot);
  const double pushed = memory.collided ? 0.0 : std::abs(memory.pushed);
  const double explained = std::abs(unloaded - before) + step * (gravity_ + pushed);
  return -before > 2.0 * explained + 10.0 * options_.tolerance;
}

// Deviation P5: where something collides, impulses act at once through all that is connected, and bristles have no time
// to follow. Relaxed normals spread a collision over steps, and bristles with them.
void ContactStep::choose_rigid_friction() {
  rigid_.assign(kinds_.size(), has_bristles() ? 0 : 1);
  if (!has_bristles() || options_.impact_friction == ImpactFriction::Bristles) return;
  const auto is_impact = [&](int c) {
    const Row kind = kinds_[static_cast<std::size_t>(c)];
    return kind == Row::Bounces || (kind == Row::Collides && options_.normal_stiffness == 0.0);
  };
  for (int i = 0; i < islands_.count(); ++i) {
    const std::span<const int> contacts = islands_.contacts(i);
    if (std::ranges::none_of(contacts, is_impact)) continue;
    for (const int c : contacts) rigid_[static_cast<std::size_t>(c)] = 1;
  }
}

void ContactStep::choose(double step, const MechanismParts& parts, const ConstVectorRef& v_free) {
  contacts_.find(parts.kinematics, options_.margin, step);
  candidates_.clear();
  for (const int slot : contacts_.near()) {
    if (may_take_part(slot, step)) candidates_.push_back(slot);
  }
  const bool turns = std::ranges::any_of(candidates_, [&](int slot) { return contacts_.law(slot).resists_turning(); });
  rows_.calc(parts, contacts_, candidates_, turns);
  u_before_.resize(rows_.size());
  u_free_.resize(rows_.size());
  rows_.calc_velocities(v_free, u_free_);
  for (int c = 0; c < rows_.count(); ++c) {
    u_before_.segment<3>(3 * c) =
        rows_.axes(c).transpose() * contacts_.motion(rows_.slots()[static_cast<std::size_t>(c)]).velocity;
  }
  kept_.clear();
  kinds_.clear();
  for (int c = 0; c < rows_.count(); ++c) {
    const int slot = rows_.slots()[static_cast<std::size_t>(c)];
    const Row row = classify(slot, step, u_before_[3 * c], u_free_[3 * c]);
    if (row == Row::Absent) continue;
    const auto place = static_cast<int>(kept_.size());
    kept_.push_back(c);
    u_before_.segment<3>(3 * place) = u_before_.segment<3>(3 * c).eval();
    u_free_.segment<3>(3 * place) = u_free_.segment<3>(3 * c).eval();
    kinds_.push_back(row);
  }
  rows_.keep(kept_);
  u_before_.resize(rows_.size());
  u_free_.resize(rows_.size());
  look_at_turning(parts, v_free);
}

// How contacts turn, where some of them resist it.
void ContactStep::look_at_turning(const MechanismParts& parts, const ConstVectorRef& v_free) {
  if (!rows_.has_turning()) return;
  moments_.set_zero(rows_.size());
  turning_before_.resize(rows_.size());
  turning_free_.resize(rows_.size());
  rows_.calc_turning(v_free, turning_free_);
  for (int c = 0; c < rows_.count(); ++c) {
    const SteppedContacts::Motion& motion = contacts_.motion(rows_.slots()[static_cast<std::size_t>(c)]);
    const Vector3 spin =
        as_eigen(parts.kinematics.body(motion.body_a).w_WB) - as_eigen(parts.kinematics.body(motion.body_b).w_WB);
    turning_before_.segment<3>(3 * c) = rows_.turning_axes(c).transpose() * spin;
  }
}

void ContactStep::fill_turning(int c, double step) {
  const int slot = rows_.slots()[static_cast<std::size_t>(c)];
  const SteppedLaw& law = contacts_.law(slot);
  conditions_.rolling[c] = law.rolling;
  conditions_.spinning[c] = law.spinning;
  conditions_.turning.segment<3>(3 * c) = turning_free_.segment<3>(3 * c);
  conditions_.last_moment.segment<3>(3 * c) =
      step * (rows_.turning_axes(c).transpose() * contacts_.memory(slot).moment);
}

void ContactStep::fill(double step) {
  conditions_.resize(rows_.count(), rows_.has_turning());
  conditions_.q = u_free_;
  stabilises_ = false;
  for (int c = 0; c < rows_.count(); ++c) {
    fill_normal(c, step);
    fill_friction(c, step);
    if (rows_.has_turning()) fill_turning(c, step);
  }
}

void ContactStep::fill_normal(int c, double step) {
  const int slot = rows_.slots()[static_cast<std::size_t>(c)];
  const SteppedLaw& law = contacts_.law(slot);
  const double gap = contacts_.motion(slot).gap;
  conditions_.last[3 * c] = step * contacts_.memory(slot).normal_force;
  if (kinds_[static_cast<std::size_t>(c)] == Row::Bounces) {
    // Newton: u_n ≥ −e u_n⁻. Poisson: compression first, then what IslandSolver gives back.
    const double restitution = law.restitution.at(-u_before_[3 * c]);
    if (law.poisson) {
      conditions_.restitution[c] = restitution;
    } else {
      conditions_.q[3 * c] += restitution * u_before_[3 * c];
    }
  } else if (options_.normal_stiffness > 0.0) {
    // λ_N = −k (gap + h u_n): a spring by the backward Euler method. A depth beyond what the spring itself was
    // compressed by would throw the bodies apart.
    conditions_.compliance[3 * c] = 1.0 / (options_.normal_stiffness * step * step);
    conditions_.q[3 * c] += std::max(gap, -contacts_.memory(slot).deflection) / step;
    stabilises_ = stabilises_ || find_rigid_gap(slot) < -find_least_depth(step);
  } else {
    // Deviation P1: a gap may close within the step, and under schemes that see velocities alone that of a contact at
    // rest does. A depth is none of the velocities' business.
    const bool rests = kinds_[static_cast<std::size_t>(c)] == Row::Rests && rests_nearby(slot);
    if (!is_by_velocity() || rests) {
      conditions_.q[3 * c] += std::max(gap, 0.0) / step;
    }
    stabilises_ = stabilises_ || gap < -find_least_depth(step);
  }
}

void ContactStep::fill_friction(int c, double step) {
  const int slot = rows_.slots()[static_cast<std::size_t>(c)];
  const SteppedLaw& law = contacts_.law(slot);
  const ContactMemory& memory = contacts_.memory(slot);
  conditions_.mu[c] = law.calc_friction(memory.slip_speed, memory.dwell);
  const bool rigid = rigid_[static_cast<std::size_t>(c)] != 0;
  // The last step's friction keeps its size where the tangent plane has turned.
  const Vector3& last = rigid ? memory.friction : memory.bristle;
  Eigen::Vector2d along = rows_.axes(c).rightCols<2>().transpose() * last;
  if (along.norm() > 0.0) along *= last.norm() / along.norm();
  conditions_.last.segment<2>(3 * c + 1) = step * along;
  if (rigid) {
    // What turns round is the slip of an impact: of one that bounces.
    const bool bounces = kinds_[static_cast<std::size_t>(c)] == Row::Bounces;
    if (bounces && law.tangential_restitution > 0.0) {
      conditions_.q.segment<2>(3 * c + 1) += law.tangential_restitution * u_before_.segment<2>(3 * c + 1);
    }
    return;
  }
  // Springs and dampers in parallel, by the backward Euler method.
  const double compliance = 1.0 / (step * (bristle_stiffness(slot) * step + law.bristle_damping));
  conditions_.compliance.segment<2>(3 * c + 1).setConstant(compliance);
  conditions_.q.segment<2>(3 * c + 1) -= compliance * conditions_.last.segment<2>(3 * c + 1);
}

// Viscous friction, besides all else, of contacts that pressed in the last step: one after the other, each by the
// backward Euler method, which no number of contacts at a body makes reverse its slip.
void ContactStep::resist_slip(double step) {
  resists_ = false;
  viscous_work_ = 0.0;
  viscous_.set_zero(rows_.size());
  for (int c = 0; c < rows_.count(); ++c) {
    const int slot = rows_.slots()[static_cast<std::size_t>(c)];
    const double viscous = contacts_.law(slot).viscous;
    if (viscous == 0.0 || !(contacts_.memory(slot).normal_force > 0.0)) continue;
    if (!std::exchange(resists_, true)) viscous_change_.setZero(rows_.groups().start_of(rows_.groups().count()));
    rows_.calc_response(c);
    const Eigen::Matrix2d G = rows_.calc_block(c, c).bottomRightCorner<2, 2>();
    const Eigen::Vector2d slip = (u_free_.segment<3>(3 * c) + rows_.calc_velocity(c, viscous_change_)).tail<2>();
    const Eigen::Matrix2d resisting = G + 1.0 / (step * viscous) * Eigen::Matrix2d::Identity();
    const Eigen::Vector2d impulse = -resisting.inverse() * slip;
    viscous_.segment<2>(3 * c + 1) = impulse;
    viscous_work_ += (slip + 0.5 * G * impulse).dot(impulse);
    rows_.add_response(c, viscous_.segment<3>(3 * c), viscous_change_);
  }
  if (!resists_) return;
  for (int c = 0; c < rows_.count(); ++c) u_free_.segment<3>(3 * c) += rows_.calc_velocity(c, viscous_change_);
}

SolveReport ContactStep::solve(const MechanismParts& parts, double step, const ConstVectorRef& v_free, bool otherwise) {
  step_ = step;
  choose(step, parts, v_free);
  resist_slip(step);
  islands_.find(rows_);
  choose_rigid_friction();
  fill(step);
  const SolveReport report = solve_islands(otherwise);
  u_ = u_free_;
  rows_.calc_change(p_);
  if (rows_.has_turning()) {
    turning_ = turning_free_;
    rows_.add_moments_to_change(moments_);
    rows_.add_change_of_turning(turning_);
  }
  rows_.add_change_of_contacts(u_);
  stabilises_ = stabilises_ && report.solved() && options_.stabilisation > 0.0 && has_depths(step, report.residual);
  if (stabilises_) stabilise(step);
  return report;
}

void ContactStep::add_velocities(VectorRef v) const {
  rows_.add_change(v);
  if (resists_) rows_.groups().add_unsorted(viscous_change_, v);
}

// The report is that of the worst island, with the most iterations of any.
SolveReport ContactStep::solve_islands(bool otherwise) {
  const auto count = static_cast<std::size_t>(islands_.count());
  reports_.resize(count);
  p_.resize(rows_.size());
  const auto solve = [&](std::size_t i) {
    const std::span<const int> contacts = islands_.contacts(static_cast<int>(i));
    const bool has_most = 2 * contacts.size() > static_cast<std::size_t>(rows_.count());
    reports_[i] = (has_most ? largest_ : solvers_.local()).solve(rows_, contacts, conditions_, otherwise, p_, moments_);
  };
  // An island knows nothing of the others, so that threads change no bit.
  if (count > 1 && rows_.count() >= kManyContacts) {
    tbb::parallel_for(std::size_t{0}, count, solve);
  } else {
    for (std::size_t i = 0; i < count; ++i) solve(i);
  }
  SolveReport worst;
  worst.status = SolveStatus::Solved;
  worst.residual = 0.0;
  int iterations = 0;
  for (const SolveReport& report : reports_) {
    iterations = std::max(iterations, report.iterations);
    if (report.solved() ? worst.solved() && report.residual > worst.residual : worst.solved()) worst = report;
  }
  worst.iterations = iterations;
  lacking_ = 0.0;
  for (const SolveReport& report : reports_) {
    if (report.solved() && !report.detail.empty()) lacking_ = std::max(lacking_, report.residual);
  }
  return worst;
}

// The smallest displacement, in the metric of the mass matrix, that takes away a part of each depth and closes no gap:
// 0 ≤ z ⊥ G_nn z + b ≥ 0 by projected Gauss–Seidel. Under large mass ratios sweeps push light bodies into others
// instead of lifting heavy ones: there islands that are not too large are solved by Newton's method. What sweeps leave
// over in large ones is left to the next steps.
void ContactStep::stabilise(double step) {
  for (int c = 0; c < rows_.count(); ++c) rows_.calc_response(c);
  depth_impulse_.set_zero(rows_.count());
  depth_response_.resize(rows_.count());
  for (int c = 0; c < rows_.count(); ++c) depth_response_[c] = rows_.calc_block(c, c)(0, 0);
  displacement_.setZero(rows_.groups().start_of(rows_.groups().count()));
  const int sweeps = std::clamp(kStabilisingVisits / std::max(rows_.count(), 1), kLeastSweeps, kMostSweeps);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double change = 0.0;
    for (int c = 0; c < rows_.count(); ++c) {
      const double own = depth_response_[c];
      if (!(own > 0.0)) continue;
      const double opened = calc_wanted_opening(c, step) + rows_.calc_normal_velocity(c, displacement_);
      const double before = depth_impulse_[c];
      depth_impulse_[c] = std::max(0.0, before - opened / own);
      if (depth_impulse_[c] == before) continue;
      rows_.add_normal_response(c, depth_impulse_[c] - before, displacement_);
      change = std::max(change, std::abs(depth_impulse_[c] - before) * own);
    }
    if (change <= find_least_depth(step)) break;
  }
  bool changed = false;
  for (int i = 0; i < islands_.count(); ++i) {
    const std::span<const int> contacts = islands_.contacts(i);
    if (contacts.size() <= kMostExactDepths && !are_depths_right(contacts, step)) {
      solve_depths(contacts, step);
      changed = true;
    }
  }
  if (!changed) return;
  displacement_.setZero();
  for (int c = 0; c < rows_.count(); ++c) {
    if (depth_impulse_[c] > 0.0) rows_.add_normal_response(c, depth_impulse_[c], displacement_);
  }
}

// Whether there are depths that errors beyond the tolerance do not explain. Under heavy loads rounding moves light
// bodies to and fro, and to lift what lies on them for each of these depths would do work.
bool ContactStep::has_depths(double step, double error) const {
  if (error <= options_.tolerance) return true;
  const double least = kStepsOfError * step * error;
  return std::ranges::any_of(rows_.slots(), [&](int slot) { return find_rigid_gap(slot) < -least; });
}

// As if its relaxed normal were not compressed.
double ContactStep::find_rigid_gap(int slot) const {
  return contacts_.motion(slot).gap + contacts_.memory(slot).deflection;
}

// b: how far a contact is from having lost the part of its depth. What opens by itself is left to do so.
double ContactStep::calc_wanted_opening(int c, double step) const {
  const double gap = find_rigid_gap(rows_.slots()[static_cast<std::size_t>(c)]);
  return std::max(step * u_[3 * c], 0.0) + (gap < 0.0 ? options_.stabilisation * gap : gap);
}

// Whether the displacement does what it should, up to a part of the largest depth.
bool ContactStep::are_depths_right(std::span<const int> contacts, double step) const {
  double deepest = 0.0, error = 0.0;
  for (const int c : contacts) {
    const double wanted = calc_wanted_opening(c, step), opened = wanted + rows_.calc_normal_velocity(c, displacement_);
    deepest = std::max(deepest, -wanted);
    error = std::max(error, std::abs(std::min(opened, depth_response_[c] * depth_impulse_[c])));
  }
  return error <= kDepthError * deepest;
}

// The same as a problem of contacts without friction, in parts of the deepest.
void ContactStep::solve_depths(std::span<const int> contacts, double step) {
  const auto count = static_cast<int>(contacts.size());
  MatrixX G(count, count);
  VectorX b(count), z = VectorX::Zero(count);
  for (int i = 0; i < count; ++i) {
    const int c = contacts[static_cast<std::size_t>(i)];
    b[i] = calc_wanted_opening(c, step);
    for (int j = 0; j < count; ++j) G(i, j) = rows_.calc_block(c, contacts[static_cast<std::size_t>(j)])(0, 0);
  }
  const double mean = G.trace() / count, deepest = std::max(-b.minCoeff(), 0.0);
  if (!(mean > 0.0) || deepest == 0.0) return;
  G /= mean;
  b /= deepest;
  DenseOperator scaled(G, 1);
  const VectorX no_friction = VectorX::Zero(count);
  const SolveReport report = FrictionSolver(count, 1).solve(
      {.G = scaled, .q = b, .mu = no_friction, .mu_rolling = VectorX(), .stop = options_.stop}, z,
      {.tolerance = kDepthError, .quick = true});
  // Where it stalls depths stay as they are: a wrong displacement does more harm.
  if (!report.solved()) z.setZero();
  for (int i = 0; i < count; ++i) {
    depth_impulse_[contacts[static_cast<std::size_t>(i)]] = std::max(z[i], 0.0) * deepest / mean;
  }
}

void ContactStep::add_displacement(VectorRef displacement) const {
  if (!stabilises_) return;
  rows_.groups().add_unsorted(displacement_, displacement);
}

ContactStep::Outcome ContactStep::look_at(int contact) const {
  Outcome outcome;
  outcome.slot = rows_.slots()[static_cast<std::size_t>(contact)];
  outcome.gap = contacts_.motion(outcome.slot).gap;
  outcome.impulse = p_.segment<3>(3 * contact);
  outcome.before = u_before_.segment<3>(3 * contact);
  outcome.unloaded = u_free_.segment<3>(3 * contact);
  outcome.after = u_.segment<3>(3 * contact);
  outcome.viscous = viscous_.segment<3>(3 * contact);
  // f/k, with f = p/h and the compliance (k h²)⁻¹.
  outcome.deflection = step_ * conditions_.compliance[3 * contact] * outcome.impulse[0];
  if (rows_.has_turning()) {
    outcome.moment = moments_.segment<3>(3 * contact);
    outcome.turning_before = turning_before_.segment<3>(3 * contact);
    outcome.turning_unloaded = turning_free_.segment<3>(3 * contact);
    outcome.turning_after = turning_.segment<3>(3 * contact);
  }
  outcome.collides = kinds_[static_cast<std::size_t>(contact)] != Row::Rests;
  outcome.sticks_rigidly = rigid_[static_cast<std::size_t>(contact)] != 0;
  outcome.bristle_stiffness = bristle_stiffness(outcome.slot);
  look_at_bristles(contact, outcome);
  return outcome;
}

// Bristles are stretched at the rate C (p_t⁻ − p_t), and what they pull with changes by K times that. In a collision
// they stay as they are.
void ContactStep::look_at_bristles(int contact, Outcome& outcome) const {
  const Eigen::Vector2d slip = outcome.after.tail<2>();
  outcome.slip_speed = slip.norm();
  if (outcome.bristle_stiffness == 0.0) return;
  const bool presses = outcome.impulse[0] > 0.0;
  if (outcome.sticks_rigidly) {
    if (presses) outcome.bristle = contacts_.memory(outcome.slot).bristle;
    return;
  }
  const Eigen::Vector2d last = conditions_.last.segment<2>(3 * contact + 1);
  const Eigen::Vector2d rate = conditions_.compliance[3 * contact + 1] * (outcome.impulse.tail<2>() - last);
  outcome.slip_speed = (slip + rate).norm();
  outcome.damping_loss = step_ * contacts_.law(outcome.slot).bristle_damping * rate.squaredNorm();
  if (!presses) return;
  const Eigen::Vector2d pull = last / step_ + outcome.bristle_stiffness * step_ * rate;
  outcome.bristle = rows_.axes(contact).rightCols<2>() * pull;
}

std::string ContactStep::describe_failure(const SolveReport& report) const {
  std::string names;
  for (int i = 0; i < report.worst.count; ++i) {
    const auto contact = static_cast<std::size_t>(report.worst.rows[static_cast<std::size_t>(i)] / 3);
    if (contact >= rows_.slots().size()) continue;
    const int row = report.worst.rows[static_cast<std::size_t>(i)] % 3;
    names += fmt::format("{}{} of {}", names.empty() ? "" : ", ", row == 0 ? "normal" : "friction",
                         contacts_.describe(rows_.slots()[contact]));
  }
  std::string methods;
  for (int i = 0; i < report.route.count; ++i) {
    methods += fmt::format("{}{}", i == 0 ? "" : ", ", report.route.methods[static_cast<std::size_t>(i)]);
  }
  return fmt::format("the impulses of {} contacts were not found ({}{}{}; residual {:.2g} m/s); rows: {}",
                     rows_.count(), name_of(report.status), report.detail.empty() ? "" : ": ", report.detail,
                     report.residual, names.empty() ? "none in particular" : names) +
         (methods.empty() ? "" : "; tried " + methods);
}

}  // namespace carom
