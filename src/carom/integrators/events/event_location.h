#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "carom/integrators/events/event_functions.h"

namespace carom {

enum class Sketch { Failed, Rough, Exact };

/// The state as a function of time inside a step.
class StateCurve {
 public:
  virtual ~StateCurve() = default;
  /// False where there is none (a rate or a projection failed).
  [[nodiscard]] virtual bool interpolate(double time, std::span<double> y) = 0;
  /// The same, perhaps more roughly, where that is cheaper: to see where it is worth looking.
  [[nodiscard]] virtual Sketch sketch(double time, std::span<double> y) {
    return interpolate(time, y) ? Sketch::Exact : Sketch::Failed;
  }
};

enum class SearchStatus { None, Found, NotFinite, CurveFailed };

struct [[nodiscard]] EventSearch {
  SearchStatus status{SearchStatus::None};
  double time{};  // [s] of a failure
  int index{-1};  // the event function that was not finite
};

/// Watches event functions along the steps of an integrator and locates their zeros on its dense output.
///
/// Each function has a side, above or below zero; it fires when it reaches or crosses zero in its direction. The side
/// of one just handled is unknown until it has left its zero band, and where it goes first is then its side: the first
/// step after it is searched at times that shrink towards its start, so that even a flight much shorter than the step
/// is seen to leave and to come back. A step in which all functions stay well away from zero, as its ends and its
/// middle show, is not searched further.
class EventLocator {
 public:
  /// `samples` parts of each step have their ends examined; with 1 only crossings between the ends of steps are found.
  EventLocator(EventFunctions* events, int state_size, int samples);

  /// The number of functions may have changed since the last start.
  [[nodiscard]] EventSearch start(double time, std::span<const double> y, std::span<const LocatedEvent> handled);

  /// The crossings in the first part of [t_start, t_end] that has any; located() holds them in order of time.
  [[nodiscard]] EventSearch search(StateCurve& curve, double t_start, double t_end);
  [[nodiscard]] std::span<const LocatedEvent> located() const { return located_; }

  /// After search() has found events and the motion goes on unchanged: they are behind us.
  void pass();

  /// After search() has found events: keeps the first of them, those that cannot be told from it in time, and all that
  /// have crossed in the state y at this time.
  [[nodiscard]] EventSearch fire_at(double time, std::span<const double> y);

 private:
  enum class Side { Below, Unknown, Above };
  struct Sample {
    double time{};
    bool exact{};  // not of a rough sketch
    std::vector<double> g;
  };

  [[nodiscard]] bool is_clear(StateCurve& curve, double t_start, double t_end);
  [[nodiscard]] EventSearch search_parts(StateCurve& curve, double t_start, double t_end);
  [[nodiscard]] EventSearch find_right(StateCurve& curve, double time);
  [[nodiscard]] EventSearch evaluate(StateCurve& curve, double time, Sample& sample);
  [[nodiscard]] double calc(int index, double time, StateCurve& curve);  // NaN where the curve has no state
  [[nodiscard]] bool fires(std::size_t i, Side side, double g) const;
  [[nodiscard]] EventSearch look_between(StateCurve& curve, std::size_t i);
  [[nodiscard]] EventSearch probe_vertex(StateCurve& curve, std::size_t i);
  [[nodiscard]] EventSearch locate(StateCurve& curve, std::size_t i, const Sample& near, const Sample& far);
  [[nodiscard]] double guess_zero(std::size_t i, double t_near, double t_far) const;
  void update_sides(std::span<const double> g);
  void resize();
  void choose_sample_times(double t_start, double t_end);
  [[nodiscard]] bool any_side_unknown() const;

  EventFunctions* events_;
  std::size_t count_;
  int samples_;
  std::vector<Side> sides_;
  std::vector<double> bands_;  // |g| up to which an unknown side stays unknown
  std::vector<LocatedEvent> located_;
  std::vector<double> sample_times_;  // [s]
  Sample older_, left_, right_, probe_;
  bool has_older_{};
  // The first looks at a step, as long as they wait for the search of its parts to come to them.
  Sample middle_, end_;
  bool has_middle_{}, has_end_{};
  std::vector<double> y_;
};

}  // namespace carom
