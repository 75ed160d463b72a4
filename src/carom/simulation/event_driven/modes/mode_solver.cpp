#include "carom/simulation/event_driven/modes/mode_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "carom/simulation/event_driven/modes/coincident_contacts.h"
#include "carom/simulation/event_driven/modes/cone_modes.h"
#include "carom/simulation/event_driven/modes/mode_search.h"

namespace carom {
namespace {

// Contacts up to this number are searched by pivoting to its end first, and all ways for them to go on are counted.
constexpr int kFew = 3;
// All of them slip: their ways are counted up to this number, each has two.
constexpr int kFewSlipping = 8;
// Combinations of modes that are tried before a search ends in doubt.
constexpr double kMostTrials = 4096.0;
// In space the directions of each trial are iterated.
constexpr double kMostTrialsFromRest = 243.0;
// What solvers for cones leave over, in units of the rounding of accelerations.
constexpr double kConeRounding = 100.0;

bool rests(const TouchingContact& contact) { return !contact.slips && contact.static_friction > 0.0; }
bool rubs(const TouchingContact& contact) { return contact.static_friction > 0.0; }

// That contacts which begin to slide do so against their friction. Pivoting iterates the directions of several of them,
// and may end where friction is across the slip instead.
bool begins_against_friction(std::span<const TouchingContact> contacts, const ConstVectorRef& a, double rounding) {
  constexpr double kAcross = 1e-6;  // of the acceleration along the surface
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!rests(contacts[i]) || contacts[i].mode != RigidMode::Sliding) continue;
    const Eigen::Vector2d acceleration = a.segment<2>(3 * static_cast<Eigen::Index>(i));
    const double along = contacts[i].direction.dot(acceleration);
    const double across = (acceleration - along * contacts[i].direction).norm();
    if (across > std::max(rounding, kAcross * acceleration.norm())) return false;
  }
  return true;
}

// That the modes agree with the forces that follow from them.
bool agrees(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> contacts, VectorRef f,
            VectorRef a) {
  if (!calc_smooth_forces(G, b, contacts, f)) return false;
  a = b + G * f;
  const double rounding = kConeRounding * calc_rounding(b);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto row = 3 * static_cast<Eigen::Index>(i);
    const TouchingContact& contact = contacts[i];
    const Vector3 force = f.segment<3>(row), acceleration = a.segment<3>(row);
    if (calc_disagreement(contact, force, acceleration, G(row + 2, row + 2)) > rounding) return false;
  }
  return begins_against_friction(contacts, a, rounding);
}

// An LCP with a monotone matrix has one solution, as far as accelerations go.
bool is_monotone(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> contacts) {
  const ConeProblem problem(G, b, contacts);
  std::vector<int> normals;
  for (int i = 0; i < problem.count(); ++i) normals.push_back(3 * i);
  const MatrixX A = problem.G()(normals, normals), symmetric = A + A.transpose();
  return Eigen::SelfAdjointEigenSolver<MatrixX>(symmetric, Eigen::EigenvaluesOnly).eigenvalues()[0] >
         -1e-10 * symmetric.cwiseAbs().maxCoeff();
}

double count_combinations(std::span<const TouchingContact> contacts) {
  double count = 1.0;
  for (const TouchingContact& contact : contacts) count *= rests(contact) ? 3.0 : 2.0;
  return count;
}

ContactModeProblem make_problem(const ConstMatrixRef& G, const ConstVectorRef& b,
                                std::span<const TouchingContact> contacts) {
  const auto count = static_cast<Eigen::Index>(contacts.size());
  ContactModeProblem problem{.dimension = 3,
                             .delassus = G,
                             .free_motion = b,
                             .velocity = VectorX::Zero(b.size()),
                             .friction = VectorX(count),
                             .static_friction = VectorX(count),
                             .slip_tolerance = 0.0};
  for (Eigen::Index i = 0; i < count; ++i) {
    const TouchingContact& contact = contacts[static_cast<std::size_t>(i)];
    // What is at rest stays so up to the limit of sticking: that it could also slide, with less friction, is no doubt.
    problem.friction[i] = contact.slips ? contact.friction : contact.static_friction;
    problem.static_friction[i] = contact.static_friction;
    if (contact.slips) problem.velocity.segment<2>(3 * i) = contact.direction;
  }
  return problem;
}

// Normals that are not independent can share a load in many ways: four corners, or the ends of two links at a joint.
bool is_redundant(const ConstMatrixRef& G) {
  MatrixX G_n(G.rows() / 3, G.cols() / 3);
  for (Eigen::Index i = 0; i < G_n.rows(); ++i) {
    for (Eigen::Index j = 0; j < G_n.cols(); ++j) G_n(i, j) = G(3 * i + 2, 3 * j + 2);
  }
  Eigen::ColPivHouseholderQR<MatrixX> factors;
  factors.setThreshold(1e-9);
  return factors.compute(G_n).rank() < G_n.rows();
}

// Whether every mixture of two solutions is a solution too: what is closed in one stays together in both, and rubs in
// the same way where it is closed in both. The ends of two links at their joint press in any proportion.
bool can_be_mixed(const ContactModeSolution& one, const ContactModeSolution& other, double rounding) {
  for (std::size_t i = 0; i < one.modes.size(); ++i) {
    const auto normal = 3 * static_cast<Eigen::Index>(i) + 2;
    const bool closed = one.modes[i] != ContactMode::Separate, other_closed = other.modes[i] != ContactMode::Separate;
    if (!closed && !other_closed) continue;
    if (closed && other_closed && one.modes[i] != other.modes[i]) return false;
    if (std::abs(one.motion[normal]) > rounding || std::abs(other.motion[normal]) > rounding) return false;
  }
  return true;
}

// One solution of each motion. Every way to share a load has a friction of its own: where contacts are redundant, what
// keeps the same contacts closed is one way to go on, that which pivoting or the cones chose.
std::vector<ContactModeSolution> find_motions(const ContactModeReport& report, const ConstMatrixRef& G,
                                              double smallest) {
  constexpr double kRounding = 64.0 * std::numeric_limits<double>::epsilon();
  const bool redundant = is_redundant(G);
  const double largest = G.cwiseAbs().maxCoeff();
  std::vector<ContactModeSolution> motions;
  for (const ContactModeSolution& solution : report.solutions) {
    // Much friction makes large forces across directions in which nothing can move.
    const double rounding = smallest + kRounding * largest * solution.force.cwiseAbs().maxCoeff();
    const auto is_same = [&](const ContactModeSolution& other) {
      double difference = 0.0;
      for (Eigen::Index i = redundant ? 2 : 0; i < solution.motion.size(); i += redundant ? 3 : 1) {
        difference = std::max(difference, std::abs(other.motion[i] - solution.motion[i]));
      }
      return difference <= rounding || (redundant && can_be_mixed(solution, other, rounding));
    };
    if (std::ranges::none_of(motions, is_same)) motions.push_back(solution);
  }
  return motions;
}

class Search {
 public:
  Search(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<TouchingContact> contacts, VectorRef f,
         VectorRef a)
      : G_(G), b_(b), contacts_(contacts), guess_(contacts.begin(), contacts.end()), f_(f), a_(a) {}

  ModeAnswer run(StopToken stop) {
    if (accelerates_nothing(b_)) return go_on_without_forces();
    const bool few = count() <= kFew;
    bool found = pivot(few ? ModeSearchEffort::Thorough : ModeSearchEffort::Brief);
    if (found && begins_from_limit()) prefer_to_hold(stop);
    if (!found && slips_with_friction() && prove_no_force(G_, b_, guess_)) return {.status = ModeStatus::None};
    found = found || use_cones(stop) || (!few && pivot(ModeSearchEffort::Thorough)) || pivot_to_the_limit();
    if (found) return may_be_several() ? count_solutions() : ModeAnswer{};
    if (!slips_with_friction() && prove_no_force(G_, b_, guess_)) return {.status = ModeStatus::None};
    const bool from_rest = std::ranges::any_of(guess_, rests);
    const bool can_try = count_combinations(guess_) <= (from_rest ? kMostTrialsFromRest : kMostTrials);
    return can_try ? try_all() : ModeAnswer{.status = ModeStatus::NotFound};
  }

 private:
  [[nodiscard]] int count() const { return static_cast<int>(guess_.size()); }
  [[nodiscard]] bool slips_with_friction() const {
    return std::ranges::any_of(guess_, [](const TouchingContact& contact) { return contact.slips && rubs(contact); });
  }
  [[nodiscard]] std::vector<ContactModeSolution> find_all(const ContactModeReport& report) const {
    return find_motions(report, G_, calc_rounding(b_));
  }
  // Contacts that coincide share their load in any way, each with a friction of its own and so a motion of its own.
  [[nodiscard]] bool differ_in_shares_alone(const ContactModeProblem& problem) const {
    const std::optional<ContactModeProblem> joined = join_coincident(problem);
    return joined && find_motions(find_contact_modes(*joined), joined->delassus, calc_rounding(b_)).size() == 1;
  }
  // Any modes would do, and all but the present ones would follow from rounding alone.
  [[nodiscard]] ModeAnswer go_on_without_forces() {
    begin_anew();
    for (TouchingContact& contact : contacts_) {
      if (rests(contact) && is_closed(contact.mode)) contact.mode = RigidMode::Sticking;
    }
    f_.setZero();
    a_.setZero();
    return {};
  }
  void begin_anew() { std::ranges::copy(guess_, contacts_.begin()); }

  [[nodiscard]] bool pivot(ModeSearchEffort effort) {
    begin_anew();
    return find_modes(G_, b_, contacts_, f_, a_, effort).found && begins_against_friction() && can_go_on();
  }
  [[nodiscard]] bool pivot_to_the_limit() {
    begin_anew();
    return find_modes(G_, b_, contacts_, f_, a_).found && begins_against_friction();
  }
  [[nodiscard]] bool begins_against_friction() const {
    return carom::begins_against_friction(contacts_, a_, kConeRounding * calc_rounding(b_));
  }

  // Whether a contact whose friction has come to its limit begins to slide without acceleration.
  [[nodiscard]] bool begins_from_limit() const {
    const double rounding = kConeRounding * calc_rounding(b_);
    for (std::size_t i = 0; i < guess_.size(); ++i) {
      const bool begins = rests(guess_[i]) && contacts_[i].mode == RigidMode::Sliding;
      if (begins && a_.segment<2>(3 * static_cast<Eigen::Index>(i)).norm() <= rounding) return true;
    }
    return false;
  }
  // Redundant contacts can share the load otherwise, so that none is at its limit. A slide that the others do not let
  // happen would end at once.
  void prefer_to_hold(StopToken stop) {
    const std::vector<TouchingContact> contacts(contacts_.begin(), contacts_.end());
    const VectorX f = f_, a = a_;
    if (use_cones(stop) && can_go_on()) return;
    std::ranges::copy(contacts, contacts_.begin());
    f_ = f;
    a_ = a;
  }

  // A contact whose friction has just come to its limit, which the guess has begin to slide, holds on only where its
  // force now is well within the cone. At the limit it would be back here in the same moment: where contacts are
  // redundant the others can often take over, which the cones see.
  [[nodiscard]] bool can_go_on() const {
    constexpr double kWithin = 1e-6;
    for (std::size_t i = 0; i < guess_.size(); ++i) {
      const bool ran_out = rests(guess_[i]) && guess_[i].mode == RigidMode::Sliding;
      if (!ran_out || contacts_[i].mode != RigidMode::Sticking) continue;
      const auto row = 3 * static_cast<Eigen::Index>(i);
      const double limit = guess_[i].static_friction * f_[row + 2];
      if (!(f_.segment<2>(row).norm() < (1.0 - kWithin) * limit)) return false;
    }
    return true;
  }
  [[nodiscard]] bool use_cones(StopToken stop) {
    begin_anew();
    return find_cone_modes(G_, b_, contacts_, stop) && agrees(G_, b_, contacts_, f_, a_);
  }

  // Without friction there is never more than one.
  [[nodiscard]] bool may_be_several() const {
    if (std::ranges::none_of(guess_, rubs)) return false;
    if (count() <= kFew) return true;
    return count() <= kFewSlipping && std::ranges::none_of(guess_, rests) && !is_monotone(G_, b_, guess_);
  }

  // Enumeration has its own idea of rounding: what was found before is a solution too.
  [[nodiscard]] ModeAnswer count_solutions() const {
    const ContactModeProblem problem = make_problem(G_, b_, guess_);
    std::vector<ContactModeSolution> motions = find_all(find_contact_modes(problem));
    if (motions.size() <= 1 || differ_in_shares_alone(problem)) return {};
    return {.status = ModeStatus::Several, .solutions = std::move(motions)};
  }

  [[nodiscard]] ModeAnswer try_all() {
    const ContactModeReport report = find_contact_modes(make_problem(G_, b_, guess_));
    std::vector<ContactModeSolution> motions = find_all(report);
    if (motions.size() > 1) return {.status = ModeStatus::Several, .solutions = std::move(motions)};
    if (motions.size() == 1) {
      take_solution(motions.front(), contacts_, f_, a_);
      return {};
    }
    return {.status = report.status == ContactModeStatus::Complete ? ModeStatus::None : ModeStatus::NotFound};
  }

  ConstMatrixRef G_;
  ConstVectorRef b_;
  std::span<TouchingContact> contacts_;
  std::vector<TouchingContact> guess_;
  VectorRef f_, a_;
};

}  // namespace

void take_solution(const ContactModeSolution& solution, std::span<TouchingContact> contacts, VectorRef f, VectorRef a) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    TouchingContact& contact = contacts[i];
    const auto place = static_cast<Eigen::Index>(i);
    const ContactMode mode = solution.modes[i];
    contact.mode = mode == ContactMode::Separate ? RigidMode::Open
                   : mode == ContactMode::Stick  ? RigidMode::Sticking
                                                 : RigidMode::Sliding;
    contact.direction = solution.slide_direction.segment<2>(2 * place);
    if (!solution.force_is_unique) contact.reference = solution.force.segment<3>(3 * place);
  }
  f = solution.force;
  a = solution.motion;
}

ModeAnswer solve_modes(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<TouchingContact> contacts,
                       VectorRef f, VectorRef a, StopToken stop) {
  return Search(G, b, contacts, f, a).run(stop);
}

}  // namespace carom
