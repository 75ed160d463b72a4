// What is seen of a patch in motion: its load, its energy, and what is doubtful about it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/simulation/compliant/patches/patch_contact.h"

namespace carom {

namespace {

constexpr double kSteep = 0.5;  // [rad]

}  // namespace

PatchContact::Load PatchContact::load(double time) const {
  if (stepping_) return held_;
  if (time >= now_.time) return now_.load;
  const double part = std::clamp((time - before_.time) / (now_.time - before_.time), 0.0, 1.0);
  const Load &from = before_.load, &to = now_.load;
  return {from.normal + part * (to.normal - from.normal), from.friction + part * (to.friction - from.friction),
          from.torque + part * (to.torque - from.torque)};
}

PatchEnergy PatchContact::energy(double time) const {
  if (time >= now_.time) return now_.energy;
  const double part = std::clamp((time - before_.time) / (now_.time - before_.time), 0.0, 1.0);
  const PatchEnergy &from = before_.energy, &to = now_.energy;
  const auto between = [&](double PatchEnergy::*row) { return from.*row + part * (to.*row - from.*row); };
  return {.work = between(&PatchEnergy::work),
          .stored = between(&PatchEnergy::stored),
          .friction = between(&PatchEnergy::friction),
          .viscous = between(&PatchEnergy::viscous),
          .rim = between(&PatchEnergy::rim)};
}

double PatchContact::force_rate() const {
  return now_.time > before_.time ? (now_.load.normal - before_.load.normal) / (now_.time - before_.time) : 0.0;
}

double PatchContact::calc_stiffness(const ContactPoint& contact) const {
  const bool round = std::isfinite(contact.curvature_1) && contact.curvature_2 > 0.0;
  return round ? calc_hertz_ellipse(contact_modulus_, contact.curvature_1, contact.curvature_2).stiffness : 0.0;
}

// Of every element that presses, how far its way from the contact point is in some measure.
double PatchContact::find_reach(const Matrix2& measure) const {
  const PatchGrid& grid = patch_.grid();
  double farthest = 0.0;
  for (int i = 0; i < grid.size(); ++i) {
    if (!(patch_.pressure()[i] > 0.0)) continue;
    const Vector2 from_centre(grid.x(i) - next_centre_.x(), grid.y(i) - next_centre_.y());
    farthest = std::max(farthest, (measure * from_centre).squaredNorm());
  }
  return std::sqrt(farthest);
}

void PatchContact::watch_area(double time) {
  const auto note = [&](double& since, bool doubtful) {
    if (doubtful && since < 0.0) since = time;
  };
  note(doubts_.near_edge, near_edge_);
  if (doubts_.over_end < 0.0 && std::isfinite(curvatures_.room)) {
    note(doubts_.over_end, find_reach(Matrix2::Identity()) > curvatures_.room);
  }
  if (doubts_.not_small < 0.0) {
    note(doubts_.not_small, std::max(find_reach(curvatures_.of_a), find_reach(curvatures_.of_b)) > kSteep);
  }
}

std::vector<std::string> PatchContact::warnings() const {
  std::vector<std::string> sentences;
  const auto add = [&](double since, const char* format) {
    if (since >= 0.0) sentences.push_back(fmt::format(fmt::runtime(format), since));
  };
  add(doubts_.near_edge,
      "came within a tenth of its width of the edge of the grid, first at t = {:.6g} s; make it wider");
  add(doubts_.over_end,
      "reached over an edge or end of a shape, first at t = {:.6g} s; it counts on surfaces that go on as they are at "
      "the contact point: make the shape larger, or the load smaller");
  add(doubts_.not_small,
      "spread to where a surface has turned away by half a radian, first at t = {:.6g} s; it counts on areas that are "
      "small against the radii of the surfaces: make the bodies stiffer, or the load smaller");
  return sentences;
}

}  // namespace carom
