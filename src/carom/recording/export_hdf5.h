#pragma once

#include <filesystem>

#include "carom/recording/recording_reader.h"

namespace carom {

/// The recording as an HDF5 file, complete or not at all:
///   /<channel>        one dataset of float64 a channel, with attributes `unit` and `description`
///   /maps/<contact>/  of a patch, instead of a dataset for every element: `pressure_Pa`, `traction_x_Pa` and
///                     `traction_y_Pa` over sample, row and column; `x_m` of the columns and `y_m` of the rows from the
///                     middle of the grid
///   /events/          datasets `time_s`, `kind`, `element`, `data`
///   /files/<name>     the texts of the scene
///   attributes of /   `program_version`, `scene`, the settings; `status` and `sentence` once the run has ended
/// A slash in a name would mean a group: it becomes a backslash.
/// Throws IoError, and InputError where it would replace the recording.
void export_hdf5(RecordingReader& recording, const std::filesystem::path& destination);

}  // namespace carom
