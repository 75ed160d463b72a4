#include "carom/simulation/event_driven/contacts/ordered_system.h"

#include <algorithm>
#include <numeric>

#include "carom/simulation/event_driven/impacts/body_order.h"

namespace carom {

OrderedSystem::OrderedSystem(RigidPart& rigid)
    : rigid_(rigid),
      system_(rigid.system()),
      places_(static_cast<std::size_t>(system_.size() - rigid.contacts().state_size())),
      y_(static_cast<std::size_t>(system_.size())),
      rate_(y_.size()),
      q_(static_cast<std::size_t>(system_.model().num_positions())),
      v_(static_cast<std::size_t>(system_.model().num_velocities())),
      last_y_(places_.size()),
      last_rate_(places_.size()) {
  std::iota(places_.begin(), places_.end(), 0);
  const BodyOrder bodies(system_.model());
  auto next = std::ranges::copy(bodies.positions, places_.begin()).out;
  for (const int place : bodies.velocities) *next++ = system_.model().num_positions() + place;
}

void OrderedSystem::order(std::span<const double> y, std::span<double> ordered) {
  std::ranges::copy(y, y_.begin());
  has_last_ = false;
  pick(y, ordered);
}

void OrderedSystem::pick(std::span<const double> y, std::span<double> ordered) const {
  for (std::size_t i = 0; i < places_.size(); ++i) ordered[i] = y[static_cast<std::size_t>(places_[i])];
}

void OrderedSystem::put(std::span<const double> ordered, std::span<double> y) const {
  for (std::size_t i = 0; i < places_.size(); ++i) y[static_cast<std::size_t>(places_[i])] = ordered[i];
}

void OrderedSystem::restore(std::span<const double> ordered, std::span<double> y) const {
  put(ordered, y);
  std::ranges::copy(rigid_.state(std::span<const double>(y_)), rigid_.state(y).begin());
}

std::span<const double> OrderedSystem::restore(std::span<const double> ordered) {
  put(ordered, y_);
  return y_;
}

RateStatus OrderedSystem::calc_rate(double time, std::span<const double> y, std::span<double> rate) {
  if (has_last_ && time == last_time_ && std::ranges::equal(y, last_y_)) {
    std::ranges::copy(last_rate_, rate.begin());
    return RateStatus::Ok;
  }
  const RateStatus status = system_.calc_rate(time, restore(y), rate_);
  pick(rate_, rate);
  has_last_ = status == RateStatus::Ok;
  last_time_ = time;
  std::ranges::copy(y, last_y_.begin());
  std::ranges::copy(rate, last_rate_.begin());
  return status;
}

RateStatus OrderedSystem::calc_mean_rate(double time, double step, std::span<const double> y, std::span<double> rate) {
  const RateStatus status = system_.calc_mean_rate(time, step, restore(y), rate_);
  pick(rate_, rate);
  return status;
}

void OrderedSystem::move_positions(std::span<double> q, std::span<const double> v, double step) const {
  const std::size_t positions = q.size();
  for (std::size_t i = 0; i < positions; ++i) q_[static_cast<std::size_t>(places_[i])] = q[i];
  for (std::size_t i = 0; i < v.size(); ++i) {
    v_[static_cast<std::size_t>(places_[positions + i]) - positions] = v[i];
  }
  system_.move_positions(q_, v_, step);
  for (std::size_t i = 0; i < positions; ++i) q[i] = q_[static_cast<std::size_t>(places_[i])];
}

double OrderedSystem::calc_drift(double time, std::span<const double> y) {
  return system_.calc_drift(time, restore(y));
}

bool OrderedSystem::project(double time, std::span<double> y) {
  put(y, y_);
  const bool projected = system_.project(time, y_);
  pick(y_, y);
  return projected;
}

}  // namespace carom
