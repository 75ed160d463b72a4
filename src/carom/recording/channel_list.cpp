#include "carom/recording/channel_list.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "carom/base/assert.h"
#include "carom/math/rotation.h"
#include "carom/recording/channel_names.h"
#include "carom/simulation/mechanism_system.h"

namespace carom {
namespace {

template <class Values>
double* append(const Values& values, double* next) {
  return std::copy_n(values.data(), values.size(), next);
}

// In the order of name_body_motion().
double* append_body(const BodyMotion& motion, double* next) {
  const Matrix3 R_WB = as_eigen(motion.R_WB);
  next = append(as_eigen(motion.p_WB), next);
  next = append(quaternion_from_matrix(R_WB), next);
  next = append(as_eigen(motion.v_WB), next);
  return append(as_eigen(motion.w_WB), next);
}

}  // namespace

ChannelList::ChannelList(const Model& model, const Ledger& ledger, const ChannelSelection& selection)
    : selection_(selection), channels_{{"time_s", "s", "time"}} {
  if (selection.joints) {
    add(name_positions(model));
    add(name_velocities(model));
  }
  for (const std::string& name : selection.bodies) {
    bodies_.push_back(model.find_body(name).value());
    add(name_body_motion(name));
  }
  if (selection.forces) {
    add(name_drive_efforts(model));
    add(name_multipliers(model));
    for (const JointDrive& drive : model.joint_drives()) driven_.push_back(drive.velocity);
    std::ranges::sort(driven_);
    y_.resize(static_cast<std::size_t>(MechanismSystem(model).size()));
    rate_.resize(y_.size());
  }
  if (selection.ledger) add(name_ledger(ledger));
  make_names_unique(channels_);
}

void ChannelList::add(std::vector<Channel> channels) { std::ranges::move(channels, std::back_inserter(channels_)); }

void ChannelList::fill(const Moment& moment, std::span<double> values) {
  CAROM_ASSERT(values.size() == channels_.size());
  double* next = values.data();
  *next++ = moment.state.time;
  if (selection_.joints) next = append(moment.state.v, append(moment.state.q, next));
  for (const int body : bodies_) next = append_body(moment.system.kinematics().body(body), next);
  if (selection_.forces) next = append_forces(moment, next);
  if (!selection_.ledger) return;
  for (const LedgerRow& row : moment.ledger.rows) *next++ = row.value;
  *next = moment.ledger.residual();
}

// Between two steps the system holds the forces of some other moment: they are evaluated for this one.
double* ChannelList::append_forces(const Moment& moment, double* next) {
  MechanismSystem& system = moment.system;
  system.pack(moment.state, y_);
  if (system.calc_rate(moment.state.time, y_, rate_) != RateStatus::Ok) {
    const std::size_t count = driven_.size() + static_cast<std::size_t>(system.model().num_constraint_rows());
    return std::fill_n(next, count, std::numeric_limits<double>::quiet_NaN());
  }
  for (const int place : driven_) *next++ = system.drive_efforts()[place];
  return append(system.constraints().multipliers, next);
}

}  // namespace carom
