#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/simulation/event_driven/event_log.h"
#include "carom/simulation/event_driven/mode_search.h"
#include "carom/simulation/mechanism_system.h"

namespace carom {

/// How many ways rigid contacts have to go on.
enum class ModeChoiceStatus { One, None, Several };

struct [[nodiscard]] ModeChoiceReport {
  ModeChoiceStatus status{ModeChoiceStatus::One};
  std::string contact;   // the first concerned
  std::string sentence;  // for people, unless it is One
};

/// Decides how contacts that touch go on, and writes it to their memory.
class ModeChoice {
 public:
  ModeChoice(MechanismSystem& system, EventLog& log);

  /// What the present modes have come to at (t, y): hints at what changes. To be called before velocities jump.
  void look(double time, std::span<const double> y);

  /// At (t, y), where nothing that touches approaches any more. Bystanders touch too, and go on as they are.
  ModeChoiceReport choose(double time, std::span<const int> touching, std::span<const int> bystanders,
                          std::span<double> y);

 private:
  [[nodiscard]] TouchingContact guess(std::span<const double> memory, int contact) const;
  [[nodiscard]] int count_solutions(bool found);
  [[nodiscard]] ModeChoiceReport describe(ModeChoiceStatus status, double time) const;
  void write(double time, std::span<double> memory);
  void open_all_but(std::span<const int> slots, std::span<const int> bystanders, double time, std::span<double> memory);
  void open(int slot, double time, std::span<double> memory);
  void close(int slot, double time, std::span<double> memory);

  struct Look {
    bool pressed{};                     // its normal force does not vanish
    bool held{};                        // by friction that is not at its limit
    Vector3 friction{Vector3::Zero()};  // [N]
  };

  MechanismSystem& system_;
  RigidContacts& contacts_;
  EventLog& log_;
  double force_scale_;  // [N]
  std::vector<Look> looks_;
  std::vector<char> stays_;  // by slot: not to be opened
  std::vector<int> candidates_;
  std::vector<TouchingContact> choices_;
  VectorX f_, a_;
  std::string tried_;  // modes that agree with their forces, for a message
};

}  // namespace carom
