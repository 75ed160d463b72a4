#include "carom/simulation/contacts/contact_report_numbers.h"

#include <cmath>
#include <cstdint>

#include "carom/simulation/contacts/contact_event_fields.h"

namespace carom {
namespace {

constexpr std::size_t kBytes = 4;  // of a text in a number
constexpr double kMostCounted = 1LL << 53;

// Kind, time, and every field that events of its kind have.
std::size_t count_numbers(ContactEvent::Kind kind) {
  std::size_t count = 0;
  for (const ContactEventField& field : list_contact_event_fields()) count += field.belongs_to(kind) ? 1 : 0;
  return count;
}

void append(const std::vector<ContactEvent>& events, std::vector<double>& numbers) {
  numbers.push_back(static_cast<double>(events.size()));
  for (const ContactEvent& event : events) {
    numbers.insert(numbers.end(), {static_cast<double>(event.kind), event.time});
    for (const ContactEventField& field : list_contact_event_fields()) {
      if (field.belongs_to(event.kind)) numbers.push_back(field.get(event));
    }
  }
}

}  // namespace

std::span<const double> NumberReader::take(std::size_t count) {
  if (count > left_.size()) {
    failed_ = true;
    return {};
  }
  const std::span<const double> taken = left_.first(count);
  left_ = left_.subspan(count);
  return taken;
}

double NumberReader::take() {
  const std::span<const double> one = take(1);
  return one.empty() ? 0.0 : one.front();
}

std::size_t NumberReader::take_count(double most) {
  const double count = take();
  if (!(count >= 0.0) || count > most || count != std::floor(count)) {
    failed_ = true;
    return 0;
  }
  return static_cast<std::size_t>(count);
}

std::string NumberReader::take_text() {
  const std::size_t size = take_count(static_cast<double>(kBytes * left_.size()));
  const std::span<const double> numbers = take((size + kBytes - 1) / kBytes);
  std::string text;
  for (std::size_t i = 0; i < size && !failed_; ++i) {
    // A number that is no number of bytes would be a mistake of whoever wrote it: zero stands for it.
    const double number = numbers[i / kBytes];
    const auto bytes = number >= 0.0 && number < 0x1p32 ? static_cast<std::uint32_t>(number) : 0U;
    text += static_cast<char>(bytes >> (8 * (i % kBytes)) & 0xFFU);
  }
  return text;
}

void NumberReader::take_events(int slot, std::vector<ContactEvent>& events) {
  const std::size_t count = take_count(static_cast<double>(left_.size()));
  events.clear();
  for (std::size_t i = 0; i < count && !failed_; ++i) {
    ContactEvent event{
        .kind = static_cast<ContactEvent::Kind>(take_count(static_cast<double>(ContactEvent::Kind::Rest))),
        .slot = slot,
        .time = take()};
    std::span<const double> numbers = take(count_numbers(event.kind));
    if (failed_) return;
    for (const ContactEventField& field : list_contact_event_fields()) {
      if (!field.belongs_to(event.kind)) continue;
      field.set(numbers.front(), event);
      numbers = numbers.subspan(1);
    }
    events.push_back(event);
  }
}

void NumberReader::take_report(int slot, ContactReport& report) {
  for (std::int64_t* count :
       {&report.episodes, &report.slips, &report.num_impacts, &report.num_gains, &report.num_rests}) {
    *count = static_cast<std::int64_t>(take_count(kMostCounted));
  }
  report.max_depth = take();
  report.gained = take();
  report.max_force = take();
  for (std::vector<ContactEvent>* list : {&report.impacts, &report.gains, &report.rests}) take_events(slot, *list);
}

// Its length, and four bytes in each number.
void append_text(const std::string& text, std::vector<double>& numbers) {
  numbers.push_back(static_cast<double>(text.size()));
  for (std::size_t i = 0; i < text.size(); i += kBytes) {
    std::uint32_t bytes = 0;
    for (std::size_t k = 0; k < kBytes && i + k < text.size(); ++k) {
      bytes |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[i + k])) << (8 * k);
    }
    numbers.push_back(bytes);
  }
}

void append_report(const ContactReport& report, std::vector<double>& numbers) {
  for (const std::int64_t count :
       {report.episodes, report.slips, report.num_impacts, report.num_gains, report.num_rests}) {
    numbers.push_back(static_cast<double>(count));
  }
  numbers.insert(numbers.end(), {report.max_depth, report.gained, report.max_force});
  for (const std::vector<ContactEvent>* list : {&report.impacts, &report.gains, &report.rests}) append(*list, numbers);
}

}  // namespace carom
