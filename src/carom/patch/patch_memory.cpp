// What a patch remembers: moved along with the contact, forgotten, saved and restored.
#include <algorithm>

#include "carom/patch/contact_patch.h"

namespace carom {

namespace {

/// A patch that still holds less than this share of what it once did is at rest: its surfaces are back to 1e-5.
constexpr double kForgotten = 1e-10;

}  // namespace

template <class Self, class Visit>
void ContactPatch::visit_memory(Self& self, const Visit& visit) {
  const auto visit_shear = [&](auto& shear) {
    visit(shear.x);
    visit(shear.y);
  };
  const auto visit_strain = [&](auto& strain) {
    visit(strain.u_z);
    visit_shear(strain.u);
    visit(strain.pressure);
    visit_shear(strain.traction);
  };
  visit(self.now_.pressure);
  visit(self.now_.bound);
  visit_shear(self.now_.traction);
  visit_strain(self.now_.lasting);
  visit_strain(self.now_.inner);
  visit(self.before_.pressure);
  visit_shear(self.before_.traction);
}

void ContactPatch::shift_elements(int columns, int rows, const PatchField& profile) {
  now_.profile = next_.profile = profile;
  const int num_x = grid().num_x, num_y = grid().num_y;
  visit_memory(*this, [&](PatchField& field) {
    offset_ = field;
    for (int j = 0; j < num_y; ++j) {
      for (int i = 0; i < num_x; ++i) {
        const int from_x = i + columns, from_y = j + rows;
        const bool inside = from_x >= 0 && from_x < num_x && from_y >= 0 && from_y < num_y;
        field[j * num_x + i] = inside ? offset_[from_y * num_x + from_x] : 0.0;
      }
    }
  });
  if (held_) {
    for (int i = 0; i < grid().size(); ++i) {
      const int from_x = i % num_x + columns, from_y = i / num_x + rows;
      offset_[i] = from_x >= 0 && from_x < num_x && from_y >= 0 && from_y < num_y ? 1.0 : 0.0;
    }
    let_go_beyond(offset_);
  }
  const double before = now_.energy.stored;
  now_.energy.stored = calc_stored(now_);
  now_.energy.viscous += before - now_.energy.stored;
  tried_ = false;
}

// Where pressure and displacement of the material were not those of each other, the mean work of a step would not be
// the change of what is stored.
void ContactPatch::let_go_beyond(const PatchField& part) {
  held_->hold(part, options_.tolerance, now_.lasting);
  if (options_.viscosity.relaxation > 0.0) {
    held_->hold(part, options_.tolerance, now_.inner);
  } else {
    now_.inner = now_.lasting;
  }
}

void ContactPatch::rest_at(const PatchMotion& motion, const PatchField& profile) {
  now_.motion = motion;
  now_.profile = next_.profile = profile;
  tried_ = false;
  if (now_.energy.stored == 0.0 && most_stored_ == 0.0) return;
  visit_memory(*this, [](PatchField& field) { field.setZero(); });
  before_.motion = motion;
  now_.energy.viscous += now_.energy.stored;
  now_.energy.stored = most_stored_ = 0.0;
}

bool ContactPatch::is_at_rest() const {
  return now_.energy.stored <= kForgotten * most_stored_ && now_.pressure.maxCoeff() <= 0.0;
}

std::size_t ContactPatch::saved_size() const {
  std::size_t fields = 1;  // the profile
  visit_memory(*this, [&](const PatchField&) { ++fields; });
  return fields * static_cast<std::size_t>(grid().size()) + 14;
}

void ContactPatch::save(std::vector<double>& numbers) const {
  const auto append = [&](const PatchField& field) { numbers.insert(numbers.end(), field.begin(), field.end()); };
  visit_memory(*this, append);
  append(now_.profile);
  for (const PatchMotion* motion : {&now_.motion, &before_.motion}) {
    numbers.insert(numbers.end(), {motion->depth, motion->shift_x, motion->shift_y, motion->spin});
  }
  const PatchEnergy& energy = now_.energy;
  numbers.insert(numbers.end(),
                 {energy.work, energy.stored, energy.friction, energy.viscous, energy.rim, most_stored_});
}

void ContactPatch::restore(std::span<const double> numbers) {
  const double* next = numbers.data();
  const auto take = [&](PatchField& field) {
    std::copy_n(next, field.size(), field.data());
    next += field.size();
  };
  visit_memory(*this, take);
  take(now_.profile);
  next_.profile = now_.profile;
  for (PatchMotion* motion : {&now_.motion, &before_.motion}) {
    for (double* value : {&motion->depth, &motion->shift_x, &motion->shift_y, &motion->spin}) *value = *next++;
  }
  PatchEnergy& energy = now_.energy;
  for (double* value : {&energy.work, &energy.stored, &energy.friction, &energy.viscous, &energy.rim, &most_stored_}) {
    *value = *next++;
  }
  tried_ = false;
}

}  // namespace carom
