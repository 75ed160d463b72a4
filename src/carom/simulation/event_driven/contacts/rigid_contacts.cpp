#include "carom/simulation/event_driven/contacts/rigid_contacts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/base/input_error.h"
#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/contacts/rule_pairs.h"
#include "carom/simulation/contacts/rule_table.h"

namespace carom {
namespace {

void check_laws(const ContactSetup& setup) {
  for (const ContactRule& rule : setup.rules) {
    if (!rule.impact) throw InputError("contact " + rule.name(), "has no law of impact, which rigid contacts need");
  }
}

const ContactSetup& checked(const ContactSetup& setup) {
  check_laws(setup);
  return setup;
}

bool any_resists(const ContactSetup& setup) { return std::ranges::any_of(setup.rules, &ContactRule::resists_rolling); }

// √(tr I/(2 m)) about the mass center: 0.77 of a ball's radius.
double calc_gyration(const Body& body) {
  const Matrix3 I = as_eigen(body.inertia);
  const double moved = as_eigen(body.mass_moment).squaredNorm();
  const double square = body.mass > 0.0 ? (0.5 * I.trace() - moved / body.mass) / body.mass : 0.0;
  return square > 1e-9 * moved / (body.mass * body.mass) ? std::sqrt(square) : std::numeric_limits<double>::infinity();
}

bool is_many(const Model& model, const ContactSetup& setup, const PairList& shapes, int most_listed) {
  const RuleTable rules(model, setup);
  int most_points = 0;
  for (const ShapePair& pair : rules.examples()) {
    most_points = std::max(
        most_points, find_pair_kind_with_corners(shapes.shape(pair.a).type, shapes.shape(pair.b).type).num_points);
  }
  return rules.most_pairs() * most_points > most_listed && NearPairs::can_search(shapes);
}

}  // namespace

RigidContacts::RigidContacts(const Model& model, const ContactSetup& setup, int most_listed)
    : names_(checked(setup).shapes),
      shape_ranks_(rank_shapes(setup.shapes)),
      pairs_(model, setup.shapes, {}, PairList::Points::AllCorners),
      points_(pairs_),
      point_rates_(pairs_),
      any_resists_(any_resists(setup)),
      memory_(kPerSlot, any_resists_ ? int{kPerTurning} : 0) {
  for (const Body& body : model.bodies()) gyrations_.push_back(calc_gyration(body));
  for (const ContactRule& rule : setup.rules) {
    laws_.push_back(*rule.impact);
    resistances_.push_back(rule.resistance);
    resists_.push_back(rule.resists_rolling());
    frictions_.push_back({get_friction(*rule.impact), get_static_friction(*rule.impact)});
  }
  if (is_many(model, setup, pairs_, most_listed)) {
    near_ = std::make_unique<NearPairs>(model, setup, pairs_);
    pairs_.set_pairs({});
  } else {
    list_pairs(model, setup);
  }
  use_pairs();
  name_views(setup);
}

void RigidContacts::list_pairs(const Model& model, const ContactSetup& setup) {
  const std::vector<ShapePair> pairs = find_ruled_pairs(model, setup, rule_of_pair_);
  pairs_ = PairList(model, setup.shapes, pairs, PairList::Points::AllCorners);
  points_ = ContactPoints(pairs_);
}

void RigidContacts::name_views(const ContactSetup& setup) {
  if (!are_listed()) {
    for (const ContactRule& rule : setup.rules) {
      views_.push_back({.name = rule.name(), .sides = {.surface_a = rule.surface_a, .surface_b = rule.surface_b}});
    }
    return;
  }
  for (const ContactSlot& slot : pairs_.slots()) {
    views_.push_back(names_.make_report(slot.shape_a, slot.shape_b, slot.feature));
  }
}

std::string RigidContacts::name(int slot) const {
  const ContactSlot& own = pairs_.slots()[place(slot)];
  return names_.of_point(own.shape_a, own.shape_b, own.feature);
}

// After a change of pairs.
void RigidContacts::use_pairs() {
  order_ = make_contact_order(pairs_, shape_ranks_);
  point_rates_ = PointRates(pairs_);
  points_.resize(pairs_);
  motions_.resize(place(num_slots()));
  displaced_.reserve(motions_.size());
  for (int i = 0; i < num_slots(); ++i) {
    const ContactSlot& slot = pairs_.slots()[place(i)];
    Motion& motion = motions_[place(i)];
    motion.body_a = order_.flipped[place(i)] ? slot.body_b : slot.body_a;
    motion.body_b = order_.flipped[place(i)] ? slot.body_a : slot.body_b;
    const double gyration = std::min(gyrations_[place(slot.body_a)], gyrations_[place(slot.body_b)]);
    motion.length = std::isfinite(gyration) ? gyration : 1.0;
  }
}

void RigidContacts::find(const Kinematics& kinematics, std::span<const double> state) {
  std::vector<int> first_slots;
  for (const PairList::Pair& pair : pairs_.pairs()) first_slots.push_back(pair.first_slot);
  near_->find(kinematics, pairs_);

  std::vector<ShapePair> found;
  rule_of_pair_.clear();
  for (const NearPairs::Pair& pair : near_->pairs()) {
    found.push_back(pair.shapes);
    rule_of_pair_.push_back(static_cast<std::size_t>(pair.rule));
  }
  pairs_.set_pairs(found);
  use_pairs();
  std::vector<int> origins;
  for (const ContactSlot& slot : pairs_.slots()) {
    const int origin = near_->pairs()[place(slot.pair)].origin;
    origins.push_back(origin < 0 ? -1 : first_slots[place(origin)] + slot.feature);
  }
  memory_.move(origins, state[RigidMemory::kStamp] > 0.0);
  // Losses are in y; those of slots tell within a moment who gained.
  for (int i = 0; i < num_slots(); ++i) memory_.slot(place(i))[kImpactLoss] = 0.0;
  calc_motion(kinematics);
}

void RigidContacts::calc_motion(const Kinematics& kinematics) {
  displaced_.clear();
  calc_contact_points(pairs_, kinematics, points_);
  for (int i = 0; i < num_slots(); ++i) {
    const ContactSlot& slot = pairs_.slots()[place(i)];
    const ContactPoint& contact = points_.point(i);
    const bool flipped = order_.flipped[place(i)];
    const double sign = flipped ? -1.0 : 1.0;
    const Vector3 velocity = calc_relative_velocity(contact, points_.shape(slot.shape_a), points_.shape(slot.shape_b));
    Motion& motion = motions_[place(i)];
    motion.gap = contact.gap;
    motion.normal = sign * contact.normal;
    motion.normal_rate = sign * contact.normal_rate;
    motion.point = contact.point;
    motion.velocity = sign * velocity;
    motion.gap_rate = contact.normal.dot(velocity);
    motion.slip = motion.velocity - motion.gap_rate * motion.normal;
    if (resists_turning(i)) {
      motion.turning = sign * (points_.shape(slot.shape_a).w_WB - points_.shape(slot.shape_b).w_WB);
    }
  }
  if (!are_listed()) reach_left_ = near_->calc_reach_left(pairs_, points_.shapes);
}

bool RigidContacts::is_held(std::span<const double> memory, int slot) const {
  if (mode(memory, slot) != RigidMode::Sticking) return false;
  if (!resists_turning(slot)) return true;
  return turning_mode(memory, slot, kRolling) != TurningMode::Resisted &&
         turning_mode(memory, slot, kSpinning) != TurningMode::Resisted;
}

bool RigidContacts::are_unexamined(std::span<const double> state) const {
  if (!are_listed()) return state[RigidMemory::kStamp] == 0.0;
  for (int i = 0; i < num_slots(); ++i) {
    if (mode(state, i) == RigidMode::Unexamined) return true;
  }
  return false;
}

double RigidContacts::calc_impact_loss(std::span<const double> state) const {
  if (!are_listed()) return state[RigidMemory::kLoss];
  double total = 0.0;
  for (const int slot : order()) total += get(state, slot, kImpactLoss);
  return total;
}

void RigidContacts::add_impact_loss(int slot, double loss, std::span<double> state) {
  const std::span<double> own = memory(state);
  set(own, slot, kImpactLoss, get(own, slot, kImpactLoss) + loss);
  if (!are_listed()) state[RigidMemory::kLoss] += loss;
}

void RigidContacts::add_impact_loss(double loss, std::span<double> state) {
  if (are_listed()) {
    add_impact_loss(0, loss, state);
  } else {
    state[RigidMemory::kLoss] += loss;
  }
}

void RigidContacts::append_numbers(std::vector<double>& numbers) const {
  if (are_listed()) return;
  numbers.push_back(memory_.stamp());
  for (std::size_t k = 0; k < near_->pairs().size(); ++k) {
    const PairList::Pair& pair = pairs_.pairs()[k];
    bool is_empty = true;
    for (int i = pair.first_slot; i < pair.first_slot + pair.num_slots; ++i) {
      const std::span<const double> own = memory_.slot(place(i));
      is_empty = is_empty && own[kMode] == static_cast<double>(RigidMode::Open) && own[kEpisode] == 0.0;
    }
    if (is_empty) continue;
    for (const int number : {pair.shape_a, pair.shape_b, near_->pairs()[k].rule}) numbers.push_back(number);
    for (int i = pair.first_slot; i < pair.first_slot + pair.num_slots; ++i) {
      for (const std::span<const double> own : {memory_.slot(place(i)), memory_.turning(place(i))}) {
        numbers.insert(numbers.end(), own.begin(), own.end());
      }
    }
  }
}

bool RigidContacts::restore_numbers(std::span<const double> numbers) {
  if (are_listed()) return numbers.empty();
  constexpr double kMostPlaces = 1e9;
  NumberReader left(numbers);
  const double stamp = left.take();
  std::vector<NearPairs::Pair> pairs;
  std::vector<ShapePair> shapes;
  std::vector<double> remembered, turning;
  const auto is_shape = [&](int i) { return i < pairs_.num_shapes(); };
  while (!left.empty() && !left.failed()) {
    const auto take = [&] { return static_cast<int>(left.take_count(kMostPlaces)); };
    const int a = take(), b = take(), rule = take();
    if (left.failed() || !is_shape(a) || !is_shape(b)) return false;
    pairs.push_back({{a, b}, rule});
    shapes.push_back({a, b});
    const int points = find_pair_kind_with_corners(pairs_.shape(a).type, pairs_.shape(b).type).num_points;
    for (int i = 0; i < points; ++i) {
      const std::span<const double> own = left.take(place(kPerSlot)), turns = left.take(place(per_slot() - kPerSlot));
      remembered.insert(remembered.end(), own.begin(), own.end());
      turning.insert(turning.end(), turns.begin(), turns.end());
    }
  }
  if (left.failed() || !near_->restore(pairs)) return false;
  rule_of_pair_.clear();
  for (const NearPairs::Pair& pair : pairs) rule_of_pair_.push_back(static_cast<std::size_t>(pair.rule));
  pairs_.set_pairs(shapes);
  use_pairs();
  remembered.insert(remembered.end(), turning.begin(), turning.end());
  memory_.restore(std::move(remembered), stamp);
  return true;
}

}  // namespace carom
