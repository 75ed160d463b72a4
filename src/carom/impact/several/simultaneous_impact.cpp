#include "carom/impact/several/simultaneous_impact.h"

#include <limits>

#include "carom/impact/modes/contact_modes.h"

namespace carom {
namespace {

ContactModeProblem make_problem(const ContactSet& contacts, const VectorX& velocity) {
  ContactModeProblem problem{.dimension = contacts.dimension,
                             .delassus = contacts.delassus,
                             .free_motion = velocity,
                             .friction = VectorX(contacts.count()),
                             .static_friction = VectorX(contacts.count())};
  for (int i = 0; i < contacts.count(); ++i) {
    problem.friction(i) = get_friction(contacts.laws[static_cast<std::size_t>(i)]);
    problem.static_friction(i) = get_static_friction(contacts.laws[static_cast<std::size_t>(i)]);
  }
  return problem;
}

/// The solution that loses most energy; the first of those that lose the same.
const ContactModeSolution* choose(const std::vector<ContactModeSolution>& solutions, const VectorX& before) {
  const ContactModeSolution* best = nullptr;
  double best_loss = -std::numeric_limits<double>::infinity();
  for (const ContactModeSolution& solution : solutions) {
    const double loss = -0.5 * (before + solution.motion).dot(solution.force);
    const double margin = 1e-12 * before.norm() * solution.force.norm();
    if (best == nullptr || loss > best_loss + margin) {
      best = &solution;
      best_loss = loss;
    }
  }
  return best;
}

/// One complementarity problem; adds its impulse to the result.
bool solve_phase(const ContactModeProblem& problem, const VectorX& before, VectorX& impulse, ContactSetResult& result) {
  const ContactModeReport report = find_contact_modes(problem);
  result.too_many = report.status == ContactModeStatus::TooManyContacts;
  result.ambiguous = result.ambiguous || report.motion_count > 1;
  const ContactModeSolution* solution = choose(report.solutions, before);
  if (solution == nullptr) {
    result.verdict = ImpactVerdict::NoSolution;
    return false;
  }
  impulse = solution->force;
  return true;
}

/// Newton's form moves the normal velocity to −e times what it was; friction acts against the slip after.
bool solve_newton(const ContactSet& contacts, ContactSetResult& result) {
  VectorX shifted = contacts.velocity;
  for (int i = 0; i < contacts.count(); ++i) {
    shifted(contacts.dimension * (i + 1) - 1) *= 1.0 + get_restitution(contacts.laws[static_cast<std::size_t>(i)]);
  }
  return solve_phase(make_problem(contacts, shifted), contacts.velocity, result.impulse, result);
}

bool solve_poisson(const ContactSet& contacts, ContactSetResult& result) {
  VectorX compression, expansion;
  if (!solve_phase(make_problem(contacts, contacts.velocity), contacts.velocity, compression, result)) return false;
  const VectorX velocity = contacts.velocity + contacts.delassus * compression;
  ContactModeProblem problem = make_problem(contacts, velocity);
  problem.normal_force_at_least = VectorX(contacts.count());
  for (int i = 0; i < contacts.count(); ++i) {
    problem.normal_force_at_least(i) =
        get_restitution(contacts.laws[static_cast<std::size_t>(i)]) * compression(contacts.dimension * (i + 1) - 1);
  }
  result.impulse = compression;
  if (problem.normal_force_at_least.maxCoeff() <= 0.0) return true;
  if (!solve_phase(problem, velocity, expansion, result)) return false;
  result.impulse += expansion;
  return true;
}

}  // namespace

ContactSetResult resolve_simultaneous_impact(const ContactSet& contacts, SimultaneousForm form) {
  std::vector<int> order;
  const ContactSet sorted = sort_by_rank(contacts, order);
  ContactSetResult result;
  result.impulse = VectorX::Zero(sorted.velocity.size());
  result.velocity = sorted.velocity;
  const bool solved = form == SimultaneousForm::Newton ? solve_newton(sorted, result) : solve_poisson(sorted, result);
  if (solved) {
    complete(sorted, result);
  } else {
    result.impulse.setZero();
  }
  restore_order(order, sorted.dimension, result);
  return result;
}

SimultaneousForm get_form(const ImpactLaw& law) {
  const bool poisson = std::holds_alternative<impact::Poisson>(law) || std::holds_alternative<impact::Stronge>(law);
  return poisson ? SimultaneousForm::Poisson : SimultaneousForm::Newton;
}

}  // namespace carom
