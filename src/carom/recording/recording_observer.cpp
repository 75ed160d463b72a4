#include "carom/recording/recording_observer.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "carom/recording/recorded_contact_event.h"
#include "carom/recording/verdict_events.h"

namespace carom {
namespace {

// The members of a note as those of a JSON object. Empty texts and lists are those of notes that do not have them,
// unless the note is one of rigid contacts, whose solutions may be none.
class NoteJson {
 public:
  explicit NoteJson(bool keeps_empty) : keeps_empty_(keeps_empty) {}

  void operator()(std::string_view key, double value) const { add(key, fmt::format("{:.17g}", value)); }
  void operator()(std::string_view key, const std::string& text) const {
    if (keeps_empty_ || !text.empty()) add(key, to_json(text));
  }
  template <class Value>
  void operator()(std::string_view key, const std::vector<Value>& values) const {
    if (keeps_empty_ || !values.empty()) add(key, to_json(values));
  }
  [[nodiscard]] std::string object() const { return fmt::format("{{{}}}", fmt::join(members_, ",")); }

 private:
  void add(std::string_view key, const std::string& value) const {
    members_.push_back(fmt::format(R"("{}":{})", key, value));
  }
  static std::string to_json(double value) { return fmt::format("{:.17g}", value); }
  static std::string to_json(const std::string& text) { return fmt::format(R"("{}")", quote_json(text)); }
  static std::string to_json(const RunNote::Solution& solution) {
    const NoteJson json(/*keeps_empty=*/true);
    visit_solution_fields(solution, json);
    return json.object();
  }
  template <class Value>
  static std::string to_json(const std::vector<Value>& values) {
    std::vector<std::string> items;
    for (const Value& value : values) items.push_back(to_json(value));
    return fmt::format("[{}]", fmt::join(items, ","));
  }

  bool keeps_empty_;
  mutable std::vector<std::string> members_;
};

}  // namespace

RecordingObserver::RecordingObserver(ChannelList& channels, RecordingWriter& writer)
    : channels_(channels), writer_(writer), values_(channels.channels().size()) {}

bool RecordingObserver::observe(const Moment& moment) {
  channels_.fill(moment, values_);
  return writer_.add_sample(values_);
}

bool RecordingObserver::observe_checkpoint(const Checkpoint& checkpoint) { return writer_.add_checkpoint(checkpoint); }

bool RecordingObserver::observe_contact(const std::string& contact, const ContactEvent& event) {
  return writer_.add_event(make_recorded_event(contact, event));
}

bool RecordingObserver::observe_note(const RunNote& note) {
  const NoteJson json(/*keeps_empty=*/!note.contacts.empty());
  visit_fields(note, json);
  return writer_.add_event({note.time, std::string(name_of(note.kind)), note.contact, json.object()});
}

}  // namespace carom
