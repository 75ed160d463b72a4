#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/ledger/ledger.h"
#include "carom/model/model.h"
#include "carom/recording/recording.h"

/// What the quantities of a mechanism are called in a recording. Every name ends in its unit, written so that it can be
/// part of an identifier: `upper.velocity_rad_per_s`.
namespace carom {

/// One for each coordinate in q, in order; one for each velocity in v, in order.
[[nodiscard]] std::vector<Channel> name_positions(const Model& model);
[[nodiscard]] std::vector<Channel> name_velocities(const Model& model);

/// body.NAME.: position of the body's origin, orientation (w, x, y, z), velocity of the origin, angular velocity; in
/// world axes, 13 in all.
[[nodiscard]] std::vector<Channel> name_body_motion(std::string_view body);
inline constexpr std::size_t kBodyChannels = 13;

/// One for each velocity of a driven joint, in order.
[[nodiscard]] std::vector<Channel> name_drive_efforts(const Model& model);
/// One for each row of the constraints, in order.
[[nodiscard]] std::vector<Channel> name_multipliers(const Model& model);
/// contact.NAME.: gap, normal force, friction, slip, bristle, dwell state; where the contact is, and both forces on the
/// first body, in world axes.
[[nodiscard]] std::vector<Channel> name_contacts(std::span<const std::string> names);
inline constexpr std::size_t kContactChannels = 15;
/// map.NAME.: the size of its elements; the middle of the grid, its x axis and its normal in the world; then pressure,
/// traction along x and traction along y, on every element, row after row.
[[nodiscard]] std::vector<Channel> name_map(std::string_view contact, int num_x, int num_y);
inline constexpr std::size_t kMapPlaceChannels = 11;
/// One for each row of the ledger, and the residual.
[[nodiscard]] std::vector<Channel> name_ledger(const Ledger& ledger);

/// Where a name occurs again, a number is added to it.
void make_names_unique(std::vector<Channel>& channels);

}  // namespace carom
