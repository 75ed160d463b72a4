#include "carom/report/page/run_json.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "carom/recording/channel_names.h"
#include "carom/recording/status_names.h"
#include "carom/report/page/replay_json.h"
#include "carom/report/page/sha256.h"
#include "carom/report/run/channel_label.h"
#include "carom/report/run/default_charts.h"
#include "carom/report/support/utf8.h"
#include "carom/simulation/contacts/contact_event_fields.h"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestText = 1 << 18;  // of a file that is shown  [B]
constexpr double kGained = 1e-9;               // part of the largest energy that a law has to create to be named
constexpr std::string_view kRobotScene = "scene of ";  // how the scene of a robot file alone is called

Json make_files(const SceneSources& sources) {
  Json files = Json::array();
  for (const SourceFile& file : sources.files) {
    Json json{{"name", file.name}};
    const bool is_text = file.bytes.size() <= kLongestText && file.bytes.find('\0') == std::string::npos &&
                         repair_utf8(file.bytes) == file.bytes;
    if (is_text) json["text"] = file.bytes;
    files.push_back(std::move(json));
  }
  return files;
}

Json make_channels(const LoadedRun& run, const std::vector<ColumnPlace>& places) {
  Json channels = Json::array();
  // The time is not one of them.
  for (std::size_t c = 1; c < run.header.channels.size(); ++c) {
    const Channel& channel = run.header.channels[c];
    channels.push_back({{"name", channel.name},
                        {"label", channel_label(channel)},
                        {"unit", channel.unit},
                        {"description", channel.description},
                        {"group", channel_group(channel)},
                        {"values", {{"block", places[c - 1].block}, {"column", places[c - 1].column}}}});
  }
  return channels;
}

// The number of a channel on the page, where the time is left out.
int page_channel(int channel) { return channel - 1; }

Json make_charts(const LoadedRun& run) {
  std::vector<Chart> chosen = choose_charts(run.header.channels);
  // The page has a part of its own for the ledger with its residual; what moves is seen best beside the rest.
  const std::vector<Chart> ledger = choose_ledger_charts(run.header.channels);
  if (!ledger.empty()) chosen.push_back(ledger.front());
  Json charts = Json::array();
  for (const Chart& chart : chosen) {
    Json numbers = Json::array();
    for (const int channel : chart.channels) numbers.push_back(page_channel(channel));
    charts.push_back({{"title", chart.title}, {"channels", std::move(numbers)}, {"x", Json()}, {"log", false}});
  }
  return charts;
}

Json make_events(const LoadedRun& run) {
  Json events = Json::array();
  for (const RecordedEvent& event : run.events) {
    Json data = Json::parse(event.data, nullptr, /*allow_exceptions=*/false);
    if (!data.is_object()) data = Json::object();
    const auto sentence = data.find("sentence");
    const auto energy = data.find("energy_J");
    const bool told = sentence != data.end() && sentence->is_string();
    const bool gains = energy != data.end() && energy->is_number() && *energy > 0.0;
    events.push_back({{"time", event.time},
                      {"kind", event.kind},
                      {"element", event.element},
                      {"sentence", told ? *sentence : Json(fmt::format("{} of {}", event.kind, event.element))},
                      {"gained", gains ? *energy : Json()}});
    events.back()["data"] = std::move(data);
  }
  return events;
}

// What the keys of an event's data mean.
Json make_event_fields() {
  Json fields = Json::array();
  for (const ContactEventField& field : list_contact_event_fields()) {
    std::string label(field.name);
    std::ranges::replace(label, '_', ' ');
    fields.push_back({{"key", field.key()}, {"label", label}, {"unit", field.unit}});
  }
  return fields;
}

Json make_warnings(const Ledger& ledger) {
  Json warnings = Json::array();
  for (const LedgerRow& row : ledger.rows) {
    if (row.kind == LedgerKind::Dissipated && row.value < -kGained * ledger.scale) {
      warnings.push_back(fmt::format("{} has created {:.4g} J instead of taking energy", row.name, -row.value));
    }
  }
  return warnings;
}

Json make_ledger(const LoadedRun& run) {
  const std::optional<Ledger> ledger = find_ledger(run);
  if (!ledger) return {};
  std::unordered_map<std::string_view, int> places;
  for (std::size_t c = 1; c < run.header.channels.size(); ++c) {
    places.emplace(run.header.channels[c].name, page_channel(static_cast<int>(c)));
  }
  const auto find = [&](const std::string& name) {
    const auto place = places.find(name);
    return place == places.end() ? Json() : Json(place->second);
  };
  const std::vector<Channel> names = name_ledger(*ledger);
  Json rows = Json::array();
  for (std::size_t i = 0; i < ledger->rows.size(); ++i) {
    const LedgerRow& row = ledger->rows[i];
    rows.push_back(
        {{"name", row.name}, {"kind", kind_name(row.kind)}, {"value", row.value}, {"channel", find(names[i].name)}});
  }
  return {{"rows", std::move(rows)},
          {"initial", ledger->initial},
          {"scale", ledger->scale},
          {"residual", ledger->residual()},
          {"residual_channel", find(names.back().name)},
          {"warnings", make_warnings(*ledger)}};
}

// Where contacts are and what they exert, by the channels that hold it.
Json make_contacts(const LoadedRun& run) {
  constexpr std::string_view kPrefix = "contact.";
  constexpr std::string_view kFirst = ".x_m";
  const std::vector<Channel>& channels = run.header.channels;
  std::unordered_map<std::string_view, int> places;
  for (std::size_t c = 1; c < channels.size(); ++c) {
    places.emplace(channels[c].name, page_channel(static_cast<int>(c)));
  }
  Json contacts = Json::array();
  for (const Channel& channel : channels) {
    const std::string_view whole = channel.name;
    if (!whole.starts_with(kPrefix) || !whole.ends_with(kFirst)) continue;
    const std::string owner(whole.substr(0, whole.size() - kFirst.size()));
    bool complete = true;
    const auto find = [&](const char* quantity, const char* unit) {
      Json three = Json::array();
      for (const char axis : {'x', 'y', 'z'}) {
        const auto place = places.find(fmt::format("{}.{}{}_{}", owner, quantity, axis, unit));
        complete = complete && place != places.end();
        if (place != places.end()) three.push_back(place->second);
      }
      return three;
    };
    Json contact{{"name", owner.substr(kPrefix.size())},
                 {"position", find("", "m")},
                 {"normal_force", find("normal_", "N")},
                 {"friction_force", find("friction_", "N")}};
    if (complete) contacts.push_back(std::move(contact));
  }
  return contacts;
}

Json make_replay(const LoadedRun& run, BlockList& blocks) {
  if (!run.replay || run.replay->poses.frames() == 0) return {};
  Json replay = make_replay_json(*run.replay, blocks);
  replay["contacts"] = make_contacts(run);
  return replay;
}

// As a shell reads it as one word.
std::string quote_for_shell(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           std::string_view("._-/=+:,").find(letter) != std::string_view::npos;
  });
  if (plain) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

std::string describe_end(const LoadedRun& run) {
  if (run.result) return run.result->sentence;
  return "The recording has no end: the run was killed, or goes on.";
}

Json make_verdict(const LoadedRun& run) {
  const RunVerdict& verdict = run.verdict;
  return {{"grade", verdict.grade.empty() ? "none" : verdict.grade},
          {"sentence", verdict.sentence},
          {"error", verdict.error},
          {"warning_limit", verdict.warning_limit},
          {"failing_limit", verdict.failing_limit},
          {"warnings", verdict.warnings},
          {"notes", verdict.notes},
          {"num_notes", verdict.num_notes}};
}

double find_duration(const LoadedRun& run) {
  if (run.table.first_sample().empty()) return 0.0;
  return run.table.last_sample()[0] - run.table.first_sample()[0];
}

}  // namespace

std::string hash_sources(const SceneSources& sources) {
  Sha256 hash;
  // Lengths first, so that no two lists of texts make the same bytes.
  const auto add = [&](const std::string& text) { hash.add(fmt::format("{}:", text.size())), hash.add(text); };
  for (const SourceFile& file : sources.files) add(file.name), add(file.bytes);
  hash.add("overrides:");
  for (const std::string& override : sources.overrides) add(override);
  return hash.finish();
}

std::string make_command(const SceneSources& sources) {
  if (sources.files.empty()) return {};
  std::string name = sources.files.front().name;
  if (name.starts_with(kRobotScene)) name.erase(0, kRobotScene.size());
  std::string command = "carom run " + quote_for_shell(name);
  for (const std::string& override : sources.overrides) command += " --set " + quote_for_shell(override);
  return command;
}

Json make_run_json(const LoadedRun& run, const std::string& name, const std::string& label, BlockList& blocks) {
  const SceneSources& sources = run.header.sources;
  Json settings = Json::array();
  for (const auto& [key, value] : run.header.settings) settings.push_back({key, value});
  const int time = blocks.add(run.table.time(), 1);
  const std::vector<ColumnPlace> places = blocks.add_columns(run.table.numbers(), run.table.channels() - 1);
  return {{"name", name},
          {"label", label},
          {"status", run.result ? status_name(run.result->status) : "unfinished"},
          {"sentence", describe_end(run)},
          {"verdict", make_verdict(run)},
          {"version", run.header.program_version},
          {"settings", std::move(settings)},
          {"command", make_command(sources)},
          {"hash", hash_sources(sources)},
          {"files", make_files(sources)},
          {"overrides", sources.overrides},
          {"duration", find_duration(run)},
          {"samples", run.table.rows()},
          {"recorded_samples", run.recorded_samples},
          {"time", {{"block", time}, {"column", 0}}},
          {"channels", make_channels(run, places)},
          {"charts", make_charts(run)},
          {"replay", make_replay(run, blocks)},
          {"events", make_events(run)},
          {"event_counts", run.event_counts},
          {"event_fields", make_event_fields()},
          {"ledger", make_ledger(run)}};
}

}  // namespace carom
