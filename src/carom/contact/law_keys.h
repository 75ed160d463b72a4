#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/base/schema/range.h"
#include "carom/base/units.h"
#include "carom/contact/restitution.h"

namespace carom {

/// What a key is to those who ask a law for it without knowing the law: comparisons carry it from one law to another,
/// time stepping takes it, contacts find it out where it is left open.
enum class Meaning {
  OfThisLaw,
  Stiffness,
  Restitution,
  Friction,  // at rest and in sliding
  StaticFriction,
  KineticFriction,
  StribeckSpeed,
  DwellTime,
  BristleStiffness,
  BristleDamping,
  Viscous
};

/// An impact that a law is to return, measured or of a run.
struct MeasuredImpact {
  double mass{};         // 0: not known  [kg]
  double speed{};        // [m/s]
  double restitution{};  // [-]
  double lost{};         // 1 − restitution  [-]
};

/// One parameter of a law: all that the reader, the checks, the documentation, fits and comparisons know of it.
template <class Law>
struct LawKey {
  using Member = std::variant<double Law::*, bool Law::*, std::optional<double> Law::*, Restitution Law::*,
                              std::vector<double> Law::*>;
  enum class Search { Never, Logarithm, Plain };
  using Guess = double (*)(const Law& law, const MeasuredImpact& impact);

  std::string_view name;
  Member member;
  Dimension dimension;
  std::string_view help;
  std::string_view unit{};          // another way to write that of the dimension
  std::string_view default_text{};  // what holds where a scene leaves the key out, in words
  schema::Range range{};
  bool is_required{};
  bool may_be_open{};  // zero stands for a value that the contact at hand gives
  Meaning meaning{Meaning::OfThisLaw};
  Search search{Search::Never};  // how a fit to measured restitutions looks for it
  Guess guess{};                 // where it begins
  Guess match{};                 // with this the law returns just that restitution at that speed

  // To be chained behind LawKeys::add().
  LawKey& required() { return is_required = true, *this; }
  LawKey& above(double least) { return range.least = least, range.least_excluded = true, *this; }
  LawKey& at_least(double least) { return range.least = least, *this; }
  LawKey& between(double least, double most) { return range.most = most, at_least(least); }
  LawKey& at_most(double most) { return range.most = most, *this; }
  LawKey& within(const schema::Range& values) { return range = values, *this; }
  LawKey& with_unit(std::string_view text) { return unit = text, *this; }
  LawKey& otherwise(std::string_view text) { return default_text = text, *this; }
  LawKey& means(Meaning what) { return meaning = what, *this; }
  /// Zero is left to the contact, which makes of it what `text` says.
  LawKey& left_open(std::string_view text) { return may_be_open = true, otherwise(text); }
  /// Restitution depends on it: fits search it, from a guess on.
  LawKey& fitted(Search how, Guess from) { return search = how, guess = from, *this; }
  /// It makes the law return the restitution of one impact.
  LawKey& matched(Guess exactly) { return match = exactly, *this; }
};

/// What a law declares, once: static void declare(LawKeys<Law>& keys).
template <class Law>
class LawKeys {
 public:
  template <class M>
  LawKey<Law>& add(std::string_view name, M Law::*member, const Dimension& dimension, std::string_view help) {
    return keys_.emplace_back(LawKey<Law>{.name = name, .member = member, .dimension = dimension, .help = help});
  }
  /// True or false.
  LawKey<Law>& add(std::string_view name, bool Law::*member, std::string_view help) {
    return add(name, member, Dimension{}, help);
  }
  [[nodiscard]] const std::vector<LawKey<Law>>& all() const { return keys_; }

 private:
  std::vector<LawKey<Law>> keys_;
};

/// In the order of the declaration.
template <class Law>
[[nodiscard]] const std::vector<LawKey<Law>>& keys_of() {
  static const LawKeys<Law> kKeys = [] {
    LawKeys<Law> keys;
    Law::declare(keys);
    return keys;
  }();
  return kKeys.all();
}

/// The member that a key of numbers stands for; null for others, and for an optional one without a value.
template <class Law>
[[nodiscard]] double* find_number(Law& law, const LawKey<Law>& key) {
  if (const auto* number = std::get_if<double Law::*>(&key.member)) return &(law.**number);
  if (const auto* number = std::get_if<std::optional<double> Law::*>(&key.member)) {
    return (law.**number).has_value() ? &*(law.**number) : nullptr;
  }
  return nullptr;
}
template <class Law>
[[nodiscard]] const double* find_number(const Law& law, const LawKey<Law>& key) {
  return find_number(const_cast<Law&>(law), key);  // NOLINT(cppcoreguidelines-pro-type-const-cast): read only
}

/// The number of a law that means this; null: it has none.
template <class Law>
[[nodiscard]] const double* find_number(const Law& law, Meaning meaning) {
  for (const LawKey<Law>& key : keys_of<Law>()) {
    if (key.meaning == meaning) return find_number(law, key);
  }
  return nullptr;
}

/// The restitution that a law takes; null: none.
template <class Law>
[[nodiscard]] const Restitution* find_restitution(const Law& law) {
  for (const LawKey<Law>& key : keys_of<Law>()) {
    if (const auto* member = std::get_if<Restitution Law::*>(&key.member)) return &(law.**member);
  }
  return nullptr;
}

/// Leaves to the contact whatever may be left to it.
template <class Law>
void leave_open(Law& law) {
  for (const LawKey<Law>& key : keys_of<Law>()) {
    if (key.may_be_open) *find_number(law, key) = 0.0;
  }
}

}  // namespace carom
