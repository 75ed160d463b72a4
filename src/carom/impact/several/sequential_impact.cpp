#include "carom/impact/several/sequential_impact.h"

#include <algorithm>
#include <cmath>

#include "carom/impact/resolve_impact.h"
#include "carom/impact/several/simultaneous_impact.h"

namespace carom {
namespace {

/// Relative: gaps and speeds closer than this are equal.
constexpr double kEqual = 1e-10;

class Sequence {
 public:
  Sequence(const ContactSet& contacts, const SequenceOptions& options)
      : contacts_(contacts), velocity_(contacts.velocity), impulse_(VectorX::Zero(contacts.velocity.size())) {
    double largest = 0.0;
    for (int i = 0; i < contacts.count(); ++i) largest = std::max(largest, approach(i));
    rest_ = options.rest * largest;
  }

  /// Those that act next: approaching, closest, and of these the fastest. Empty when all separate.
  [[nodiscard]] std::vector<int> find_next() const {
    std::vector<int> next;
    for (int i = 0; i < contacts_.count(); ++i) {
      if (approach(i) > rest_) next.push_back(i);
    }
    if (contacts_.gap.size() > 0 && !next.empty()) {
      const double scale = kEqual * contacts_.gap.cwiseAbs().maxCoeff();
      double least = contacts_.gap(next.front());
      for (const int i : next) least = std::min(least, contacts_.gap(i));
      std::erase_if(next, [&](int i) { return contacts_.gap(i) > least + scale; });
    }
    double fastest = 0.0;
    for (const int i : next) fastest = std::max(fastest, approach(i));
    std::erase_if(next, [&](int i) { return approach(i) < (1.0 - kEqual) * fastest; });
    return next;
  }

  /// False if the law has no solution.
  [[nodiscard]] bool act(const std::vector<int>& group) {
    VectorX change = VectorX::Zero(impulse_.size());
    const bool together = group.size() > 1 && is_coupled(group);
    if (!together || !act_together(group, change)) {
      // Where acting together has no solution, the first by rank acts alone.
      const std::size_t count = together ? 1 : group.size();
      for (std::size_t i = 0; i < count; ++i) {
        if (!act_alone(group[i], change)) return false;
      }
    }
    apply(change);
    return true;
  }

  /// Without rebound, all that still approach at once.
  [[nodiscard]] bool stop_approach() {
    std::vector<int> all(contacts_.laws.size());
    for (int i = 0; i < contacts_.count(); ++i) all[static_cast<std::size_t>(i)] = i;
    ContactSet rest = take(all);
    for (ImpactLaw& law : rest.laws) law = with_restitution(law, 0.0);
    const ContactSetResult result = resolve_simultaneous_impact(rest, SimultaneousForm::Newton);
    if (result.verdict == ImpactVerdict::NoSolution) return false;
    apply(result.impulse);
    return true;
  }

  [[nodiscard]] const VectorX& impulse() const { return impulse_; }

 private:
  [[nodiscard]] double approach(int contact) const { return -velocity_(contacts_.dimension * (contact + 1) - 1); }

  void apply(const VectorX& change) {
    impulse_ += change;
    velocity_ = contacts_.velocity + contacts_.delassus * impulse_;
  }

  [[nodiscard]] bool is_coupled(const std::vector<int>& group) const {
    const int n = contacts_.dimension;
    for (const int a : group) {
      for (const int b : group) {
        if (a != b && !contacts_.delassus.block(n * a, n * b, n, n).isZero(0.0)) return true;
      }
    }
    return false;
  }

  template <int kSize>
  [[nodiscard]] bool act_alone_in(int contact, VectorX& change) const {
    const Eigen::Index first = kSize * contact;
    const Eigen::Matrix<double, kSize, kSize> block = contacts_.delassus.block<kSize, kSize>(first, first);
    const Eigen::Matrix<double, kSize, 1> velocity = velocity_.segment<kSize>(first);
    const auto result = resolve_impact(contacts_.laws[static_cast<std::size_t>(contact)], block, velocity);
    change.segment<kSize>(first) = result.impulse;
    return result.verdict != ImpactVerdict::NoSolution && result.verdict != ImpactVerdict::SingularInertia;
  }
  [[nodiscard]] bool act_alone(int contact, VectorX& change) const {
    // Moments take part in the simultaneous form alone.
    if (contacts_.resists_turning()) return act_together({contact}, change);
    return contacts_.dimension == 2 ? act_alone_in<2>(contact, change) : act_alone_in<3>(contact, change);
  }

  [[nodiscard]] ContactSet take(const std::vector<int>& group) const {
    std::vector<Eigen::Index> rows;
    ContactSet part{.dimension = contacts_.dimension, .delassus = {}, .velocity = {}, .laws = {}};
    for (const int contact : group) {
      for (int i = 0; i < contacts_.dimension; ++i) rows.push_back(contacts_.dimension * contact + i);
      part.laws.push_back(contacts_.laws[static_cast<std::size_t>(contact)]);
    }
    if (contacts_.resists_turning()) {
      part.rolling = contacts_.rolling(group);
      part.spinning = contacts_.spinning(group);
    }
    part.delassus = contacts_.delassus(rows, rows);
    part.velocity = velocity_(rows);
    return part;
  }

  [[nodiscard]] bool act_together(const std::vector<int>& group, VectorX& change) const {
    const ContactSet part = take(group);
    const ContactSetResult result = resolve_simultaneous_impact(part);
    if (result.verdict == ImpactVerdict::NoSolution) return false;
    const int n = contacts_.dimension;
    for (std::size_t i = 0; i < group.size(); ++i) {
      change.segment(n * group[i], n) = result.impulse.segment(n * static_cast<Eigen::Index>(i), n);
    }
    return true;
  }

  const ContactSet& contacts_;
  VectorX velocity_;
  VectorX impulse_;
  double rest_{};
};

}  // namespace

ContactSetResult resolve_sequential_impact(const ContactSet& contacts, const SequenceOptions& options) {
  std::vector<int> order;
  const ContactSet sorted = sort_by_rank(contacts, order);
  Sequence sequence(sorted, options);
  ContactSetResult result;
  std::vector<int> next = sequence.find_next();
  bool solved = true;
  while (solved && !next.empty() && result.rounds < options.max_rounds) {
    solved = sequence.act(next);
    ++result.rounds;
    next = sequence.find_next();
  }
  if (solved && !next.empty()) {
    result.bounded = true;
    solved = sequence.stop_approach();
  }
  result.impulse = sequence.impulse();
  complete(sorted, result);
  if (!solved) result.verdict = ImpactVerdict::NoSolution;
  restore_order(order, sorted.dimension, result);
  return result;
}

}  // namespace carom
