// What a patch remembers beyond its area, as numbers for a checkpoint.
#include "carom/simulation/compliant/patches/patch_contact.h"

namespace carom {

namespace {

// Each moment, the frame, the centre, the curvatures, the largest load and the doubts.
constexpr std::size_t kNumbers = 2 * (1 + 7 + 5 + 1) + 7 + 2 + 13 + 1 + 3;

template <class Vector>
void append_vector(const Vector& vector, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), vector.begin(), vector.end());
}

}  // namespace

std::size_t PatchContact::saved_size() const { return patch_.saved_size() + kNumbers; }

void PatchContact::save(std::vector<double>& numbers) const {
  patch_.save(numbers);
  for (const Moment* moment : {&before_, &now_}) {
    numbers.insert(numbers.end(), {moment->time, moment->load.normal});
    append_vector(moment->load.friction, numbers);
    append_vector(moment->load.torque, numbers);
    const PatchEnergy& energy = moment->energy;
    numbers.insert(numbers.end(),
                   {energy.work, energy.stored, energy.friction, energy.viscous, energy.rim, moment->stick_fraction});
  }
  append_vector(frame_.normal, numbers);
  append_vector(frame_.first, numbers);
  append_vector(curvatures_.of_a.reshaped(), numbers);
  append_vector(curvatures_.of_b.reshaped(), numbers);
  append_vector(curvatures_.slant_a, numbers);
  append_vector(curvatures_.slant_b, numbers);
  numbers.insert(numbers.end(), {curvatures_.room, frame_.spin, centre_.x(), centre_.y(), largest_, doubts_.near_edge,
                                 doubts_.over_end, doubts_.not_small});
}

void PatchContact::restore(std::span<const double> numbers) {
  patch_.restore(numbers.first(patch_.saved_size()));
  const double* next = numbers.data() + patch_.saved_size();
  const auto take = [&](auto... values) { ((*values = *next++), ...); };
  const auto take_vector = [&](auto&& vector) {
    for (double& value : vector) value = *next++;
  };
  for (Moment* moment : {&before_, &now_}) {
    take(&moment->time, &moment->load.normal);
    take_vector(moment->load.friction);
    take_vector(moment->load.torque);
    PatchEnergy& energy = moment->energy;
    take(&energy.work, &energy.stored, &energy.friction, &energy.viscous, &energy.rim, &moment->stick_fraction);
  }
  take_vector(frame_.normal);
  take_vector(frame_.first);
  for (Matrix2* curvature : {&curvatures_.of_a, &curvatures_.of_b}) take_vector(curvature->reshaped());
  take_vector(curvatures_.slant_a);
  take_vector(curvatures_.slant_b);
  take(&curvatures_.room, &frame_.spin, &centre_.x(), &centre_.y(), &largest_, &doubts_.near_edge, &doubts_.over_end,
       &doubts_.not_small);
}

}  // namespace carom
