// Contacts that are resolved over their area, among all compliant ones.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/simulation/compliant/compliant_contacts.h"
#include "carom/simulation/compliant/patches/patch_contact.h"

namespace carom {

namespace {

// Of the largest load: when that of a step and its motion agree. The ledger is off by that much of the contact's
// energy. An element on the rim may come and go from turn to turn for ever: then tenfold every three turns, up to what
// its coming and going is worth.
constexpr double kLoadsAgree = 1e-10, kLoadsNearlyAgree = 1e-7;

constexpr double kMostElements = 4e6;  // of all patches together, which take some 800 bytes each: 3 GB

}  // namespace

CompliantContacts::~CompliantContacts() = default;

void CompliantContacts::check_patch_elements() const {
  double elements = 0.0;
  for (const ContactSlot& own : pairs_.slots()) {
    const ContactRule& rule = rules_[rule_of_pair_[static_cast<std::size_t>(own.pair)]];
    if (!rule.patch) continue;
    elements += static_cast<double>(rule.patch->elements) * rule.patch->elements;
    if (elements <= kMostElements) continue;
    throw InputError("contact " + rule.name(),
                     fmt::format("asks for more than {:g} elements in the patches of all contact points together: give "
                                 "fewer `elements`, or a point law where bodies are many",
                                 kMostElements));
  }
}

PatchSight CompliantContacts::look_at_patch(int slot, const ConstState& state) const {
  const ContactSlot& own = pairs_.slots()[static_cast<std::size_t>(slot)];
  const double* path = state.active.data() + at(slot).path;
  return {.contact = points_.point(slot),
          .a = {pairs_.shape(own.shape_a), points_.shape(own.shape_a)},
          .b = {pairs_.shape(own.shape_b), points_.shape(own.shape_b)},
          .slip_path = Eigen::Map<const Vector3>(path),
          .turn_path = Eigen::Map<const Vector3>(path + 3)};
}

void CompliantContacts::add_patch_load(int slot, const Kinematics& kinematics, AppliedForces& applied) {
  const Motion& motion = motions_[static_cast<std::size_t>(slot)];
  double* rates = active_rates_.data() + at(slot).path;
  Eigen::Map<Vector3>(rates, 3) = motion.slip;
  Eigen::Map<Vector3>(rates + 3, 3) = motion.spin;

  const ContactPoint& contact = points_.point(slot);
  const PatchContact::Load load = patch(slot)->load(time_);
  // The normal turns within a step.
  const Vector3 friction = load.friction - contact.normal * contact.normal.dot(load.friction);
  forces_[static_cast<std::size_t>(slot)] = {load.normal, friction};
  const Vector3 force = load.normal * contact.normal + friction;
  const ContactSlot& own = pairs_.slots()[static_cast<std::size_t>(slot)];
  const auto arm = [&](int body) -> Vector3 { return contact.point - as_eigen(kinematics.body(body).p_WB); };
  applied.add_force(own.body_a, PackedVector3(arm(own.body_a)), force);
  applied.add_force(own.body_b, PackedVector3(arm(own.body_b)), -force);
  applied.add_torque(own.body_a, load.torque);
  applied.add_torque(own.body_b, -load.torque);
}

void CompliantContacts::press_patches(const ConstState& state) const {
  for (int i = 0; i < num_slots(); ++i) {
    if (patch(i) == nullptr || !is_touching(state, i)) continue;
    const std::string failure = patches_[static_cast<std::size_t>(i)]->press(time_, look_at_patch(i, state));
    if (!failure.empty()) throw InputError("contact " + name(i), failure);
  }
}

bool CompliantContacts::begin_patch_step(const ConstState& state) const {
  bool loads_change = false;
  for (int i = 0; i < num_slots(); ++i) {
    if (patch(i) == nullptr) continue;
    patches_[static_cast<std::size_t>(i)]->begin_step(time_, look_at_patch(i, state));
    loads_change = loads_change || patch(i)->pushes();
  }
  return loads_change;
}

CompliantContacts::PatchStep CompliantContacts::try_patch_step(int turn, double dt, const ConstState& state,
                                                               std::string& failure) const {
  bool settled = true;
  const double tolerance = std::min(kLoadsAgree * std::pow(10.0, std::max(turn - 5, 0) / 3), kLoadsNearlyAgree);
  for (int i = 0; i < num_slots(); ++i) {
    if (patch(i) == nullptr) continue;
    const PatchContact::Trial trial = patches_[static_cast<std::size_t>(i)]->try_step(look_at_patch(i, state), dt);
    if (!trial.failure.empty()) {
      failure = fmt::format("contact {}: {}", name(i), trial.failure);
      return PatchStep::Failed;
    }
    settled = settled && trial.change <= tolerance;
  }
  return settled ? PatchStep::Settled : PatchStep::Again;
}

void CompliantContacts::accept_patch_step() const {
  for (const auto& own : patches_) {
    if (own) own->accept_step(time_);
  }
}

void CompliantContacts::abandon_patch_step() const {
  for (const auto& own : patches_) {
    if (own) own->abandon_step();
  }
}

void CompliantContacts::save_patches(std::vector<double>& numbers) const {
  for (const auto& own : patches_) {
    if (own) own->save(numbers);
  }
}

std::size_t CompliantContacts::saved_patches_size() const {
  std::size_t size = 0;
  for (const auto& own : patches_) size += own ? own->saved_size() : 0;
  return size;
}

void CompliantContacts::restore_patches(std::span<const double> numbers) const {
  for (const auto& own : patches_) {
    if (!own) continue;
    own->restore(numbers.first(own->saved_size()));
    numbers = numbers.subspan(own->saved_size());
  }
}

}  // namespace carom
