#include "carom/simulation/passage_search.h"

namespace carom {

PassageSearch::PassageSearch(const PairList& pairs) {
  const auto has_no_other_side = [&](int shape) {
    return pairs.shape(shape).type == ShapeType::Plane || pairs.shape(shape).type == ShapeType::Tube;
  };
  for (int i = 0; i < pairs.num_slots(); ++i) {
    const ContactSlot& slot = pairs.slots()[static_cast<std::size_t>(i)];
    if (!has_no_other_side(slot.shape_a) && !has_no_other_side(slot.shape_b)) slots_.push_back(i);
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

}  // namespace carom
