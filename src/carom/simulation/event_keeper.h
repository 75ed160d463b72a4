#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/simulation/observer.h"

namespace carom {

/// Keeps the events of a call, and passes everything on.
class EventKeeper final : public Observer {
 public:
  void pass_to(Observer* next) { next_ = next; }
  void forget() { events_.clear(); }
  [[nodiscard]] std::span<const ContactEvent> events() const { return events_; }

  [[nodiscard]] bool observe(const Moment& moment) override { return next_ == nullptr || next_->observe(moment); }
  [[nodiscard]] bool observe_checkpoint(const Checkpoint& checkpoint) override {
    return next_ == nullptr || next_->observe_checkpoint(checkpoint);
  }
  [[nodiscard]] bool observe_contact(const std::string& contact, const ContactEvent& event) override {
    events_.push_back(event);
    return next_ == nullptr || next_->observe_contact(contact, event);
  }
  [[nodiscard]] bool observe_note(const RunNote& note) override {
    return next_ == nullptr || next_->observe_note(note);
  }
  [[nodiscard]] bool observe_step(const StepMoment& step) override {
    return next_ == nullptr || next_->observe_step(step);
  }

 private:
  Observer* next_{};
  std::vector<ContactEvent> events_;
};

}  // namespace carom
