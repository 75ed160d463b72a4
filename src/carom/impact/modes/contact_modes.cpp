#include "carom/impact/modes/contact_modes.h"

#include <cmath>
#include <optional>

#include "carom/impact/laws/average_slip.h"
#include "carom/impact/modes/mode_trial.h"

namespace carom {
namespace {

using impact::ModeTrial;
using impact::SupposedMode;
using Tangential = SupposedMode::Tangential;

/// Of the scale of motion: motions closer than this are one.
constexpr double kSameMotion = 1e-9;

/// Everything one contact may do. A slide that begins in space has no direction yet.
std::vector<SupposedMode> list_modes(const ContactModeProblem& problem, int contact) {
  const int n = problem.dimension, tangents = n - 1;
  Eigen::Vector2d slip = Eigen::Vector2d::Zero();
  if (problem.velocity.size() > 0) slip.head(tangents) = problem.velocity.segment(n * contact, tangents);
  const double limit =
      problem.static_friction.size() > 0 ? problem.static_friction(contact) : problem.friction(contact);

  std::vector<SupposedMode> closed;
  if (limit == 0.0) {
    closed = {{.closed = true, .tangential = Tangential::Free}};
  } else if (slip.norm() > problem.slip_tolerance) {
    closed = {{.closed = true, .tangential = Tangential::Slide, .direction = slip.normalized()}};
  } else if (n == 2) {
    closed = {{.closed = true, .tangential = Tangential::Stick},
              {.closed = true, .tangential = Tangential::BeginsToSlide, .direction = Eigen::Vector2d::UnitX()},
              {.closed = true, .tangential = Tangential::BeginsToSlide, .direction = -Eigen::Vector2d::UnitX()}};
  } else {
    closed = {{.closed = true, .tangential = Tangential::Stick},
              {.closed = true, .tangential = Tangential::BeginsToSlide}};
  }

  std::vector<SupposedMode> modes{{.closed = false, .tangential = Tangential::Free}};
  if (problem.normal_force_at_least.size() > 0 && problem.normal_force_at_least(contact) > 0.0) {
    // A normal force that acts in any case brings friction with it, closed or not.
    modes = closed;
    for (SupposedMode& mode : modes) mode.closed = false;
  }
  modes.insert(modes.end(), closed.begin(), closed.end());
  return modes;
}

bool has_unknown_direction(const SupposedMode& mode) {
  return mode.tangential == Tangential::BeginsToSlide && mode.direction.isZero(0.0);
}

class Enumeration {
 public:
  explicit Enumeration(const ContactModeProblem& problem) : problem_(problem), trial_(problem) {}

  ContactModeReport run() {
    const auto count = static_cast<std::size_t>(problem_.count());
    std::vector<std::vector<SupposedMode>> choices;
    double combinations = 1.0;
    for (int contact = 0; contact < problem_.count(); ++contact) {
      choices.push_back(list_modes(problem_, contact));
      combinations *= static_cast<double>(choices.back().size());
    }
    if (combinations > kMaxModeCombinations) {
      report_.status = ContactModeStatus::TooManyContacts;
      return report_;
    }
    std::vector<std::size_t> place(count, 0);
    std::vector<SupposedMode> supposed(count);
    while (true) {
      for (std::size_t i = 0; i < count; ++i) supposed[i] = choices[i][place[i]];
      try_combination(supposed);
      // Count on, the last contact fastest.
      std::size_t digit = count;
      while (digit > 0 && ++place[digit - 1] == choices[digit - 1].size()) place[--digit] = 0;
      if (digit == 0) break;
    }
    count_motions();
    return report_;
  }

 private:
  void try_combination(const std::vector<SupposedMode>& supposed) {
    ++report_.combinations;
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < supposed.size(); ++i) {
      if (has_unknown_direction(supposed[i])) unknown.push_back(i);
    }
    if (unknown.empty()) return keep(supposed);
    const bool given_force = problem_.normal_force_at_least.size() > 0;
    if (supposed.size() == 1 && supposed[0].closed && !given_force) return try_all_directions(supposed);
    report_.status = ContactModeStatus::Incomplete;
    if (auto found = find_directions(supposed, unknown)) keep(*found);
  }

  void keep(const std::vector<SupposedMode>& supposed) {
    if (auto solution = trial_.test(supposed)) report_.solutions.push_back(std::move(*solution));
  }

  /// One contact in space: the directions of slip that are their own consequence, all of them.
  void try_all_directions(std::vector<SupposedMode> supposed) {
    const impact::ContactInertia<2> inertia(Matrix3(problem_.delassus));
    const Vector3 free = problem_.free_motion;
    if (free.z() >= 0.0) return;
    const auto found = impact::find_average_slip(inertia, problem_.friction(0), free.head<2>(), -2.0 * free.z());
    for (int i = 0; i < found.count; ++i) {
      supposed[0].direction = found.all[static_cast<std::size_t>(i)];
      keep(supposed);
    }
  }

  /// Several contacts in space: directions that follow from the motion they bring about, by iteration from the motion
  /// without friction at those contacts.
  [[nodiscard]] std::optional<std::vector<SupposedMode>> find_directions(
      std::vector<SupposedMode> supposed, const std::vector<std::size_t>& unknown) const {
    constexpr int kMaxRounds = 500, kUndamped = 50;
    constexpr double kConverged = 1e-14;
    for (int round = 0; round < kMaxRounds; ++round) {
      const VectorX motion = trial_.find_motion(supposed);
      double change = 0.0;
      for (const std::size_t contact : unknown) {
        const Eigen::Vector2d slip = motion.segment<2>(3 * static_cast<Eigen::Index>(contact));
        // Without motion there is no direction: that is sticking, which is tried on its own.
        if (slip.norm() <= 1e-11 * trial_.motion_scale()) return std::nullopt;
        Eigen::Vector2d& direction = supposed[contact].direction;
        Eigen::Vector2d next = slip.normalized();
        if (round >= kUndamped) next = (next + direction).normalized();
        change = std::max(change, (next - direction).norm());
        direction = next;
      }
      if (change <= kConverged) return supposed;
    }
    return std::nullopt;
  }

  void count_motions() {
    const double same = kSameMotion * trial_.motion_scale();
    for (std::size_t i = 0; i < report_.solutions.size(); ++i) {
      bool is_new = true;
      for (std::size_t j = 0; j < i && is_new; ++j) {
        const VectorX difference = report_.solutions[i].motion - report_.solutions[j].motion;
        is_new = difference.cwiseAbs().maxCoeff() > same;
      }
      report_.motion_count += is_new ? 1 : 0;
    }
  }

  const ContactModeProblem& problem_;
  ModeTrial trial_;
  ContactModeReport report_;
};

}  // namespace

ContactModeReport find_contact_modes(const ContactModeProblem& problem) { return Enumeration(problem).run(); }

std::string describe_modes(const ContactModeSolution& solution) {
  std::string text;
  const auto tangents = solution.slide_direction.size() / static_cast<Eigen::Index>(solution.modes.size());
  for (std::size_t i = 0; i < solution.modes.size(); ++i) {
    const double along = solution.slide_direction(tangents * static_cast<Eigen::Index>(i));
    switch (solution.modes[i]) {
      case ContactMode::Separate:
        text += 'S';
        break;
      case ContactMode::Stick:
        text += '0';
        break;
      case ContactMode::Slide:
        text += tangents > 1 || along == 0.0 ? 'x' : along > 0.0 ? '+' : '-';
        break;
    }
  }
  return text;
}

}  // namespace carom
