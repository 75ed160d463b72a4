#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/collision/pair_list.h"
#include "carom/simulation/compliant/patches/patch_contact_rolling.h"
#include "carom/simulation/contacts/contact_rule.h"

namespace carom {

/// A contact at one moment, with what its slip and its relative rotation have added up to since some start.
struct PatchSight {
  const ContactPoint& contact;
  PlacedShape a, b;
  Vector3 slip_path;  // [m]
  Vector3 turn_path;  // [rad]
};

/// A contact point of a mechanism that is resolved over its area.
///
/// The grid of the patch lies in the tangent plane and is fixed to the surfaces' material, of each body in proportion
/// to its share of the compliance. The contact point wanders over it as the bodies roll; when it has left the middle
/// element, the grid is moved after it by whole elements, so that nothing is smeared. The distance of the undeformed
/// surfaces is that of their curvatures around the contact point.
///
/// Over a step the patch pushes with one load, its mean. The stepper guesses it, moves the mechanism, asks the patch
/// for the load of that motion, and goes round until both agree. The load is such that its work on the bodies is
/// exactly what the patch's account says; docs/theory/contact-patches.md derives it.
class PatchContact {
 public:
  /// On A; B gets the opposite. About the contact point, in world axes.
  struct Load {
    double normal{};                    // along the normal  [N]
    Vector3 friction{Vector3::Zero()};  // in the tangent plane  [N]
    Vector3 torque{Vector3::Zero()};    // [N·m]
  };
  struct [[nodiscard]] Trial {
    double change{};        // of the load against what the step was taken with, as part of the largest
    std::string failure{};  // empty: none
  };

  /// Throws InputError for shapes, materials or a law that make no patch.
  PatchContact(const ContactSetup& setup, const ContactRule& rule, const CollisionShape& a, const CollisionShape& b);

  /// Presses the patch to where the bodies are, as if they had been there for ever; for the start of a run. Returns
  /// what failed, if anything did.
  [[nodiscard]] std::string press(double time, const PatchSight& at);

  /// A step will be taken from here, with a guess of its load.
  void begin_step(double time, const PatchSight& at);
  /// The step has led there, with the load that load() gave; the next time load() gives that of this motion.
  Trial try_step(const PatchSight& to, double dt);
  void accept_step(double time);
  /// The step will not be taken.
  void abandon_step() { stepping_ = false; }
  /// Whether the guess of the next step, or the load of the last one, is any.
  [[nodiscard]] bool pushes() const;

  /// Within a step its mean; otherwise what it was at that time, as far back as the last step reaches.
  [[nodiscard]] Load load(double time) const;
  [[nodiscard]] PatchEnergy energy(double time) const;
  [[nodiscard]] double force_rate() const;                                     // of the last step  [N/s]
  [[nodiscard]] double stick_fraction() const { return now_.stick_fraction; }  // [-]
  [[nodiscard]] const ContactPatch& patch() const { return patch_; }
  /// The way from the middle of the grid to the contact point, the grid's x axis and its normal, in world axes.
  [[nodiscard]] Vector3 from_middle() const { return frame_.in_world(centre_); }  // [m]
  [[nodiscard]] const Vector3& grid_axis() const { return frame_.first; }
  [[nodiscard]] const Vector3& grid_normal() const { return frame_.normal; }
  /// Hertz' k at the curvatures of this contact point: what the patch comes to.  [N/m^1.5]
  [[nodiscard]] double calc_stiffness(const ContactPoint& contact) const;
  /// What is doubtful about the area so far, a sentence each that goes on from the contact's name.
  [[nodiscard]] std::vector<std::string> warnings() const;

  void save(std::vector<double>& numbers) const;
  [[nodiscard]] std::size_t saved_size() const;
  void restore(std::span<const double> numbers);

 private:
  using Vector2 = Eigen::Vector2d;
  using Matrix2 = Eigen::Matrix2d;

  /// The axes of the grid, and how fast its material turns about the normal.
  struct Frame {
    Vector3 normal{Vector3::UnitZ()};
    Vector3 first{Vector3::UnitX()};
    double spin{};  // [rad/s]
    [[nodiscard]] Vector3 second() const { return normal.cross(first); }
    [[nodiscard]] Vector2 express(const Vector3& v) const { return {first.dot(v), second().dot(v)}; }
    [[nodiscard]] Vector3 in_world(const Vector2& v) const { return v.x() * first + v.y() * second(); }
  };
  /// What there is to see at the end of a step.
  struct Moment {
    double time{};  // [s]
    Load load{};
    PatchEnergy energy{};
    double stick_fraction{};
  };
  /// Moments at which something first was doubtful; negative: it never was.  [s]
  struct Doubts {
    double near_edge{-1.0};  // the contact came within a tenth of the grid of its edge
    double over_end{-1.0};   // it reached over an edge or end of a shape
    double not_small{-1.0};  // it spread to where a surface has turned away by half a radian
  };

  [[nodiscard]] TouchingCurvatures calc_curvatures(const PatchSight& at, const Frame& frame) const;
  [[nodiscard]] double calc_material_spin(const PatchSight& at) const;
  [[nodiscard]] Frame turn_frame(const PatchSight& to, double dt) const;
  void place(const PatchSight& at);
  void begin_with(const TouchingCurvatures& curvatures);
  void watch_area(double time);
  [[nodiscard]] double find_reach(const Matrix2& measure) const;
  void fill_profile(const Matrix2& curvature, const Vector2& centre);
  [[nodiscard]] Load make_load(const PatchLoad& load, const Vector2& centre, const Frame& frame,
                               const PatchRolling& rolling, const PatchRolling::Load& change) const;
  [[nodiscard]] double measure(const Load& load) const;

  ContactPatch patch_;
  double share_b_{};          // of the compliance: how much of the grid's material moves with B  [-]
  double contact_modulus_{};  // E*  [Pa]
  double width_{};            // [m]
  Frame frame_, next_frame_;
  Vector2 centre_{Vector2::Zero()};  // the contact point on the grid  [m]
  Vector2 next_centre_{Vector2::Zero()};
  TouchingCurvatures curvatures_, next_curvatures_;
  Vector3 slip_path_{Vector3::Zero()}, turn_path_{Vector3::Zero()};  // where the step starts
  PatchField profile_;
  bool stepping_{};
  bool solved_{};     // the patch was asked in this step
  Load held_{};       // over the step
  double largest_{};  // of what measure() gives of loads, since the last rest  [N]
  Moment before_{}, now_{}, next_{};
  bool near_edge_{};
  Doubts doubts_;
};

}  // namespace carom
