#pragma once

/// Everything that a program needs to build mechanisms, move them and look at them: the one header to include.
///
/// What is not reached from here is internal and may change.

// Mechanisms
#include "carom/base/input_error.h"
#include "carom/model/joints/joint_view.h"
#include "carom/model/model_builder.h"
#include "carom/model/shapes/inertia_of_shapes.h"

// Scenes: the same from files
#include "carom/scene/read_scene.h"
#include "carom/scene/simulation_options.h"

// Contact laws of one's own
#include "carom/contact/friction/custom.h"
#include "carom/contact/normal/bring_law.h"

// Motion
#include "carom/simulation/observer.h"
#include "carom/simulation/simulation.h"

// What was recorded
#include "carom/recording/recording_reader.h"
