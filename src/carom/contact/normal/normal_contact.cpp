#include "carom/contact/normal/normal_contact.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "carom/contact/normal/form_of.h"

namespace carom {
namespace {

using normal::form_of;

// Calls `use` with the form of a law and its memory; other laws have none.
template <class Result, class Use>
Result with_form(const NormalLaw& law, std::span<const double> memory, const Use& use) {
  const auto visit = [&]<class Law>(const Law& own) -> Result {
    if constexpr (Remembers<Law>) {
      return use(form_of(own), read_memory<Law>(memory));
    } else if constexpr (std::is_same_v<Law, normal::Custom>) {
      return use(*own.law, memory);
    } else {
      return Result();
    }
  };
  return std::visit(visit, law);
}

// The same, and writes back what the memory has become.
template <class Use>
void change_memory(const NormalLaw& law, std::span<double> memory, const Use& use) {
  const auto visit = [&]<class Law>(const Law& own) {
    if constexpr (Remembers<Law>) {
      auto numbers = read_memory<Law>(memory);
      use(form_of(own), numbers);
      write_memory<Law>(numbers, memory);
    } else if constexpr (std::is_same_v<Law, normal::Custom>) {
      use(*own.law, memory);
    }
  };
  std::visit(visit, law);
}

}  // namespace

std::span<const MemoryValue> list_memory(const NormalLaw& law) {
  const auto list = []<class Law>(const Law& own) -> std::span<const MemoryValue> {
    if constexpr (Remembers<Law>) return Law::kMemory;
    if constexpr (std::is_same_v<Law, normal::Custom>) return own.law->list_memory();
    return {};
  };
  return std::visit(list, law);
}

bool has_own_form(const NormalLaw& law) {
  const auto find = []<class Law>(const Law& /*own*/) { return Remembers<Law> || std::is_same_v<Law, normal::Custom>; };
  return std::visit(find, law);
}

NormalForce NormalContact::evaluate_own(double depth, double depth_rate) const {
  return with_form<NormalForce>(
      *law_, memory_, [&](const auto& form, const auto& memory) { return form.evaluate(depth, depth_rate, memory); });
}

NormalForce NormalContact::evaluate(double depth, double depth_rate) const {
  if (law_ == nullptr) return response_->evaluate(depth, depth_rate);
  if (!(depth > 0.0)) return {};
  const NormalForce force = evaluate_own(depth, depth_rate);
  return {std::max(0.0, force.force), force.elastic};
}

double NormalContact::unclipped(double depth, double depth_rate) const {
  if (law_ == nullptr) return response_->unclipped(depth, depth_rate);
  return depth > 0.0 ? evaluate_own(depth, depth_rate).force : 0.0;
}

double NormalContact::stored(double depth) const {
  if (law_ == nullptr) return response_->stored(depth);
  if (!(depth > 0.0)) return 0.0;
  return with_form<double>(*law_, memory_,
                           [&](const auto& form, const auto& memory) { return form.stored(depth, memory); });
}

double NormalContact::stiffness_at(double depth, double depth_rate) const {
  if (law_ == nullptr) return response_->stiffness_at(depth, depth_rate);
  const double step = (depth_rate > 0.0 ? 1e-6 : -1e-6) * depth;
  return step == 0.0 ? 0.0 : (evaluate(depth + step, depth_rate).force - evaluate(depth, depth_rate).force) / step;
}

double NormalContact::damping_at(double depth, double depth_rate) const {
  if (law_ == nullptr) return response_->damping_at(depth, depth_rate);
  const double step = 1e-6 * std::max(std::abs(depth_rate), 1e-6);  // [m/s]
  return (evaluate(depth, depth_rate + step).force - evaluate(depth, depth_rate).force) / step;
}

double NormalContact::dent(double depth) const {
  if (law_ == nullptr) return 0.0;
  return with_form<double>(
      *law_, memory_, [&](const auto& form, const auto& memory) { return normal::find_dent(form, depth, memory); });
}

// Of a law that leaves a dent, by the depth: its force may vanish there with any power. Of others with a form of their
// own, by the force.
double NormalContact::release_margin(double depth, double depth_rate) const {
  if (law_ != nullptr) {
    if (const double dented = dent(depth); dented > 0.0) return (depth - dented) / (std::abs(depth) + dented);
    const double force = unclipped(depth, depth_rate), spring = response_->unclipped(depth, 0.0);
    return force < 0.0 ? force / (spring - force) : 1.0;
  }
  const double total = response_->release_margin(depth, depth_rate);
  const double size =
      std::abs(response_->release_margin(depth, 0.0)) + std::abs(response_->release_margin(0.0, depth_rate));
  return size > 0.0 ? total / size : 1.0;
}

// f = k xᵖ (1 + a ẋ): the margin (1 + a ẋ)/(1 + a |ẋ|) changes by a/2 with ẋ, near its zero. Where spring and damper
// have different powers of the depth, the release comes at a depth that is seen well.
double NormalContact::release_noise(double rate_error) const {
  const NormalResponse& own = *response_;
  if (own.exponent != own.damping_exponent || own.rate_exponent != 1.0) return 0.0;
  return 0.5 * own.damping / own.stiffness * rate_error;
}

// k xᵖ = λ xʳ |ẋ|^q
double NormalContact::release_depth(double depth_rate) const {
  const NormalResponse& own = *response_;
  if (!(depth_rate < 0.0) || !(own.damping > 0.0) || !(own.exponent > own.damping_exponent)) return 0.0;
  const double viscous = own.damping * raise(-depth_rate, own.rate_exponent);
  return std::pow(viscous / own.stiffness, 1.0 / (own.exponent - own.damping_exponent));
}

double NormalContact::turn_margin(double depth, double depth_rate) const {
  if (law_ == nullptr || !(depth > 0.0)) return 1.0;
  return with_form<double>(*law_, memory_, [&](const auto& form, const auto& memory) {
    return normal::calc_turn_margin(form, depth, depth_rate, memory);
  });
}

void begin_memory(const NormalLaw& law, double speed, std::span<double> memory) {
  end_memory(law, memory);
  change_memory(law, memory, [&](const auto& form, auto& numbers) { normal::touch_down(form, speed, numbers); });
}

void end_memory(const NormalLaw& law, std::span<double> memory) {
  const std::span<const MemoryValue> values = list_memory(law);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].lasts == Lasts::OneContact) memory[i] = 0.0;
  }
}

void turn_memory(const NormalLaw& law, double depth, double depth_rate, std::span<double> memory) {
  change_memory(law, memory, [&](const auto& form, auto& numbers) { normal::turn(form, depth, depth_rate, numbers); });
}

TrialContact::TrialContact(const NormalLaw& law, double speed)
    : law_(law), response_(make_response(law, calc_latch(law, speed))), memory_(list_memory(law).size()) {
  begin_memory(law_, speed, memory_);
}

void TrialContact::look(double depth, double depth_rate) {
  if (!memory_.empty() && at_present().turn_margin(depth, depth_rate) < 0.0)
    turn_memory(law_, depth, depth_rate, memory_);
}

}  // namespace carom
