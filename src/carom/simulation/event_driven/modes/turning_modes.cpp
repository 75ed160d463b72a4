#include "carom/simulation/event_driven/modes/turning_modes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/QR>

#include "carom/simulation/event_driven/modes/mode_search.h"
#include "carom/simulation/event_driven/modes/turning_cones.h"

namespace carom {
namespace {

constexpr double kDirectionTolerance = 1e-12;  // [rad]
constexpr double kAlike = 1e-6;                // disagreements closer than this part are the same
// What solvers for cones leave over, in units of the rounding of accelerations.
constexpr double kConeRounding = 100.0;
// Contacts up to this number are counted in all their ways to go on, some of them at rest.
constexpr std::size_t kFew = 3;
// Combinations of modes that are tried.
constexpr double kMaxTrials = 81.0;
// In units of the rounding of accelerations: motions that differ by less are one. What trials are forgiven.
constexpr double kSameMotion = 100.0;

bool rests(const TouchingContact& contact) { return !contact.slips && contact.static_friction > 0.0; }
bool begins(const TouchingContact& contact) { return rests(contact) && contact.mode == RigidMode::Sliding; }
bool begins(const TurningDisc& disc) { return !disc.turns && disc.mode == TurningMode::Resisted; }

// How contacts and discs may move: modes, and what follows from them.
class Trial {
 public:
  Trial(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> touching,
        std::span<const TurningDisc> turning)
      : contacts(touching.begin(), touching.end()),
        discs(turning.begin(), turning.end()),
        f(VectorX::Zero(b.size())),
        a(b),
        G_(&G),
        b_(&b),
        rounding_(calc_rounding(b)) {}

  std::vector<TouchingContact> contacts;
  std::vector<TurningDisc> discs;
  VectorX f, a;

  [[nodiscard]] bool pivot(ModeSearchEffort effort);
  // Forces of the present modes, with directions of what begins to move found by iteration.
  [[nodiscard]] bool settle();
  // After settle(): that all modes agree, and that what begins to move does so against its friction.
  [[nodiscard]] bool agrees(double slack) const;
  // The same for modes and directions that are nearly right: these are kept where iteration leads away from them.
  [[nodiscard]] bool confirm();
  // Friction and moments of what may begin to move set out against the forces that would hold it.
  void aim();

 private:
  [[nodiscard]] Vector3 of(const VectorX& all, std::size_t contact) const {
    return all.segment<3>(3 * static_cast<Eigen::Index>(contact));
  }
  [[nodiscard]] double inverse_mass(int contact) const { return (*G_)(3 * contact + 2, 3 * contact + 2); }
  [[nodiscard]] bool presses(const TurningDisc& disc) const {
    return is_closed(contacts[static_cast<std::size_t>(disc.contact)].mode) && f[3 * disc.contact + 2] >= 0.0;
  }
  [[nodiscard]] double calc_contact_disagreement(std::size_t i) const {
    return calc_disagreement(contacts[i], of(f, i), of(a, i), inverse_mass(static_cast<int>(i)));
  }
  [[nodiscard]] double calc_disc_disagreement(const TurningDisc& disc) const;
  [[nodiscard]] double find_worst() const;
  void change(double least, bool alone);
  void change(std::size_t contact);
  void change(TurningDisc& disc) const;
  [[nodiscard]] bool solve();
  [[nodiscard]] bool turn();

  const ConstMatrixRef* G_;
  const ConstVectorRef* b_;
  double rounding_;
};

bool Trial::solve() {
  const bool solved = calc_turning_forces(*G_, *b_, contacts, discs, f);
  a = *b_;
  a.noalias() += *G_ * f;
  return solved;
}

// Not above zero: it agrees. Where the contact pulls, it is the contact that has to change.
double Trial::calc_disc_disagreement(const TurningDisc& disc) const {
  if (!presses(disc)) return 0.0;
  if (begins(disc)) return -disc.way().dot(disc.of(a));
  if (disc.mode != TurningMode::Held) return 0.0;
  return inverse_mass(disc.contact) * (disc.of(f).norm() - disc.bound * f[3 * disc.contact + 2]);
}

double Trial::find_worst() const {
  double worst = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) worst = std::max(worst, calc_contact_disagreement(i));
  for (const TurningDisc& disc : discs) worst = std::max(worst, calc_disc_disagreement(disc));
  return worst;
}

void Trial::change(std::size_t i) {
  TouchingContact& contact = contacts[i];
  const Vector3 force = of(f, i);
  const bool was_closed = is_closed(contact.mode);
  if (was_closed && force.z() < 0.0) {
    contact.mode = RigidMode::Open;
  } else if (contact.mode == RigidMode::Sticking) {
    contact.mode = RigidMode::Sliding;
    if (force.head<2>().norm() > 0.0) contact.direction = -force.head<2>().normalized();
  } else {
    contact.mode = rests(contact) ? RigidMode::Sticking : RigidMode::Sliding;
  }
}

void Trial::change(TurningDisc& disc) const {
  if (disc.mode == TurningMode::Held) {
    disc.mode = TurningMode::Resisted;
    disc.direction.head(disc.size) = -disc.of(f).normalized();
  } else {
    disc.mode = TurningMode::Held;
  }
}

// What disagrees by this much, or the first that does.
void Trial::change(double least, bool alone) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!(calc_contact_disagreement(i) > least)) continue;
    change(i);
    if (alone) return;
  }
  for (TurningDisc& disc : discs) {
    if (!(calc_disc_disagreement(disc) > least)) continue;
    change(disc);
    if (alone) return;
  }
}

// What begins to move goes where it accelerates, and friction against that. True: some direction turned.
bool Trial::turn() {
  bool turned = false;
  const auto turn_to = [&](const auto& acceleration, auto direction) {
    const double size = acceleration.norm();
    if (!(size > 10.0 * rounding_)) return;
    const VectorX after = acceleration / size;
    if (after.dot(direction) <= 0.0) return;  // a matter of modes
    turned = turned || (after - direction).norm() > kDirectionTolerance;
    direction = after;
  };
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (begins(contacts[i])) turn_to(of(a, i).head<2>(), contacts[i].direction.head(2));
  }
  for (TurningDisc& disc : discs) {
    if (begins(disc) && presses(disc)) turn_to(disc.of(a), disc.direction.head(disc.size));
  }
  return turned;
}

bool Trial::pivot(ModeSearchEffort effort) {
  constexpr int kMaxBrief = 24;
  const auto items = static_cast<int>(contacts.size() + discs.size());
  const bool brief = effort == ModeSearchEffort::Brief;
  const int together = brief ? std::min(2 * items + 8, kMaxBrief) : 2 * items + 8;
  const int most = brief ? together : together + 20 * items + 100;
  for (int iteration = 0; iteration < most; ++iteration) {
    const bool solved = solve();
    const double worst = find_worst();
    if (worst > rounding_) {
      const bool alone = iteration >= together;
      change(alone ? rounding_ : (1.0 - kAlike) * worst, alone);
    } else if (!turn()) {
      return solved && agrees(kConeRounding);
    }
  }
  return false;
}

bool Trial::settle() {
  constexpr int kMaxTurns = 20;
  bool solved = solve();
  for (int i = 0; i < kMaxTurns && solved && turn(); ++i) solved = solve();
  return solved;
}

bool Trial::agrees(double slack) const {
  constexpr double kAcross = 1e-6;  // of the acceleration along the surface
  const double rounding = slack * rounding_;
  if (find_worst() > rounding) return false;
  const auto is_across = [&](const auto& acceleration, const auto& direction) {
    const double along = direction.dot(acceleration);
    return (acceleration - along * direction).norm() > std::max(rounding, kAcross * acceleration.norm());
  };
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (begins(contacts[i]) && is_across(of(a, i).head<2>(), contacts[i].direction)) return false;
  }
  return std::ranges::none_of(discs, [&](const TurningDisc& disc) {
    return begins(disc) && presses(disc) && is_across(disc.of(a), disc.way());
  });
}

bool Trial::confirm() {
  const std::vector<TouchingContact> nearly = contacts;
  const std::vector<TurningDisc> nearly_discs = discs;
  if (settle() && agrees(1.0)) return true;
  contacts = nearly;
  discs = nearly_discs;
  return solve() && agrees(kConeRounding);
}

void Trial::aim() {
  std::vector<TouchingContact> held = contacts;
  std::vector<TurningDisc> held_discs = discs;
  for (TouchingContact& contact : held) {
    if (begins(contact)) contact.mode = RigidMode::Sticking;
  }
  for (TurningDisc& disc : held_discs) {
    if (begins(disc)) disc.mode = TurningMode::Held;
  }
  (void)calc_turning_forces(*G_, *b_, held, held_discs, f);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (begins(contacts[i])) contacts[i].direction = -of(f, i).head<2>().normalized();
  }
  for (TurningDisc& disc : discs) {
    if (begins(disc)) disc.direction.head(disc.size) = -disc.of(f).normalized();
  }
}

// Every combination of modes, one after the other.
class Combinations {
 public:
  explicit Combinations(const Trial& guess) : guess_(guess) {
    for (std::size_t i = 0; i < guess.contacts.size(); ++i) {
      int turning = 0;
      for (const TurningDisc& disc : guess.discs) {
        turning += disc.contact == static_cast<int>(i) && !disc.turns ? 1 : 0;
      }
      const int at_rest = turning + (rests(guess.contacts[i]) ? 1 : 0);
      ways_.push_back(1 + (1 << at_rest));
      all_move_ = all_move_ && at_rest == 0;
    }
  }

  [[nodiscard]] double count() const {
    double count = 1.0;
    for (const int ways : ways_) count *= ways;
    return count;
  }
  [[nodiscard]] bool all_move() const { return all_move_; }  // nothing that touches is at rest

  // The solutions that differ in motion.
  [[nodiscard]] std::vector<Trial> solve(bool redundant, double same) const {
    std::vector<Trial> found;
    const auto number = static_cast<int>(count());
    for (int i = 0; i < number; ++i) {
      Trial trial = make(i);
      trial.aim();
      if (!trial.settle() || !trial.agrees(1.0)) continue;
      const auto is_same = [&](const Trial& other) {
        return (trial.a - other.a).cwiseAbs().maxCoeff() <= same || (redundant && can_be_mixed(trial, other, same));
      };
      if (std::ranges::none_of(found, is_same)) found.push_back(std::move(trial));
    }
    return found;
  }

 private:
  // Redundant normals share a load in many ways, each with a friction of its own: what is closed in one way stays
  // together in the other, and moves in the same way where it is closed in both.
  [[nodiscard]] static bool can_be_mixed(const Trial& one, const Trial& other, double rounding) {
    for (std::size_t i = 0; i < one.contacts.size(); ++i) {
      const auto normal = 3 * static_cast<Eigen::Index>(i) + 2;
      const bool closed = is_closed(one.contacts[i].mode), other_closed = is_closed(other.contacts[i].mode);
      if (!closed && !other_closed) continue;
      if (closed && other_closed && one.contacts[i].mode != other.contacts[i].mode) return false;
      if (std::abs(one.a[normal]) > rounding || std::abs(other.a[normal]) > rounding) return false;
    }
    return true;
  }

  [[nodiscard]] Trial make(int number) const {
    Trial trial = guess_;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      int way = number % ways_[i];
      number /= ways_[i];
      set_modes(trial, static_cast<int>(i), way);
    }
    return trial;
  }

  // 0: open; else a bit less one for each part that is at rest: whether it begins to move.
  static void set_modes(Trial& trial, int i, int way) {
    TouchingContact& contact = trial.contacts[static_cast<std::size_t>(i)];
    int bits = way - 1;
    const auto take = [&] { return (std::exchange(bits, bits / 2) & 1) != 0; };
    contact.mode = RigidMode::Open;
    if (way == 0) return;
    contact.mode = RigidMode::Sliding;
    if (rests(contact) && !take()) contact.mode = RigidMode::Sticking;
    // What is at rest stays so up to the limit of sticking: that it could also slide, with less friction, is no doubt.
    if (rests(contact)) contact.friction = contact.static_friction;
    for (TurningDisc& disc : trial.discs) {
      if (disc.contact != i || disc.turns) continue;
      disc.mode = take() ? TurningMode::Resisted : TurningMode::Held;
    }
  }

  const Trial& guess_;
  std::vector<int> ways_;
  bool all_move_{true};
};

bool is_redundant(const ConstMatrixRef& G, std::size_t contacts) {
  const auto count = static_cast<Eigen::Index>(contacts);
  MatrixX G_n(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < count; ++j) G_n(i, j) = G(3 * i + 2, 3 * j + 2);
  }
  Eigen::ColPivHouseholderQR<MatrixX> factors;
  factors.setThreshold(1e-9);
  return factors.compute(G_n).rank() < count;
}

ContactModeSolution describe(const Trial& trial) {
  ContactModeSolution solution{.modes = {},
                               .slide_direction = VectorX::Zero(2 * static_cast<Eigen::Index>(trial.contacts.size())),
                               .force = trial.f.head(3 * static_cast<Eigen::Index>(trial.contacts.size())),
                               .motion = trial.a.head(3 * static_cast<Eigen::Index>(trial.contacts.size()))};
  for (std::size_t i = 0; i < trial.contacts.size(); ++i) {
    const RigidMode mode = trial.contacts[i].mode;
    solution.modes.push_back(mode == RigidMode::Sticking  ? ContactMode::Stick
                             : mode == RigidMode::Sliding ? ContactMode::Slide
                                                          : ContactMode::Separate);
    if (mode == RigidMode::Sliding) {
      solution.slide_direction.segment<2>(2 * static_cast<Eigen::Index>(i)) = trial.contacts[i].direction;
    }
  }
  return solution;
}

}  // namespace

TurningModeAnswer solve_turning_modes(const ConstMatrixRef& G, const ConstVectorRef& b,
                                      std::span<TouchingContact> contacts, std::span<TurningDisc> discs, VectorRef f,
                                      VectorRef a, StopToken stop) {
  const Trial guess(G, b, contacts, discs);
  Trial trial = guess;
  bool found = trial.pivot(ModeSearchEffort::Brief);
  if (!found) {
    trial = guess;
    found = find_turning_cone_modes(G, b, trial.contacts, trial.discs, stop) && trial.confirm();
  }
  if (!found) {
    trial = guess;
    found = trial.pivot(ModeSearchEffort::Thorough);
  }
  const Combinations combinations(guess);
  std::vector<Trial> motions;
  const bool few = contacts.size() <= kFew || combinations.all_move();
  const bool tried = few && combinations.count() <= kMaxTrials;
  if (tried) motions = combinations.solve(is_redundant(G, contacts.size()), kSameMotion * calc_rounding(b));
  if (motions.size() > 1) {
    TurningModeAnswer answer{.modes = {.status = ModeStatus::Several}};
    for (const Trial& motion : motions) {
      answer.modes.solutions.push_back(describe(motion));
      answer.discs.push_back(motion.discs);
    }
    return answer;
  }
  if (!found && motions.size() == 1) {
    trial = motions.front();
    found = true;
  }
  if (!found) {
    const bool proven = tried && combinations.all_move();
    return {.modes = {.status = proven ? ModeStatus::None : ModeStatus::NotFound}};
  }
  std::ranges::copy(trial.contacts, contacts.begin());
  std::ranges::copy(trial.discs, discs.begin());
  f = trial.f;
  a = trial.a;
  return {};
}

}  // namespace carom
