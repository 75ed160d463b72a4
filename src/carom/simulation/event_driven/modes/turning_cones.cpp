#include "carom/simulation/event_driven/modes/turning_cones.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "carom/complementarity/default_solvers.h"

namespace carom {
namespace {

constexpr int kBlock = 6;
// Of the largest force: smaller ones are none, and what is so near to its limit is at it.
constexpr double kNoForce = 1e-8;

// A part of a block that is free within its circle: friction of a contact at rest, or a disc that does not turn.
struct Part {
  int contact{};
  int row{};    // in the problem of contacts
  int place{};  // in the block: 1 friction, 3 rolling, 5 spinning
  int size{};
  TurningDisc* disc{};  // null: friction
};

class TurningCones {
 public:
  TurningCones(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<TouchingContact> contacts,
               std::span<TurningDisc> discs)
      : contacts_(contacts),
        C_(MatrixX::Zero(G.rows(), kBlock * count())),
        G_(MatrixX::Identity(C_.cols(), C_.cols())),
        q_(VectorX::Zero(C_.cols())) {
    for (VectorX& bound : bounds_) bound = VectorX::Zero(count());
    list_parts(discs);
    const double mobility = G.diagonal().mean(), largest = b.cwiseAbs().maxCoeff();
    force_unit_ = (largest > 0.0 ? largest : 1.0) / mobility;
    std::vector<int> rows(static_cast<std::size_t>(C_.cols()), -1);
    for (int i = 0; i < count(); ++i) rows[static_cast<std::size_t>(kBlock * i)] = 3 * i + 2;
    for (const Part& part : parts_) {
      for (int k = 0; k < part.size; ++k) {
        rows[static_cast<std::size_t>(kBlock * part.contact + part.place + k)] = part.row + k;
        C_(part.row + k, kBlock * part.contact + part.place + k) = 1.0;
      }
    }
    const MatrixX moved = G * C_ / mobility;
    for (Eigen::Index r = 0; r < G_.rows(); ++r) {
      const int row = rows[static_cast<std::size_t>(r)];
      if (row < 0) continue;  // unknowns that there are not are zero by equations of their own
      G_.row(r) = moved.row(row);
      q_[r] = b[row] / (force_unit_ * mobility);
    }
  }

  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  [[nodiscard]] double& bound(const Part& part) {
    return bounds_[static_cast<std::size_t>(part.place / 2)][part.contact];
  }
  [[nodiscard]] VectorX calc_motion(const VectorX& r) const { return G_ * r + q_; }
  [[nodiscard]] VectorX calc_forces(const VectorX& r) const { return force_unit_ * (C_ * r); }
  [[nodiscard]] static int row(const Part& part) { return kBlock * part.contact + part.place; }

  [[nodiscard]] bool solve(StopToken stop, VectorX& r) const {
    DenseOperator G(G_, kBlock);
    FrictionSolver solver(count(), kBlock);
    r.setZero(q_.size());
    const std::span<const double> spinning(bounds_[2].data(), static_cast<std::size_t>(count()));
    return solver
        .solve({.G = G, .q = q_, .mu = bounds_[0], .mu_rolling = bounds_[1], .stop = stop, .mu_spinning = spinning}, r)
        .solved();
  }

 private:
  [[nodiscard]] int count() const { return static_cast<int>(contacts_.size()); }

  void list_parts(std::span<TurningDisc> discs) {
    for (int i = 0; i < count(); ++i) {
      const TouchingContact& contact = contacts_[static_cast<std::size_t>(i)];
      C_(3 * i + 2, kBlock * i) = 1.0;
      if (contact.slips || contact.static_friction == 0.0) {
        C_.col(kBlock * i).segment<2>(3 * i) = -contact.friction * contact.direction;
      } else {
        parts_.push_back({.contact = i, .row = 3 * i, .place = 1, .size = 2, .disc = nullptr});
        bound(parts_.back()) = contact.static_friction;
      }
    }
    for (TurningDisc& disc : discs) {
      if (disc.turns) {
        C_.col(kBlock * disc.contact).segment(disc.row, disc.size) = -disc.bound * disc.way();
      } else {
        const int place = disc.size == 2 ? 3 : 5;
        parts_.push_back({.contact = disc.contact, .row = disc.row, .place = place, .size = disc.size, .disc = &disc});
        bound(parts_.back()) = disc.bound;
      }
    }
  }

  std::span<const TouchingContact> contacts_;
  MatrixX C_;  // forces, for unknowns
  MatrixX G_;
  VectorX q_;
  std::array<VectorX, 3> bounds_;  // of friction, rolling and spinning, by contact
  std::vector<Part> parts_;
  double force_unit_{};  // [N]
};

// Where contacts are redundant, forces within smaller cones bring about the same motion: modes at a limit would change
// with every rounding.
void move_within_cones(TurningCones& problem, StopToken stop, VectorX& r) {
  constexpr double kSameMotion = 1e-8;
  const VectorX motion = problem.calc_motion(r);
  std::vector<double> bounds;
  bool any = false;
  const auto is_held = [&](const Part& part) {
    return r[kBlock * part.contact] > 0.0 && motion.segment(TurningCones::row(part), part.size).norm() <= kSameMotion;
  };
  for (const Part& part : problem.parts()) {
    bounds.push_back(problem.bound(part));
    const double size = r.segment(TurningCones::row(part), part.size).norm();
    any = any || (is_held(part) && size >= (1.0 - kNoForce) * bounds.back() * r[kBlock * part.contact]);
  }
  if (!any) return;
  VectorX within;
  for (const double share : {0.5, 0.8, 0.95}) {
    for (const Part& part : problem.parts()) problem.bound(part) *= is_held(part) ? share : 1.0;
    const bool same =
        problem.solve(stop, within) && (problem.calc_motion(within) - motion).cwiseAbs().maxCoeff() <= kSameMotion;
    for (std::size_t i = 0; i < bounds.size(); ++i) problem.bound(problem.parts()[i]) = bounds[i];
    if (!same) continue;
    r = within;
    return;
  }
}

// Whether a part that may begin to move does, and where it goes: it is known from the larger of force and motion.
bool begins(TurningCones& problem, const Part& part, const VectorX& r, const VectorX& motion, double largest,
            Eigen::Vector2d& direction) {
  const VectorX force = r.segment(TurningCones::row(part), part.size);
  const VectorX moved = motion.segment(TurningCones::row(part), part.size);
  const double size = force.norm(), limit = problem.bound(part) * r[kBlock * part.contact];
  if (!(size > 0.0) || size < limit - kNoForce * largest) return false;
  direction.setZero();
  direction.head(part.size) = moved.norm() > size ? VectorX(moved.normalized()) : VectorX(-force.normalized());
  return true;
}

}  // namespace

bool find_turning_cone_modes(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<TouchingContact> contacts,
                             std::span<TurningDisc> discs, StopToken stop) {
  TurningCones problem(G, b, contacts, discs);
  VectorX r;
  // Each round lets at least one more contact begin to slide, with its friction of sliding.
  for (std::size_t round = 0; round <= contacts.size(); ++round) {
    if (!problem.solve(stop, r)) return false;
    move_within_cones(problem, stop, r);
    const VectorX motion = problem.calc_motion(r), forces = problem.calc_forces(r);
    const double largest = r.cwiseAbs().maxCoeff();
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const auto block = kBlock * static_cast<Eigen::Index>(i);
      const bool closed = r[block] > kNoForce * largest;
      contacts[i].mode = closed ? RigidMode::Sliding : RigidMode::Open;
      contacts[i].reference.setZero();
      if (closed) contacts[i].reference = forces.segment<3>(3 * static_cast<Eigen::Index>(i));
    }
    bool changes = false;
    for (const Part& part : problem.parts()) {
      TouchingContact& contact = contacts[static_cast<std::size_t>(part.contact)];
      if (contact.mode == RigidMode::Open) continue;
      if (part.disc != nullptr) {
        part.disc->reference.head(part.size) = forces.segment(part.row, part.size);
        const bool moves = begins(problem, part, r, motion, largest, part.disc->direction);
        part.disc->mode = moves ? TurningMode::Resisted : TurningMode::Held;
      } else if (!begins(problem, part, r, motion, largest, contact.direction)) {
        contact.mode = RigidMode::Sticking;
      } else if (problem.bound(part) != contact.friction) {
        problem.bound(part) = contact.friction;
        changes = true;
      }
    }
    if (!changes) return true;
  }
  return false;
}

}  // namespace carom
