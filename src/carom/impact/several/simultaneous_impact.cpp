#include "carom/impact/several/simultaneous_impact.h"

#include <algorithm>

#include "carom/impact/several/impulse_problem.h"

namespace carom {
namespace {

using impact::ImpulseProblem;
using impact::ImpulseStatus;

/// One contact of a group: its coefficients at its own approach speed.
struct GroupContact {
  SimultaneousForm form{};
  double restitution{};
  double friction{};
  double static_friction{};
  double tangential_restitution{};
  bool loses_energy{};  // Stronge's promise
};

double get_tangential_restitution(const ImpactLaw& law) {
  return std::visit(
      [](const auto& member) {
        if constexpr (requires { member.tangential_restitution; }) return member.tangential_restitution;
        return 0.0;
      },
      law);
}

// A law that promises never to gain energy.
bool loses_energy(const ImpactLaw& law) {
  const auto find = [](const auto& member) {
    if constexpr (requires { member.kNeverGains; }) return member.kNeverGains;
    return false;
  };
  return std::visit(find, law);
}

class SimultaneousImpact {
 public:
  SimultaneousImpact(const ContactSet& contacts, std::vector<SimultaneousForm> forms)
      : set_(contacts), n_(contacts.dimension) {
    for (int i = 0; i < contacts.count(); ++i) {
      const ImpactLaw& law = contacts.laws[static_cast<std::size_t>(i)];
      group_.push_back({.form = forms[static_cast<std::size_t>(i)],
                        .restitution = get_restitution(law, -contacts.velocity[normal(i)]),
                        .friction = get_friction(law),
                        .static_friction = get_static_friction(law),
                        .tangential_restitution = get_tangential_restitution(law),
                        .loses_energy = loses_energy(law)});
    }
  }

  ContactSetResult run() {
    ContactSetResult result;
    result.impulse = VectorX::Zero(set_.velocity.size());
    result.velocity = set_.velocity;
    VectorX impulse = result.impulse;
    ImpulseStatus status = compress();
    if (status == ImpulseStatus::Solved) status = finish(1.0, impulse);
    if (status != ImpulseStatus::Solved) {
      result.verdict = ImpactVerdict::NoSolution;
      result.proven = status == ImpulseStatus::NoSolution;
      return result;
    }
    const bool limited = make_result(impulse).energy_gain > 0.0 && limit_restitution(impulse);
    result = make_result(impulse);
    result.limited = limited;
    return result;
  }

 private:
  enum class Phase { Compression, End };

  [[nodiscard]] int tangents() const { return std::min(n_ - 1, 2); }
  [[nodiscard]] Eigen::Index normal(int contact) const { return n_ * (contact + 1) - 1; }
  [[nodiscard]] const GroupContact& at(int contact) const { return group_[static_cast<std::size_t>(contact)]; }
  [[nodiscard]] int count() const { return static_cast<int>(group_.size()); }

  /// What contacts with Poisson's form have got when their compression ends; zero for all others, which count from the
  /// start of the impact again.
  ImpulseStatus compress() {
    compression_ = VectorX::Zero(set_.velocity.size());
    const auto compresses = [](const GroupContact& contact) { return contact.form == SimultaneousForm::Poisson; };
    if (std::ranges::none_of(group_, compresses)) return ImpulseStatus::Solved;
    VectorX p;
    const ImpulseStatus status = solve_phase(Phase::Compression, 1.0, p);
    if (status != ImpulseStatus::Solved) return status;
    for (int i = 0; i < count(); ++i) {
      if (at(i).form == SimultaneousForm::Poisson) compression_.segment(n_ * i, n_) = p.segment(n_ * i, n_);
    }
    return status;
  }

  ImpulseStatus finish(double factor, VectorX& impulse) const {
    VectorX p;
    const ImpulseStatus status = solve_phase(Phase::End, factor, p);
    if (status == ImpulseStatus::Solved) impulse = compression_ + p;
    return status;
  }

  /// Holds contacts with static friction or a sticking form of their own, and releases those that slip.
  ImpulseStatus solve_phase(Phase phase, double factor, VectorX& p) const {
    std::vector<bool> held(group_.size());
    for (int i = 0; i < count(); ++i) held[static_cast<std::size_t>(i)] = can_be_held(phase, i);
    while (true) {
      const ImpulseProblem problem = make_problem(phase, factor, held);
      const ImpulseStatus status = solve_impulses(problem, p);
      if (status != ImpulseStatus::Solved || !release_slipping(problem, p, held)) return status;
    }
  }

  [[nodiscard]] bool can_be_held(Phase phase, int contact) const {
    const bool averages = at(contact).form == SimultaneousForm::Average && phase == Phase::End;
    return averages || at(contact).static_friction > at(contact).friction;
  }

  [[nodiscard]] bool release_slipping(const ImpulseProblem& problem, const VectorX& p, std::vector<bool>& held) const {
    constexpr double kSlips = 1e-9;  // of the largest velocity
    const VectorX u = problem.q + problem.G * p;
    const double slow = kSlips * problem.q.cwiseAbs().maxCoeff();
    bool released = false;
    for (int i = 0; i < count(); ++i) {
      const bool slips = p[normal(i)] > 0.0 && u.segment(n_ * i, tangents()).norm() > slow;
      if (!held[static_cast<std::size_t>(i)] || !slips) continue;
      held[static_cast<std::size_t>(i)] = false;
      released = true;
    }
    return released;
  }

  [[nodiscard]] ImpulseProblem make_problem(Phase phase, double factor, const std::vector<bool>& held) const {
    ImpulseProblem problem{.dimension = n_,
                           .G = set_.delassus,
                           .q = set_.velocity,
                           .friction = VectorX(count()),
                           .least = VectorX::Zero(count()),
                           .rolling = set_.rolling,
                           .spinning = set_.spinning};
    for (int i = 0; i < count(); ++i) {
      const bool holds = held[static_cast<std::size_t>(i)];
      problem.friction[i] = holds ? at(i).static_friction : at(i).friction;
    }
    if (phase == Phase::Compression) return problem;
    problem.q += set_.delassus * compression_;
    for (int i = 0; i < count(); ++i) {
      const GroupContact& contact = at(i);
      const auto before = set_.velocity.segment(n_ * i, n_);
      if (contact.form == SimultaneousForm::Poisson) {
        const double part = contact.loses_energy ? factor : 1.0;
        problem.least[i] = part * contact.restitution * compression_[normal(i)];
        continue;
      }
      problem.q[normal(i)] += contact.restitution * before[n_ - 1];
      if (contact.form != SimultaneousForm::Average) continue;
      const double slip = held[static_cast<std::size_t>(i)] ? contact.tangential_restitution : 1.0;
      problem.q.segment(n_ * i, tangents()) += slip * before.head(tangents());
    }
    return problem;
  }

  [[nodiscard]] ContactSetResult make_result(const VectorX& impulse) const {
    ContactSetResult result;
    result.impulse = impulse;
    complete(set_, result);
    return result;
  }

  /// The largest factor on the restitution of contacts with Stronge's law with which the group gains nothing. Without
  /// their restitution it may still gain by other laws: then those answer for it, and nothing is changed.
  [[nodiscard]] bool limit_restitution(VectorX& impulse) const {
    constexpr int kHalvings = 30;
    if (std::ranges::none_of(group_, &GroupContact::loses_energy)) return false;
    VectorX p;
    const auto loses = [&](double factor) {
      return finish(factor, p) == ImpulseStatus::Solved && make_result(p).dissipation >= 0.0;
    };
    if (!loses(0.0)) return false;
    VectorX best = p;
    double low = 0.0, high = 1.0;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (low + high);
      const bool keeps = loses(middle);
      (keeps ? low : high) = middle;
      if (keeps) best = p;
    }
    impulse = best;
    return true;
  }

  const ContactSet& set_;
  int n_;
  std::vector<GroupContact> group_;
  VectorX compression_;
};

ContactSetResult resolve(const ContactSet& contacts, const auto& get_form_of) {
  std::vector<int> order;
  const ContactSet sorted = sort_by_rank(contacts, order);
  std::vector<SimultaneousForm> forms;
  for (const ImpactLaw& law : sorted.laws) forms.push_back(get_form_of(law));
  ContactSetResult result = SimultaneousImpact(sorted, std::move(forms)).run();
  restore_order(order, sorted.dimension, result);
  return result;
}

}  // namespace

ContactSetResult resolve_simultaneous_impact(const ContactSet& contacts) { return resolve(contacts, get_form); }

ContactSetResult resolve_simultaneous_impact(const ContactSet& contacts, SimultaneousForm form) {
  return resolve(contacts, [form](const ImpactLaw& /*law*/) { return form; });
}

SimultaneousForm get_form(const ImpactLaw& law) {
  return std::visit([](const auto& member) { return std::decay_t<decltype(member)>::kGroupForm; }, law);
}

}  // namespace carom
