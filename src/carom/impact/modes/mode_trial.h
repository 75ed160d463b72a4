#pragma once

#include <optional>
#include <vector>

#include "carom/impact/modes/contact_modes.h"
#include "carom/impact/modes/supposed_mode.h"

namespace carom::impact {

/// The motion and forces that follow if all contacts do as supposed, and whether they may.
class ModeTrial {
 public:
  explicit ModeTrial(const ContactModeProblem& problem);

  /// The solution if the supposition holds.
  [[nodiscard]] std::optional<ContactModeSolution> test(const std::vector<SupposedMode>& supposed) const;

  /// The motion that follows, whether or not it may be: what the direction of a slide that begins is found from.
  [[nodiscard]] VectorX find_motion(const std::vector<SupposedMode>& supposed) const;

  [[nodiscard]] double motion_scale() const { return motion_scale_; }

 private:
  /// force = columns · x + fixed, and the motion in `rows` is zero.
  struct LinearSystem {
    MatrixX columns{};
    VectorX fixed{};
    std::vector<Eigen::Index> rows{};
  };

  /// Of least norm if they are not determined.
  struct Forces {
    VectorX force{};
    bool unique{true};
    bool exact{true};  // false: no force brings about the motion
  };

  [[nodiscard]] LinearSystem make_system(const std::vector<SupposedMode>& supposed) const;
  [[nodiscard]] Forces find_forces(const std::vector<SupposedMode>& supposed) const;
  [[nodiscard]] bool holds(const std::vector<SupposedMode>& supposed, const VectorX& force,
                           const VectorX& motion) const;
  [[nodiscard]] ContactModeSolution make_solution(const std::vector<SupposedMode>& supposed, const VectorX& force,
                                                  bool unique) const;

  const ContactModeProblem& problem_;
  double motion_scale_;
  double force_scale_;
};

}  // namespace carom::impact
