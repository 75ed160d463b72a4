#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/contact/normal/normal_response.h"
#include "carom/simulation/contacts/contact_report.h"

namespace carom {

class MechanismSystem;
class NumberReader;
struct SimulationOptions;

/// A central impact on a contact.
struct CentralImpact {
  double duration{};          // [s]
  double speed{}, rebound{};  // before and after  [m/s]
};

/// The part of the energy ½ m v² of an impact that steps h leave uncertain by their place in it:
///  - n⁻²·⁵ for an impact of n steps, since the force has a corner where it begins;
///  - 2 e² h d/(2 m), where the force begins at once with d v: half a step of it, as part of the speed that comes back.
/// docs/decisions/0009-every-run-is-judged.md
[[nodiscard]] double calc_uncertain_part(const NormalResponse& law, const CentralImpact& impact, double mass,
                                         double step);

/// The longest step that leaves no more than this part uncertain  [s].
[[nodiscard]] double calc_resolving_step(const NormalResponse& law, const CentralImpact& impact, double mass,
                                         double part);

/// Parts of the largest energy that an impact brought: more is warned of, or fails.
inline constexpr double kDoubtfulPart = 1e-2, kWrongPart = 3e-2;

/// Whether fixed steps resolve the impacts of compliant contacts. The account need not show it: a step that begins
/// before a touch-down takes the force of a part of the step as that of all of it, and books it so.
///
class ImpactResolution {
 public:
  explicit ImpactResolution(const SimulationOptions& options);

  /// What came to an end in the last step.
  void look(MechanismSystem& system, std::span<const ContactEvent> events);

  enum class Finding { Fine, Doubtful, Wrong };
  /// `scale` is the largest energy that moved [J]: impacts with next to nothing of it do not count.
  [[nodiscard]] Finding judge(double scale) const;
  /// The impact that is resolved worst, and what to try.
  [[nodiscard]] std::string describe() const;

  /// What was seen so far, for checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  double step_{}, period_{};  // as it is taken and as the user thinks of it; 0: steps are not fixed  [s]
  double most_brought_{};     // by an impact  [J]
  double most_uncertain_{};   // [J]
  // Of the impact that is worst:
  std::string contact_{};
  double time_{};       // [s]
  double duration_{};   // [s]
  double resolving_{};  // step that would do  [s]
  double uncertain_{};  // part of its energy
};

}  // namespace carom
