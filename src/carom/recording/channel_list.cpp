#include "carom/recording/channel_list.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "carom/base/assert.h"
#include "carom/math/rotation.h"
#include "carom/recording/channel_names.h"
#include "carom/simulation/mechanism/mechanism_system.h"

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

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

// In the order of name_contacts(). Where bodies are apart there is no contact to show.
double* append_contacts(const Moment& moment, bool known, double* next) {
  for (int i = 0; i < moment.system.num_contacts(); ++i) {
    const Contact contact = moment.system.look_at_contact(i, moment.y);
    *next++ = contact.gap;
    if (!known || !contact.touching) {
      next = std::fill_n(next, 2, known ? 0.0 : kNotKnown);  // sizes of the forces
      next = std::fill_n(next, kContactChannels - 3, kNotKnown);
      continue;
    }
    *next++ = contact.normal_force;
    *next++ = contact.friction.norm();
    *next++ = contact.slip.norm();
    *next++ = contact.bristle;
    *next++ = contact.dwell;
    next = append(contact.point, next);
    next = append(Vector3(contact.normal_force * contact.normal), next);
    next = append(contact.friction, next);
  }
  return next;
}

// In the order of name_map().
double* append_map(const ContactMap& map, double* next) {
  *next++ = map.dx;
  *next++ = map.dy;
  next = append(map.normal, append(map.axis, append(map.middle, next)));
  return append(map.traction_y, append(map.traction_x, append(map.pressure, next)));
}

}  // namespace

ChannelList::ChannelList(const Model& model, const Ledger& ledger, const ChannelSelection& selection,
                         std::span<const std::string> contact_names)
    : selection_(selection),
      channels_{{"time_s", "s", "time"}},
      contacts_(selection.contacts && !contact_names.empty()) {
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
  }
  if (contacts_) add(name_contacts(contact_names));
  for (const RecordedMap& map : selection.maps) add(name_map(map.contact, map.num_x, map.num_y));
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
  // Between two steps the system holds the forces of some other moment: they are evaluated for this one.
  const bool known = (selection_.forces || contacts_) && moment.system.calc_forces(moment.state.time, moment.y);
  if (selection_.forces) next = append_forces(moment, known, next);
  if (contacts_) next = append_contacts(moment, known, next);
  for (const RecordedMap& map : selection_.maps) next = append_map(*moment.system.find_contact_map(map.slot), next);
  if (!selection_.ledger) return;
  for (const LedgerRow& row : moment.ledger.rows) *next++ = row.value;
  *next = moment.ledger.residual();
}

double* ChannelList::append_forces(const Moment& moment, bool known, double* next) const {
  const MechanismSystem& system = moment.system;
  if (!known) {
    const std::size_t count = driven_.size() + static_cast<std::size_t>(system.model().num_constraint_rows());
    return std::fill_n(next, count, kNotKnown);
  }
  for (const int place : driven_) *next++ = system.drive_efforts()[place];
  return append(system.constraints().multipliers, next);
}

}  // namespace carom
