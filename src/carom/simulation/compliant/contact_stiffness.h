#pragma once

#include "carom/collision/collision_shape.h"
#include "carom/collision/contact_point.h"
#include "carom/simulation/contacts/contact_rule.h"

namespace carom {

/// The stiffness of a contact from what its surfaces are made of: Hertz' k at the curvatures where they touch.
///
/// It is taken at touch-down and kept until lift-off, as the impact speed is (rule R1): a spring whose stiffness
/// changed under load would create or lose energy. Where an edge or a corner is touched, k is that of the face beside
/// it: Hertz has none for an infinite curvature.
class ContactStiffness {
 public:
  /// Throws InputError where a surface has no material, where the law is not one of Hertz' exponent, and for shapes
  /// that do not touch with round surfaces.
  ContactStiffness(const ContactSetup& setup, const ContactRule& rule, const CollisionShape& a,
                   const CollisionShape& b);

  [[nodiscard]] double calc(const ContactPoint& contact) const;  // [N/m^1.5]

 private:
  double contact_modulus_{};  // E*  [Pa]
  double face_curvature_{};   // of the round shape against a face  [1/m]
};

}  // namespace carom
