#include "carom/integrators/events/event_location.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "carom/base/assert.h"
#include "carom/integrators/guarded_system.h"
#include "carom/math/root_finding.h"

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// The first sample after an event: 2⁻³⁹ of a part of the step; each next one comes eight times as late.
constexpr int kHalvings = 39, kHalvingsApart = 3;

// g₁ + d (slope + curvature d) with d = t − t₁ goes through three samples.
struct Parabola {
  double slope{};
  double curvature{};
};

Parabola fit_parabola(double t0, double g0, double t1, double g1, double t2, double g2) {
  const double slope = (g1 - g0) / (t1 - t0);
  const double curvature = ((g2 - g1) / (t2 - t1) - slope) / (t2 - t0);
  return {slope + curvature * (t1 - t0), curvature};
}

}  // namespace

EventLocator::EventLocator(EventFunctions* events, int state_size, int samples)
    : events_(events), count_(0), samples_(samples) {
  resize();
  sample_times_.reserve(static_cast<std::size_t>(samples) + static_cast<std::size_t>(kHalvings));
  y_.assign(static_cast<std::size_t>(state_size), 0.0);
}

void EventLocator::resize() {
  count_ = events_ == nullptr ? 0 : static_cast<std::size_t>(events_->count());
  sides_.assign(count_, Side::Unknown);
  bands_.assign(count_, 0.0);
  located_.reserve(count_ + 1);
  for (Sample* sample : {&older_, &left_, &right_, &probe_, &middle_, &end_}) sample->g.assign(count_, 0.0);
}

EventSearch EventLocator::start(double time, std::span<const double> y, std::span<const LocatedEvent> handled) {
  if (events_ != nullptr && static_cast<std::size_t>(events_->count()) != count_) resize();
  if (count_ == 0) return {};
  events_->calc(time, y, right_.g);
  right_.time = time;
  right_.exact = true;
  const int not_finite = find_not_finite(right_.g);
  if (not_finite >= 0) return {SearchStatus::NotFinite, time, not_finite};

  for (std::size_t i = 0; i < count_; ++i) {
    // At exactly zero: not crossed yet, as far as the direction tells.
    const Crossing direction = events_->direction(static_cast<int>(i));
    Side side = direction == Crossing::Both ? Side::Unknown : Side::Above;
    if (direction == Crossing::Rising) side = Side::Below;
    if (right_.g[i] != 0.0) side = right_.g[i] > 0.0 ? Side::Above : Side::Below;
    sides_[i] = side;
    bands_[i] = 0.0;
  }
  for (const LocatedEvent& event : handled) {
    const auto i = static_cast<std::size_t>(event.index);
    CAROM_ASSERT(i < count_);
    sides_[i] = Side::Unknown;
    // The value found now is itself a measure of its rounding.
    bands_[i] = std::max(events_->zero_band(event.index), 4.0 * std::abs(right_.g[i]));
  }
  located_.clear();
  return {};
}

EventSearch EventLocator::search(StateCurve& curve, double t_start, double t_end) {
  located_.clear();
  if (count_ == 0) return {};
  has_middle_ = has_end_ = has_older_ = false;
  if (is_clear(curve, t_start, t_end)) return {};
  const EventSearch result = search_parts(curve, t_start, t_end);
  if (result.status != SearchStatus::Found) located_.clear();
  std::ranges::sort(located_, {}, [](const LocatedEvent& event) { return std::pair(event.time, event.index); });
  return result;
}

// All functions are on their sides at both ends of the step and in its middle, and farther from zero than the parabola
// through these three bends, eight times what it can come nearer in between. Then the end is the next start.
bool EventLocator::is_clear(StateCurve& curve, double t_start, double t_end) {
  constexpr int kWorthwhile = 3;  // parts from which on two looks are a saving
  if (samples_ < kWorthwhile || any_side_unknown()) return false;
  const auto sign = [&](std::size_t i) { return sides_[i] == Side::Above ? 1.0 : -1.0; };
  has_end_ = evaluate(curve, t_end, end_).status == SearchStatus::None;
  if (!has_end_) return false;
  for (std::size_t i = 0; i < count_; ++i) {
    if (!(std::min(sign(i) * right_.g[i], sign(i) * end_.g[i]) > 0.0)) return false;
  }
  // Written as the time of a sample, so that it is one where the number of parts is even.
  const double middle = t_start + 0.5 * samples_ * ((t_end - t_start) / samples_);
  has_middle_ = evaluate(curve, middle, middle_).status == SearchStatus::None;
  if (!has_middle_) return false;
  for (std::size_t i = 0; i < count_; ++i) {
    const double g0 = sign(i) * right_.g[i], g1 = sign(i) * middle_.g[i], g2 = sign(i) * end_.g[i];
    if (!(std::min({g0, g1, g2}) > std::abs(g0 - 2.0 * g1 + g2))) return false;
  }
  std::swap(end_, right_);
  return true;
}

EventSearch EventLocator::search_parts(StateCurve& curve, double t_start, double t_end) {
  choose_sample_times(t_start, t_end);
  std::swap(left_, right_);
  left_.time = t_start;
  for (const double time : sample_times_) {
    if (const EventSearch failure = find_right(curve, time); failure.status != SearchStatus::None) return failure;
    for (std::size_t i = 0; i < count_; ++i) {
      const EventSearch failure = look_between(curve, i);
      if (failure.status != SearchStatus::None) return failure;
    }
    if (!located_.empty()) return {SearchStatus::Found};
    update_sides(right_.g);
    if (time == t_end) break;
    std::swap(older_, left_);
    std::swap(left_, right_);
    has_older_ = true;
  }
  return {};
}

// The next sample to the right, which a first look may have seen already.
EventSearch EventLocator::find_right(StateCurve& curve, double time) {
  if (has_middle_ && time == middle_.time) {
    std::swap(right_, middle_);
    has_middle_ = false;
    return {};
  }
  if (has_end_ && time == end_.time) {
    std::swap(right_, end_);
    has_end_ = false;
    return {};
  }
  return evaluate(curve, time, right_);
}

void EventLocator::choose_sample_times(double t_start, double t_end) {
  sample_times_.clear();
  const double h = t_end - t_start;
  const double part = h / samples_;
  if (samples_ > 1 && any_side_unknown()) {
    const double resolution = 16.0 * kEpsilon * std::max(std::abs(t_start), std::abs(t_end));
    for (int k = kHalvings; k > 0; k -= kHalvingsApart) {
      const double offset = std::ldexp(part, -k);
      if (offset > resolution) sample_times_.push_back(t_start + offset);
    }
  }
  for (int k = 1; k < samples_; ++k) sample_times_.push_back(t_start + k * part);
  sample_times_.push_back(t_end);
}

EventSearch EventLocator::evaluate(StateCurve& curve, double time, Sample& sample) {
  const Sketch sketch = curve.sketch(time, y_);
  if (sketch == Sketch::Failed) return {SearchStatus::CurveFailed, time};
  sample.time = time;
  sample.exact = sketch == Sketch::Exact;
  events_->calc(time, y_, sample.g);
  const int not_finite = find_not_finite(sample.g);
  if (not_finite >= 0) return {SearchStatus::NotFinite, time, not_finite};
  return {};
}

bool EventLocator::fires(std::size_t i, Side side, double g) const {
  const Crossing direction = events_->direction(static_cast<int>(i));
  if (side == Side::Above) return g <= 0.0 && direction != Crossing::Rising;
  if (side == Side::Below) return g >= 0.0 && direction != Crossing::Falling;
  return false;
}

EventSearch EventLocator::look_between(StateCurve& curve, std::size_t i) {
  if (fires(i, sides_[i], right_.g[i])) return locate(curve, i, left_, right_);
  if (has_older_ && sides_[i] != Side::Unknown) return probe_vertex(curve, i);
  return {};
}

// Three samples on one side, and a parabola through them that reaches the other side or nearly so: look there.
EventSearch EventLocator::probe_vertex(StateCurve& curve, std::size_t i) {
  const double sign = sides_[i] == Side::Above ? 1.0 : -1.0;
  const double least =
      sign > 0.0 ? std::min({older_.g[i], left_.g[i], right_.g[i]}) : -std::max({older_.g[i], left_.g[i], right_.g[i]});
  if (least < 0.0) return {};
  const Parabola through = fit_parabola(older_.time, older_.g[i], left_.time, left_.g[i], right_.time, right_.g[i]);
  if (!(sign * through.curvature > 0.0)) return {};
  const double offset = -0.5 * through.slope / through.curvature;
  const double vertex = left_.time + offset;
  const double value = left_.g[i] + 0.5 * through.slope * offset;
  const bool inside = vertex > older_.time && vertex < right_.time && vertex != left_.time;
  if (!inside || sign * value > 0.25 * least) return {};

  const EventSearch failure = evaluate(curve, vertex, probe_);
  if (failure.status != SearchStatus::None) return failure;
  const Sample& before = vertex < left_.time ? older_ : left_;
  const Sample& after = vertex < left_.time ? left_ : right_;
  const double g = probe_.g[i];
  if (fires(i, sides_[i], g)) return locate(curve, i, before, probe_);
  const Side side = g > 0.0 ? Side::Above : Side::Below;
  if (side != sides_[i] && fires(i, side, after.g[i])) return locate(curve, i, probe_, after);
  return {};
}

EventSearch EventLocator::locate(StateCurve& curve, std::size_t i, const Sample& near, const Sample& far) {
  const int index = static_cast<int>(i);
  const auto g = [&](double time) { return calc(index, time, curve); };
  // What the samples show may be a sketch: the curve itself may cross a little earlier, later, or not at all.
  const double t_near = near.time, t_far = far.time, g_sketched = near.g[i];
  const bool far_is_exact = far.exact, is_right = &far == &right_;
  double g_far = far.g[i];
  const Side before = g_sketched > 0.0 ? Side::Above : Side::Below;
  const double g_near = near.exact || g_sketched == 0.0 ? g_sketched : g(t_near);
  if (!std::isfinite(g_near)) return {SearchStatus::NotFinite, t_near, index};
  if (g_sketched != 0.0 && fires(i, before, g_near)) {
    located_.push_back({index, t_near});
    return {};
  }
  if (!far_is_exact) g_far = g(t_far);
  if (!std::isfinite(g_far)) return {SearchStatus::NotFinite, t_far, index};
  if (g_sketched != 0.0 && !fires(i, before, g_far)) {
    if (is_right) right_.g[i] = g_far;
    return {};
  }
  const RootReport root = find_root(g, t_near, g_near, t_far, g_far, {.guess = guess_zero(i, t_near, t_far)});
  if (root.status == RootStatus::NotFinite) return {SearchStatus::NotFinite, root.root, index};
  located_.push_back({index, root.far_end});
  return {};
}

// Of the parabola through the last three samples, between two times; NaN where it has none.
double EventLocator::guess_zero(std::size_t i, double t_near, double t_far) const {
  if (has_older_ && events_->is_nearly_parabolic()) {
    const Parabola through = fit_parabola(older_.time, older_.g[i], left_.time, left_.g[i], right_.time, right_.g[i]);
    const double root = std::sqrt(through.slope * through.slope - 4.0 * through.curvature * left_.g[i]);
    const double sum = -0.5 * (through.slope + std::copysign(root, through.slope));
    for (const double offset : {left_.g[i] / sum, sum / through.curvature}) {
      const double time = left_.time + offset;
      if (time > t_near && time < t_far) return time;
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void EventLocator::pass() { update_sides(right_.g); }

void EventLocator::update_sides(std::span<const double> g) {
  for (std::size_t i = 0; i < count_; ++i) {
    if (sides_[i] == Side::Unknown && std::abs(g[i]) <= bands_[i]) continue;
    if (g[i] == 0.0) {
      // Reached without leaving: where it goes next decides.
      if (fires(i, sides_[i], 0.0)) sides_[i] = Side::Unknown;
      continue;
    }
    sides_[i] = g[i] > 0.0 ? Side::Above : Side::Below;
    bands_[i] = 0.0;
  }
}

EventSearch EventLocator::fire_at(double time, std::span<const double> y) {
  events_->calc(time, y, probe_.g);
  const int not_finite = find_not_finite(probe_.g);
  if (not_finite >= 0) return {SearchStatus::NotFinite, time, not_finite};

  CAROM_ASSERT(!located_.empty());
  const double last = located_.front().time + 64.0 * kEpsilon * std::abs(time);
  const auto first = located_.front().index;
  std::erase_if(located_, [&](const LocatedEvent& event) {
    const auto i = static_cast<std::size_t>(event.index);
    return event.index != first && event.time > last && !fires(i, sides_[i], probe_.g[i]);
  });
  for (LocatedEvent& event : located_) event.time = time;
  std::ranges::sort(located_, {}, &LocatedEvent::index);
  return {SearchStatus::Found};
}

double EventLocator::calc(int index, double time, StateCurve& curve) {
  if (!curve.interpolate(time, y_)) return std::numeric_limits<double>::quiet_NaN();
  events_->calc(time, y_, probe_.g);
  return probe_.g[static_cast<std::size_t>(index)];
}

bool EventLocator::any_side_unknown() const { return std::ranges::find(sides_, Side::Unknown) != sides_.end(); }

}  // namespace carom
