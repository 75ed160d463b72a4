#pragma once

#include <span>
#include <vector>

#include "carom/simulation/compliant/compliant_part.h"
#include "carom/simulation/compliant/law_gains.h"
#include "carom/simulation/contacts/contact_report.h"

namespace carom {

class Integrator;
class NumberReader;

/// What happens at the contacts of a run, in order of time. The steppers tell it of touch-downs and lift-offs; between
/// them it looks at each accepted step for the largest force and depth, for stick and slip, and for laws that create
/// energy.
class ContactLog {
 public:
  /// Room for one event of each contact: nothing is allocated while the log is cleared after every step.
  explicit ContactLog(CompliantPart& part);

  void touch_down(int slot, double time, double speed);
  void lift_off(int slot, double time, double approach_speed, double touch_time, double separation_speed);
  /// A contact goes on at another point of the same two shapes.
  void hand_over(int from, int to, double time, double approach_speed);

  /// Where the first step will start.
  void start(double time, std::span<const double> y);
  /// Looks at the step that the integrator has just taken. Falls of what a law has lost by up to the threshold [J] are
  /// no gains.
  void watch(Integrator& integrator, double threshold);
  /// The run is over: gains that are under way are counted.
  void finish();

  /// Since the last call of clear().
  [[nodiscard]] const std::vector<ContactEvent>& events() const { return events_; }
  void clear() { events_.clear(); }
  /// One for each slot.
  [[nodiscard]] const std::vector<ContactReport>& reports() const { return reports_; }

  /// Everything but the events since the last clear(), as numbers: to go on as if the run had never stopped.
  void save(std::vector<double>& numbers) const;
  /// The reader has failed where these are not the numbers of as many contacts.
  void restore(NumberReader& numbers);

 private:
  enum class Hold { Unknown, Stick, Slip };
  // A contact at the end of a step.
  struct Sample {
    bool touching{};
    double depth{}, rate{};      // [m], [m/s]
    double mean_acceleration{};  // of the depth in the step  [m/s²]
    double force{};              // [N]
    double force_rate{};         // as far as the steps tell  [N/s]
    double slide_ratio{};
  };
  struct Peak {
    double force{};  // [N]
    double depth{};  // [m]
  };
  struct Slot {
    Sample before{};  // at the start of the step
    Peak peak{};      // of the contact that lasts
    Hold hold{Hold::Unknown};
    bool had_event{};  // touched down or lifted off in the step
    LawGains gains{};
  };
  // A step that was taken, to be looked into.
  struct Step {
    Integrator& integrator;
    double start{}, end{};  // [s]
  };

  [[nodiscard]] Sample make_sample(int slot, double length, const CompliantContacts::ConstState& state) const;
  void watch_slot(int slot, const Step& step, double threshold);
  [[nodiscard]] bool look_inside(const Step& step, double time);
  void find_peaks(int slot, const Step& step, const Sample& after);
  void find_deepest(int slot, const Step& step, const Sample& after);
  [[nodiscard]] bool may_have_peak(const Slot& own, double length, const Sample& after) const;
  void watch_hold(int slot, const Step& step, const Sample& after);
  void complete(ContactEvent& event);

  CompliantPart& part_;
  const CompliantContacts& contacts_;
  std::vector<Slot> slots_;
  std::vector<ContactReport> reports_;
  std::vector<ContactEvent> events_;
  double time_{};          // at the end of the last step  [s]
  bool looked_inside_{};   // the contacts are no longer those of the step's end
  std::vector<double> y_;  // inside a step
};

}  // namespace carom
