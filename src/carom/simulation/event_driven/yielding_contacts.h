#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/contacts/contact_rule.h"

namespace carom {

class ContactPart;
class Model;
class NumberReader;
class RigidPart;

/// Rigid contacts that follow their compliant laws for a while, where the policy of a scene lets them.
class YieldingContacts {
 public:
  YieldingContacts(const Model& model, const ContactSetup& setup, bool may_yield);
  ~YieldingContacts();

  /// Whether the policy lets any; else nothing below is to be called but for what says so.
  [[nodiscard]] bool may_yield() const { return may_yield_; }
  /// The parts of a mechanism with these rigid contacts, of which some may yield.
  [[nodiscard]] std::vector<ContactPart*> join(RigidPart& rigid);

  /// From now on a slot follows its law, approaching at some speed [m/s]; or no longer.
  void begin(int slot, double time, double speed, std::span<double> y);
  void end(int slot, std::span<double> y);
  /// At the motion last calculated: contacts that are pressed in faster than they began keep that speed. True: some do.
  [[nodiscard]] bool note_strikes(std::span<double> y);

  // Energy that the laws gave beyond what they had: nothing where no contact may yield.

  void watch_gains(double time, std::span<const double> y, double threshold, std::vector<ContactEvent>& events);
  void finish_gains(std::vector<ContactEvent>& events);
  void append_warnings(const std::vector<ContactReport>& reports, double negligible,
                       std::vector<std::string>& sentences) const;
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  struct Own;
  bool may_yield_;
  std::unique_ptr<Own> own_;  // where they may
};

}  // namespace carom
