#include "reproductions/azad2014/azad2014.h"

namespace carom::reproductions {

Paper make_azad2014() {
  return {
      .id = "azad2014",
      .title = "Azad & Featherstone (2014): a nonlinear model of contact normal force",
      .text =
          "A spring and a damper behind a gear that follows the geometry of the contact: the restitution falls with "
          "the logarithm of the impact speed, as measured. The paper prints no numbers for figures 3 and 4; mass, "
          "stiffness and the middle damping are those of its section II-C, the other curves are our choice.",
      .chapters = {make_step_size_chapter, make_restitution_chapter, make_materials_chapter,
                   make_model_deviations_chapter, make_contact_area_chapter}};
}

}  // namespace carom::reproductions
