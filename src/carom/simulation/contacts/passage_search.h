#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "carom/collision/pair_list.h"
#include "carom/collision/step_crossing.h"

namespace carom {

/// Looks for contacts that came and went within a step of an adaptive method: a ball in flight is followed exactly by
/// steps of any length, and a thin plate is apart from it before and after. Events are seen where a gap changes its
/// sign between a few points of a step; this finds where to put one.
///
/// Suspect are bodies whose tangents of the gap, before and after the step, meet below zero (see step_crossing.h), and
/// those that see each other from another side than before: falling from rest, the first tangent says nothing. The
/// dense output is then followed between times at which the tangents still leave it open.
///
/// The nearest of two shapes' contact points may be another one after the step, as where a rod passes the end of
/// another one. No point tells of the whole step then, but the nearest one of each time does.
class PassageSearch {
 public:
  /// Of a step that is taken again, each time up to a contact that comes earlier.
  static constexpr int kMostTries = 100;
  /// What to say where that was not enough, or steps cannot be taken again.
  [[nodiscard]] static std::string describe(const std::string& contact);

  struct Sample {
    GapSample gap;
    Vector3 normal{Vector3::Zero()};
    bool apart{};  // not in contact, though the gap may be zero where it has just opened
  };

  /// Planes and tubes cannot be passed: there is no other side.
  explicit PassageSearch(const PairList& pairs);

  /// Whether nothing can be passed: then there is no need to look.
  [[nodiscard]] bool empty() const { return slots_.empty(); }

  /// `sample(slot)` tells of a slot at the start of a step.
  template <class Look>
  void start(double time, const Look& sample) {
    start_ = time;
    for (std::size_t k = 0; k < slots_.size(); ++k) before_[k] = sample(slots_[k]);
  }

  /// The first time found at which bodies overlap that are apart at both ends of the step. `sample` tells of a slot
  /// at the end, `sample_at(time, slot)` at any time of the step, or of nothing where it cannot be known.
  template <class Look, class LookAt>
  [[nodiscard]] std::optional<double> find(double end, const Look& sample, const LookAt& sample_at) {
    std::optional<double> first;
    for (std::size_t k = 0; k < slots_.size(); ++k) after_[k] = sample(slots_[k]);
    for (std::size_t k = 0; k < slots_.size(); ++k) {
      if (!is_suspect(k, end)) continue;
      const auto at = [&](double time) -> std::optional<GapSample> { return sample_at(time, slots_[k]); };
      GapSample opened = before_[k].gap;
      opened.gap = std::max(opened.gap, std::numeric_limits<double>::min());
      const std::optional<double> found = search(opened, after_[k].gap, end, at);
      if (found && (!first || *found < *first)) first = found, slot_ = slots_[k];
    }
    for (const Pair& pair : pairs_) {
      const std::size_t from = find_nearest(pair, before_), to = find_nearest(pair, after_);
      if (from == to || !is_suspect(pair, from, to, end)) continue;
      const auto at = [&](double time) { return find_nearest_at(pair, time, sample_at); };
      const std::optional<double> found = search(before_[from].gap, after_[to].gap, end, at);
      if (found && (!first || *found < *first)) first = found, slot_ = slots_[to];
    }
    return first;
  }
  /// That was found.
  [[nodiscard]] int slot() const { return slot_; }

  /// After find(): a slot in contact whose bodies are past each other's middle, so that it pushes them on; −1: none.
  [[nodiscard]] int find_crossed() const;

 private:
  static constexpr int kParts = 16;       // of a step that are looked at one by one
  static constexpr int kBisections = 24;  // of each part

  /// Points of two shapes, by their places in slots_.
  struct Pair {
    std::size_t first{}, end{};
  };

  [[nodiscard]] bool is_suspect(std::size_t k, double end) const;
  [[nodiscard]] bool is_suspect(const Pair& pair, std::size_t from, std::size_t to, double end) const;
  [[nodiscard]] static std::size_t find_nearest(const Pair& pair, const std::vector<Sample>& samples);

  template <class LookAt>
  [[nodiscard]] std::optional<GapSample> find_nearest_at(const Pair& pair, double time, const LookAt& sample_at) const {
    std::optional<GapSample> nearest;
    for (std::size_t k = pair.first; k < pair.end; ++k) {
      const std::optional<GapSample> own = sample_at(time, slots_[k]);
      if (!own) return {};
      if (!nearest || own->gap < nearest->gap) nearest = own;
    }
    return nearest;
  }

  template <class At>
  [[nodiscard]] std::optional<double> search(GapSample before, const GapSample& after, double end, const At& at) const {
    double from = start_;
    for (int part = 1; part <= kParts; ++part) {
      const double to = part == kParts ? end : start_ + (end - start_) * part / kParts;
      const std::optional<GapSample> next = part == kParts ? after : at(to);
      if (!next) return {};
      if (next->gap <= 0.0) return to;
      if (const auto found = bisect(from, before, to, *next, kBisections, at)) return found;
      from = to;
      before = *next;
    }
    return {};
  }

  template <class At>
  [[nodiscard]] static std::optional<double> bisect(double from, const GapSample& before, double to,
                                                    const GapSample& after, int depth, const At& at) {
    if (depth == 0 || bound_gap_within(before, after, to - from) > 0.0) return {};
    const double middle = 0.5 * (from + to);
    const std::optional<GapSample> between = at(middle);
    if (!between) return {};
    if (between->gap <= 0.0) return middle;
    if (const auto found = bisect(from, before, middle, *between, depth - 1, at)) return found;
    return bisect(middle, *between, to, after, depth - 1, at);
  }

  std::vector<int> slots_;   // that can be passed
  std::vector<Pair> pairs_;  // with several of them
  std::vector<Sample> before_, after_;
  double start_{};  // [s]
  int slot_{-1};
};

}  // namespace carom
