#include "carom/base/schema/names.h"

#include <algorithm>

#include <fmt/format.h>

#include "carom/base/nearest_name.h"

namespace carom::schema {
namespace {

// Beyond this many names, comparing with each takes longer than a user would wait for a suggestion.
constexpr std::size_t kMostCandidates = 10'000;

template <class Places>
std::string suggest(const std::string& name, const Places& places) {
  if (places.size() > kMostCandidates) return {};
  std::vector<std::string> candidates;
  candidates.reserve(places.size());
  for (const auto& [known, place] : places) candidates.push_back(known);
  // The map has no order; the suggestion must be the same every time.
  std::sort(candidates.begin(), candidates.end());
  return make_suggestion(name, candidates);
}

}  // namespace

void Names::predefine(const std::string& kind, const std::string& name) { defined_[kind].emplace(name, Place{}); }

void Names::define(const std::string& kind, const std::string& name, Place place, Diagnostics& diagnostics) {
  if (name.empty()) return diagnostics.error(place, fmt::format("the name of a {} must not be empty", kind));
  const auto [other, is_new] = defined_[kind].emplace(name, place);
  if (is_new) return;
  const Place& first = other->second;
  if (first.source < 0) return diagnostics.error(place, fmt::format("the {} '{}' is always there", kind, name));
  const std::string& file = diagnostics.sources()[static_cast<std::size_t>(first.source)].name;
  diagnostics.error(place, fmt::format("a {} '{}' exists already ({}:{})", kind, name, file, first.line));
}

bool Names::is_defined_at(const std::string& kind, const std::string& name, Place place) const {
  const auto places = defined_.find(kind);
  if (places == defined_.end()) return false;
  const auto found = places->second.find(name);
  return found != places->second.end() && found->second == place;
}

void Names::mention(const std::string& kind, const std::string& name, std::string_view key, Place place) {
  const auto places = defined_.try_emplace(kind).first;
  mentions_.push_back({&places->first, name, std::string(key), place});
}

void Names::check(Diagnostics& diagnostics) const {
  if (forgives_unknown_) return;
  for (const Mention& mention : mentions_) {
    const Places& places = defined_.at(*mention.kind);
    if (places.contains(mention.name)) continue;
    const std::string suggestion = diagnostics.is_full() ? "" : suggest(mention.name, places);
    diagnostics.error(mention.place,
                      fmt::format("{}: there is no {} '{}'{}", mention.key, *mention.kind, mention.name, suggestion));
  }
}

}  // namespace carom::schema
