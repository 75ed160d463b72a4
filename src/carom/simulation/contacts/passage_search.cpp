#include "carom/simulation/contacts/passage_search.h"

#include <cstddef>
#include <iterator>

namespace carom {

PassageSearch::PassageSearch(const PairList& pairs) {
  const auto has_no_other_side = [&](int shape) {
    return pairs.shape(shape).type == ShapeType::Plane || pairs.shape(shape).type == ShapeType::Tube;
  };
  for (const PairList::Pair& pair : pairs.pairs()) {
    if (has_no_other_side(pair.shape_a) || has_no_other_side(pair.shape_b)) continue;
    const std::size_t first = slots_.size();
    for (int i = 0; i < pair.num_slots; ++i) slots_.push_back(pair.first_slot + i);
    if (pair.num_slots > 1) pairs_.push_back({first, slots_.size()});
  }
  before_.resize(slots_.size());
  after_.resize(slots_.size());
}

std::string PassageSearch::describe(const std::string& contact) {
  return "bodies pass through each other at contact " + contact + " within a step; try a shorter step";
}

int PassageSearch::find_crossed() const {
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const Sample &before = before_[k], &after = after_[k];
    const bool overlap = !before.apart && !after.apart && before.gap.gap < 0.0 && after.gap.gap < 0.0;
    if (overlap && before.normal.dot(after.normal) < 0.0) return slots_[k];
  }
  return -1;
}

bool PassageSearch::is_suspect(std::size_t k, double end) const {
  const Sample &before = before_[k], &after = after_[k];
  if (!before.apart || after.gap.gap <= 0.0) return false;
  if (before.normal.dot(after.normal) < 0.0) return true;
  return before.gap.gap > 0.0 && find_step_crossing(before.gap, after.gap, end - start_) == StepCrossing::MayHavePassed;
}

// Both shapes as a whole: none of their points touches before the step, and the nearest is `from` before and `to`
// after.
bool PassageSearch::is_suspect(const Pair& pair, std::size_t from, std::size_t to, double end) const {
  for (std::size_t k = pair.first; k < pair.end; ++k) {
    if (!before_[k].apart) return false;
  }
  const Sample &before = before_[from], &after = after_[to];
  if (!(before.gap.gap > 0.0) || !(after.gap.gap > 0.0)) return false;
  return before.normal.dot(after.normal) < 0.0 ||
         find_step_crossing(before.gap, after.gap, end - start_) == StepCrossing::MayHavePassed;
}

std::size_t PassageSearch::find_nearest(const Pair& pair, const std::vector<Sample>& samples) {
  const auto begin = samples.begin();
  const auto nearest = std::min_element(std::next(begin, static_cast<std::ptrdiff_t>(pair.first)),
                                        std::next(begin, static_cast<std::ptrdiff_t>(pair.end)),
                                        [](const Sample& a, const Sample& b) { return a.gap.gap < b.gap.gap; });
  return static_cast<std::size_t>(std::distance(begin, nearest));
}

}  // namespace carom
