#pragma once

#include <string>
#include <vector>

#include "carom/recording/recording.h"

namespace carom {

/// What a run came to, as the last events of its recording: a `warning` for each warning, then the `verdict`.
[[nodiscard]] std::vector<RecordedEvent> make_verdict_events(const SimulationReport& report);

/// Text inside the quotation marks of JSON.
[[nodiscard]] std::string quote_json(const std::string& text);
/// A number of JSON, which has no infinity: null stands for what is not finite. Reads back as the same number.
[[nodiscard]] std::string format_json(double number);

}  // namespace carom
