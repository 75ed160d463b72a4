// What MechanismSystem asks its contacts for, and they it, beside evaluations.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "carom/base/assert.h"
#include "carom/dynamics/jacobian.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

void MechanismSystem::calc_contact_motion(double time, std::span<const double> y) {
  load(time, y);
  for (ContactPart* part : contacts_) part->calc_whole_motion(y);
}

bool MechanismSystem::calc_accelerations_without_reactions(double time, std::span<const double> y) {
  return calc_free_accelerations(time, y).ok();
}

bool MechanismSystem::calc_factors() {
  if (!calc_forward_dynamics(*model_, kinematics_, applied_, articulated_, v_rate_).ok()) return false;
  if (!constraints_.rows.empty()) calc_constraint_system(*model_, kinematics_, q_, articulated_, constraints_);
  return true;
}

bool MechanismSystem::move_onto_contacts(double time, std::span<const double> y) {
  for (ContactPart* part : contacts_) {
    if (part->project(time, y)) continue;
    if (!part->failure().empty()) failure_ = fmt::format("at t = {:.9g} s {}", time, part->failure());
    return false;
  }
  return true;
}

bool MechanismSystem::move_to(double time, const VectorX& q) {
  q_ = q;
  loaded_ = false;
  calc_motion();
  return !projector_ || move_onto_constraints(time);
}

void MechanismSystem::set_velocities(const VectorX& v) {
  v_ = v;
  loaded_ = false;
  calc_motion();
}

// From the accelerations with and without a unit of force between the two bodies.
double MechanismSystem::calc_effective_mass(int body_a, int body_b, const Vector3& point, const Vector3& normal) {
  const auto arm = [&](int body) -> Vector3 { return point - as_eigen(kinematics_.body(body).p_WB); };
  const auto calc_closing = [&](double force) {
    applied_.set_zero();
    applied_.add_force(body_a, PackedVector3(arm(body_a)), force * normal);
    applied_.add_force(body_b, PackedVector3(arm(body_b)), -force * normal);
    (void)calc_constrained_dynamics(*model_, kinematics_, q_, applied_, articulated_, constraints_, v_rate_);
    const auto calc_along = [&](int body) {
      calc_jacobian(*model_, kinematics_, body, arm(body), jacobian_);
      return normal.dot(jacobian_.bottomRows<3>() * v_rate_);
    };
    return calc_along(body_a) - calc_along(body_b);
  };
  const double response = calc_closing(1.0) - calc_closing(0.0);
  return response > 0.0 ? 1.0 / response : std::numeric_limits<double>::infinity();
}

void MechanismSystem::add_powers_of_change(double time, double step, const ConstVectorRef& change,
                                           std::span<double> rate) {
  if (!changed_) return;
  mean_over_ = step;
  calc_kinematics(*model_, q_, change, *changed_);
  move_powers_to_middle(*model_, query_forces(time), q_, v_, kinematics_, change, *changed_, elements_.powers);
  mean_over_ = 0.0;
  for (std::size_t i = 0; i < integrals_.size(); ++i) {
    const Source source = integrals_[i].source;
    if (source != Source::Motors && source != Source::BodyForces && source != Source::Inputs) continue;
    rate[first_integral_ + i] = calc_integral_rate(integrals_[i]);
  }
}

double MechanismSystem::calc_stored_energy_at(double time, std::span<const double> y) {
  load(time, y);
  return calc_stored_total(y);
}

void MechanismSystem::add_integrals(std::span<const double> rate, double step, double drive_work,
                                    std::span<double> y) const {
  const std::size_t first = first_integral_;
  for (std::size_t i = first; i < first + integrals_.size(); ++i) y[i] += step * rate[i];
  if (drive_row_ >= 0) y[first + static_cast<std::size_t>(drive_row_)] += drive_work;
}

double MechanismSystem::calc_integral_balance(std::span<const double> rate) const {
  double balance = 0.0;
  for (std::size_t i = 0; i < integrals_.size(); ++i) {
    const double value = rate[first_integral_ + i];
    balance += integrals_[i].row.kind == LedgerKind::Dissipated ? -value : value;
  }
  return balance;
}

int MechanismSystem::num_contacts() const {
  int count = 0;
  for (const ContactPart* part : contacts_) count += part->num_views();
  return count;
}

MechanismSystem::View MechanismSystem::find_view(int view) const {
  for (const ContactPart* part : contacts_) {
    if (view < part->num_views()) return {part, view};
    view -= part->num_views();
  }
  CAROM_ASSERT(false);
  return {};
}

const std::string& MechanismSystem::contact_name(int view) const {
  const View found = find_view(view);
  return found.part->view_name(found.number);
}

Contact MechanismSystem::look_at_contact(int view, std::span<const double> y) const {
  const View found = find_view(view);
  return found.part->look_at(found.number, y);
}

void MechanismSystem::append_contacts(std::span<const double> y, std::vector<Contact>& contacts) const {
  for (const ContactPart* part : contacts_) part->append_touching(y, contacts);
}

std::optional<ContactMap> MechanismSystem::find_contact_map(int view) const {
  const View found = find_view(view);
  return found.part->find_map(found.number);
}

std::optional<ContactPart::ResolvedImpact> MechanismSystem::describe_impact(const ContactEvent& lift_off) const {
  const View found = find_view(lift_off.slot);
  ContactEvent own = lift_off;
  own.slot = found.number;
  return found.part->describe_impact(own);
}

double MechanismSystem::velocity_error() const {
  double largest = 0.0;
  for (const ContactPart* part : contacts_) largest = std::max(largest, part->velocity_error());
  return largest;
}

bool MechanismSystem::has_stand_in() const { return std::ranges::any_of(contacts_, &ContactPart::has_stand_in); }

}  // namespace carom
