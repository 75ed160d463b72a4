#include "carom/simulation/event_driven/modes/mode_search.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

constexpr double kDirectionTolerance = 1e-12;  // [rad]
constexpr double kAlike = 1e-6;                // disagreements closer than this part are the same

Vector3 part(const ConstVectorRef& all, std::size_t contact) { return all.segment<3>(3 * static_cast<int>(contact)); }

bool begins_to_slide(const TouchingContact& contact) {
  return contact.mode == RigidMode::Sliding && !contact.slips && contact.static_friction > 0.0;
}

void change_mode(TouchingContact& contact, const Vector3& force) {
  switch (contact.mode) {
    case RigidMode::Sticking: {
      if (force.z() < 0.0) {
        contact.mode = RigidMode::Open;
        return;
      }
      contact.mode = RigidMode::Sliding;
      const double size = force.head<2>().norm();
      if (size > 0.0) contact.direction = -force.head<2>() / size;
      return;
    }
    case RigidMode::Sliding:
      contact.mode = force.z() < 0.0 ? RigidMode::Open : RigidMode::Sticking;
      return;
    default:
      contact.mode = contact.slips || contact.static_friction == 0.0 ? RigidMode::Sliding : RigidMode::Sticking;
  }
}

// Slip that begins goes where the contact accelerates, and friction against that. True: it turned.
bool turn_direction(TouchingContact& contact, const Vector3& acceleration, double rounding) {
  const double size = acceleration.head<2>().norm();
  if (!begins_to_slide(contact) || !(size > 10.0 * rounding)) return false;
  const Eigen::Vector2d direction = acceleration.head<2>() / size;
  if (direction.dot(contact.direction) <= 0.0) return false;  // a matter of modes
  const bool turned = (direction - contact.direction).norm() > kDirectionTolerance;
  contact.direction = direction;
  return turned;
}

}  // namespace

double calc_rounding(const ConstVectorRef& b) { return 1e-9 * b.cwiseAbs().maxCoeff() + kNoAcceleration; }

double calc_disagreement(const TouchingContact& contact, const Vector3& force, const Vector3& acceleration,
                         double inverse_mass) {
  switch (contact.mode) {
    case RigidMode::Sticking: {
      const double beyond = force.head<2>().norm() - contact.static_friction * force.z();
      return inverse_mass * std::max(-force.z(), beyond);
    }
    case RigidMode::Sliding: {
      const double pulls = -inverse_mass * force.z();
      return begins_to_slide(contact) ? std::max(pulls, -contact.direction.dot(acceleration.head<2>())) : pulls;
    }
    default:
      return -acceleration.z();
  }
}

ModeSearchReport find_modes(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<TouchingContact> contacts,
                            VectorRef f, VectorRef a, ModeSearchEffort effort) {
  const auto count = static_cast<int>(contacts.size());
  const double rounding = calc_rounding(b);
  const auto disagreement = [&](std::size_t i) {
    const auto normal = 3 * static_cast<int>(i) + 2;
    return calc_disagreement(contacts[i], part(f, i), part(a, i), G(normal, normal));
  };
  const bool brief = effort == ModeSearchEffort::Brief;
  constexpr int kMostBrief = 24;  // where many contacts agree at all they do so soon
  const int together = brief ? std::min(2 * count + 8, kMostBrief) : 2 * count + 8;
  const int most = brief ? together : together + 20 * count + 100;
  for (int iteration = 0; iteration < most; ++iteration) {
    const bool solved = calc_smooth_forces(G, b, contacts, f);
    a = b;
    a.noalias() += G.lazyProduct(f);
    double worst = 0.0;
    for (std::size_t i = 0; i < contacts.size(); ++i) worst = std::max(worst, disagreement(i));
    if (worst > rounding) {
      for (std::size_t i = 0; i < contacts.size(); ++i) {
        const double own = disagreement(i);
        const bool alone = iteration >= together;
        if (alone ? own <= rounding : own < (1.0 - kAlike) * worst) continue;
        change_mode(contacts[i], part(f, i));
        if (alone) break;
      }
      continue;
    }
    bool turned = false;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      turned = turn_direction(contacts[i], part(a, i), rounding) || turned;
    }
    if (!turned) return {.found = solved, .iterations = iteration + 1};
  }
  return {.found = false, .iterations = most};
}

}  // namespace carom
