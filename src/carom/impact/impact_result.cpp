#include "carom/impact/impact_result.h"

namespace carom {

std::string_view name_of(ImpactCase kind) {
  switch (kind) {
    case ImpactCase::SlipThenReslipInCompression:
      return "a";
    case ImpactCase::SlipThenReslipInRestitution:
      return "b";
    case ImpactCase::SlipThenStickInCompression:
      return "c";
    case ImpactCase::SlipThenStickInRestitution:
      return "d";
    case ImpactCase::Slip:
      return "e";
    case ImpactCase::StickFromRest:
      return "S0=0:stick";
    case ImpactCase::SlipFromRest:
      return "S0=0:slip";
    case ImpactCase::BrachFriction:
      return "brach:mu";
    case ImpactCase::BrachCritical:
      return "brach:critical";
    case ImpactCase::BrachEnergy:
      return "brach:energy";
    case ImpactCase::AverageStick:
      return "stick";
    case ImpactCase::AverageSlip:
      return "slip";
    case ImpactCase::NoImpact:
      break;
  }
  return "no impact";
}

std::string_view name_of(ImpactVerdict verdict) {
  switch (verdict) {
    case ImpactVerdict::Consistent:
      return "consistent";
    case ImpactVerdict::GainsEnergy:
      return "gains energy";
    case ImpactVerdict::OutsideCone:
      return "outside the friction cone";
    case ImpactVerdict::StillApproaching:
      return "still approaching";
    case ImpactVerdict::NoSolution:
      return "no solution";
    case ImpactVerdict::SingularInertia:
      break;
  }
  return "singular inertia";
}

std::string_view name_of(ImpactMotion motion) {
  switch (motion) {
    case ImpactMotion::Slip:
      return "slip";
    case ImpactMotion::Stick:
      return "stick";
    case ImpactMotion::Reslip:
      break;
  }
  return "reslip";
}

std::string_view name_of(ImpactPhase phase) {
  return phase == ImpactPhase::Compression ? "compression" : "restitution";
}

}  // namespace carom
