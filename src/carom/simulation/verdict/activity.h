#pragma once

#include <span>
#include <string>

namespace carom {

class MechanismSystem;

/// "contact ball/floor pressed with 12 N": the one that presses hardest at (t, y); empty where nothing touches.
[[nodiscard]] std::string describe_hardest_contact(MechanismSystem& system, double time, std::span<const double> y);

}  // namespace carom
