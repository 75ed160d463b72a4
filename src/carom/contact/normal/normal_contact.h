#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "carom/contact/law_memory.h"
#include "carom/contact/normal/normal_law.h"

namespace carom {

/// The numbers that a contact keeps for a law; none for most.
[[nodiscard]] std::span<const MemoryValue> list_memory(const NormalLaw& law);
/// Its force is not that of a NormalResponse.
[[nodiscard]] bool has_own_form(const NormalLaw& law);

/// The normal force of one contact at a moment: of a NormalResponse, or of a law with a form of its own and what the
/// contact remembers for it. It holds no more than references to them.
///
/// A law with a form of its own has, with its Memory in kMemory:
///
///   NormalForce evaluate(depth, depth_rate, memory)   the force as if it could pull, and the part with a potential, x
///   > 0 double stored(depth, memory)                what it gives back if the contact opens slowly  [J] PowerSpring
///   spring()                        as which it begins
///
/// and, where it needs them,
///
///   double dent(depth, memory)                  where the force is gone on the way out  [m]
///   double turn_margin(depth, depth_rate, memory)     falls through zero where the memory changes
///   void turn(depth, depth_rate, memory)              changes it, there
///   void touch_down(speed, memory)              from zeros
class NormalContact {
 public:
  explicit NormalContact(const NormalResponse& response) : response_(&response) {}
  /// `response` is what make_response() gives for the law.
  NormalContact(const NormalLaw& law, const NormalResponse& response, std::span<const double> memory)
      : response_(&response), law_(has_own_form(law) ? &law : nullptr), memory_(memory) {}

  /// Zero apart (x ≤ 0), and where the law would pull. See NormalResponse.
  [[nodiscard]] NormalForce evaluate(double depth, double depth_rate) const;
  /// The same without the clip [N].
  [[nodiscard]] double unclipped(double depth, double depth_rate) const;
  /// [J]
  [[nodiscard]] double stored(double depth) const;
  /// ∂f/∂x in the direction of the rate [N/m], and ∂f/∂ẋ [N·s/m]; zero where the force is clipped.
  [[nodiscard]] double stiffness_at(double depth, double depth_rate) const;
  [[nodiscard]] double damping_at(double depth, double depth_rate) const;

  /// From −1 to 1, falls through zero where the force is clipped, at a rate [m/s] or a depth [m] that is seen well.
  [[nodiscard]] double release_margin(double depth, double depth_rate) const;
  /// An error of the rate by this much changes the margin by so much, near its zero.
  [[nodiscard]] double release_noise(double rate_error) const;
  /// The depth at which the force would vanish smoothly at this rate; 0: not before lift-off  [m]
  [[nodiscard]] double release_depth(double depth_rate) const;
  /// The depth at which it ends as at a lift-off; 0: there  [m]
  [[nodiscard]] double dent(double depth) const;

  /// Falls through zero where what the contact remembers changes.
  [[nodiscard]] double turn_margin(double depth, double depth_rate) const;

 private:
  [[nodiscard]] NormalForce evaluate_own(double depth, double depth_rate) const;

  const NormalResponse* response_;
  const NormalLaw* law_{};  // null: the response is all
  std::span<const double> memory_{};
};

/// What a contact remembers from a touch-down at this speed on [m/s]; numbers that last are left as they are.
void begin_memory(const NormalLaw& law, double speed, std::span<double> memory);
/// And after it has ended: numbers of one contact are zero.
void end_memory(const NormalLaw& law, std::span<double> memory);
/// The margin has fallen through zero here.
void turn_memory(const NormalLaw& law, double depth, double depth_rate, std::span<double> memory);

/// A contact with a memory of its own, for estimates and studies of one impact.
class TrialContact {
 public:
  TrialContact(const NormalLaw& law, double speed);

  [[nodiscard]] NormalContact at_present() const { return {law_, response_, memory_}; }
  [[nodiscard]] const NormalResponse& response() const { return response_; }
  /// To be called in order of time; the memory changes where its margin is below zero.
  void look(double depth, double depth_rate);

 private:
  NormalLaw law_;
  NormalResponse response_;
  std::vector<double> memory_;
};

}  // namespace carom
