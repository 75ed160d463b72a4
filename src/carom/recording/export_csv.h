#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "carom/recording/recording_reader.h"

namespace carom {

/// Takes text as it comes; throws where it cannot.
using TextSink = std::function<void(std::string_view)>;

/// The samples as comma-separated values: one row with the channels' names, then one row a sample. Numbers have as many
/// digits as it takes to read the same bits back, and a point whatever the locale; `nan`, `inf`, `-inf` for the rest.
/// The maps of patches are left out: they are for write_maps_csv().
void write_samples_csv(RecordingReader& recording, const TextSink& sink);
/// One row for every element of a patch that presses, at every sample: columns time_s, contact, row, column, x_m, y_m
/// (from the middle of the grid along its axes), world_x_m, world_y_m, world_z_m, pressure_Pa, traction_x_Pa,
/// traction_y_Pa.
void write_maps_csv(RecordingReader& recording, const TextSink& sink);
/// Columns time_s, kind, element, data.
void write_events_csv(RecordingReader& recording, const TextSink& sink);
/// One row for every impact, and for every compliant or stepped contact that ended: time_s of its touch-down, contact,
/// and the fields of list_contact_event_fields that impacts have; what is not known is nan, or an empty word.
void write_impacts_csv(RecordingReader& recording, const TextSink& sink);

/// The samples as a file, complete or not at all. Throws IoError, and InputError where it would replace the recording.
void export_csv(RecordingReader& recording, const std::filesystem::path& destination);
/// The maps, the events and the impacts in the same way. InputError too where no maps were recorded.
void export_maps_csv(RecordingReader& recording, const std::filesystem::path& destination);
void export_events_csv(RecordingReader& recording, const std::filesystem::path& destination);
void export_impacts_csv(RecordingReader& recording, const std::filesystem::path& destination);

}  // namespace carom
