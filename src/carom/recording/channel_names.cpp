#include "carom/recording/channel_names.h"

#include <array>
#include <span>
#include <unordered_set>

#include <fmt/format.h>

namespace carom {
namespace {

// A quantity of a joint, a body or a constraint, and its unit.
enum class Unit { None, Radian, Metre, RadianPerSecond, MetrePerSecond, Newton, NewtonMetre, Joule, Pascal };
struct Measure {
  std::string_view name;
  Unit unit{};
  std::string_view description;
};

struct UnitText {
  std::string_view symbol;
  std::string_view suffix;
};
UnitText text(Unit unit) {
  switch (unit) {
    case Unit::None:
      return {"", ""};
    case Unit::Radian:
      return {"rad", "_rad"};
    case Unit::Metre:
      return {"m", "_m"};
    case Unit::RadianPerSecond:
      return {"rad/s", "_rad_per_s"};
    case Unit::MetrePerSecond:
      return {"m/s", "_m_per_s"};
    case Unit::Newton:
      return {"N", "_N"};
    case Unit::NewtonMetre:
      return {"N·m", "_N_m"};
    case Unit::Joule:
      return {"J", "_J"};
    case Unit::Pascal:
      return {"Pa", "_Pa"};
  }
  return {};
}

Channel make_channel(std::string_view owner, const Measure& quantity) {
  const UnitText unit = text(quantity.unit);
  return {fmt::format("{}.{}{}", owner, quantity.name, unit.suffix), std::string(unit.symbol),
          std::string(quantity.description)};
}

Unit find_unit(const JointCoordinate& coordinate, bool is_rate) {
  switch (coordinate.measure) {
    case JointMeasure::Number:
      return Unit::None;
    case JointMeasure::Angle:
      return is_rate ? Unit::RadianPerSecond : Unit::Radian;
    case JointMeasure::Length:
      return is_rate ? Unit::MetrePerSecond : Unit::Metre;
  }
  return Unit::None;
}

std::vector<Measure> list_positions(JointType type) {
  std::vector<Measure> list;
  for (const JointCoordinate& q : traits(type).coordinates) list.push_back({q.name, find_unit(q, false), q.summary});
  return list;
}

std::vector<Measure> list_velocities(JointType type) {
  std::vector<Measure> list;
  for (const JointCoordinate& v : traits(type).rates) list.push_back({v.name, find_unit(v, true), v.summary});
  return list;
}

const std::string& joint_name(const BodySpec& spec) { return spec.joint.name.empty() ? spec.name : spec.joint.name; }

// How many of a constraint's rows are forces; the rest are torques.
int count_forces(ConstraintType type) {
  switch (type) {
    case ConstraintType::Hinge:
    case ConstraintType::Weld:
      return 3;
    case ConstraintType::Cylindrical:
    case ConstraintType::Prismatic:
      return 2;
    default:
      return traits(type).rows;
  }
}

// The effort on the second of two coupled joints.
Unit find_coupling_unit(const Model& model, const Constraint& constraint) {
  for (const Body& body : model.bodies()) {
    const bool owns =
        constraint.velocity_b >= body.velocity_start && constraint.velocity_b < body.velocity_start + body.degrees;
    if (owns) return body.type == JointType::Prismatic ? Unit::Newton : Unit::NewtonMetre;
  }
  return Unit::None;
}

// Words as one identifier.
std::string join_words(std::string text) {
  for (char& letter : text) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || static_cast<unsigned char>(letter) >= 0x80;
    if (!plain) letter = '_';
  }
  return text;
}

}  // namespace

std::vector<Channel> name_positions(const Model& model) {
  std::vector<Channel> channels;
  for (int i = 1; i < model.num_bodies(); ++i) {
    for (const Measure& quantity : list_positions(model.body(i).type)) {
      channels.push_back(make_channel(joint_name(model.spec(BodyIndex(i))), quantity));
    }
  }
  return channels;
}

std::vector<Channel> name_velocities(const Model& model) {
  std::vector<Channel> channels;
  for (int i = 1; i < model.num_bodies(); ++i) {
    for (const Measure& quantity : list_velocities(model.body(i).type)) {
      channels.push_back(make_channel(joint_name(model.spec(BodyIndex(i))), quantity));
    }
  }
  return channels;
}

std::vector<Channel> name_body_motion(std::string_view body) {
  std::vector<Channel> channels;
  const std::string owner = fmt::format("body.{}", body);
  // As of a free joint, what moves first.
  const std::vector<Measure> q = list_positions(JointType::Free), v = list_velocities(JointType::Free);
  for (const std::span<const Measure> part :
       {std::span(q).subspan(4), std::span(q).first(4), std::span(v).subspan(3), std::span(v).first(3)}) {
    for (const Measure& quantity : part) channels.push_back(make_channel(owner, quantity));
  }
  return channels;
}

std::vector<Channel> name_drive_efforts(const Model& model) {
  std::vector<Channel> channels;
  for (int i = 1; i < model.num_bodies(); ++i) {
    if (!model.body(i).driven) continue;
    const std::string owner = fmt::format("drive.{}", joint_name(model.spec(BodyIndex(i))));
    const std::vector<Measure> coordinates = list_positions(model.body(i).type);
    for (const Measure& coordinate : coordinates) {
      const std::string name =
          coordinates.size() == 1 ? std::string("effort") : fmt::format("{}_effort", coordinate.name);
      channels.push_back(make_channel(owner, {name, coordinate.unit == Unit::Metre ? Unit::Newton : Unit::NewtonMetre,
                                              "effort that keeps the driven joint on its course"}));
    }
  }
  return channels;
}

std::vector<Channel> name_multipliers(const Model& model) {
  std::vector<Channel> channels;
  for (std::size_t i = 0; i < model.constraints().size(); ++i) {
    const Constraint& constraint = model.constraints()[i];
    const std::string owner = fmt::format("constraint.{}", model.constraint_specs()[i].name);
    for (int row = 0; row < traits(constraint.type).rows; ++row) {
      Unit unit = row < count_forces(constraint.type) ? Unit::Newton : Unit::NewtonMetre;
      if (constraint.type == ConstraintType::Coupling) unit = find_coupling_unit(model, constraint);
      const std::string name = fmt::format("row_{}", row + 1);
      channels.push_back(make_channel(owner, {name, unit, "force or torque along the constraint's row"}));
    }
  }
  return channels;
}

std::vector<Channel> name_contacts(std::span<const std::string> names) {
  constexpr std::array<Measure, kContactChannels> kQuantities{{
      {"gap", Unit::Metre, "distance of the surfaces, negative in contact"},
      {"normal_force", Unit::Newton, "size of the normal force"},
      {"friction_force", Unit::Newton, "size of the friction force"},
      {"slip", Unit::MetrePerSecond, "speed of sliding"},
      {"bristle", Unit::Metre, "deflection of the bristles"},
      {"dwell", Unit::None, "dwell state, from 0 to 1"},
      {"x", Unit::Metre, "where the contact is, along x"},
      {"y", Unit::Metre, "where the contact is, along y"},
      {"z", Unit::Metre, "where the contact is, along z"},
      {"normal_x", Unit::Newton, "normal force on the first body, along x"},
      {"normal_y", Unit::Newton, "normal force on the first body, along y"},
      {"normal_z", Unit::Newton, "normal force on the first body, along z"},
      {"friction_x", Unit::Newton, "friction on the first body, along x"},
      {"friction_y", Unit::Newton, "friction on the first body, along y"},
      {"friction_z", Unit::Newton, "friction on the first body, along z"},
  }};
  std::vector<Channel> channels;
  for (const std::string& name : names) {
    const std::string owner = "contact." + name;
    for (const Measure& quantity : kQuantities) channels.push_back(make_channel(owner, quantity));
  }
  return channels;
}

std::vector<Channel> name_map(std::string_view contact, int num_x, int num_y) {
  constexpr std::array<Measure, kMapPlaceChannels> kPlace{{
      {"element_x", Unit::Metre, "size of an element of the patch along the grid's x"},
      {"element_y", Unit::Metre, "size of an element of the patch along the grid's y"},
      {"middle_x", Unit::Metre, "where the middle of the grid is, along x"},
      {"middle_y", Unit::Metre, "where the middle of the grid is, along y"},
      {"middle_z", Unit::Metre, "where the middle of the grid is, along z"},
      {"axis_x", Unit::None, "the grid's x axis in the world, along x"},
      {"axis_y", Unit::None, "the grid's x axis in the world, along y"},
      {"axis_z", Unit::None, "the grid's x axis in the world, along z"},
      {"normal_x", Unit::None, "the grid's normal, from the second body to the first, along x"},
      {"normal_y", Unit::None, "the grid's normal, from the second body to the first, along y"},
      {"normal_z", Unit::None, "the grid's normal, from the second body to the first, along z"},
  }};
  constexpr std::array<Measure, 3> kFields{{
      {"pressure", Unit::Pascal, "pressure on an element of the patch, by its row and column"},
      {"traction_x", Unit::Pascal, "traction on the second body along the grid's x, by row and column"},
      {"traction_y", Unit::Pascal, "traction on the second body along the grid's y, by row and column"},
  }};
  std::vector<Channel> channels;
  const std::string owner = fmt::format("map.{}", contact);
  for (const Measure& quantity : kPlace) channels.push_back(make_channel(owner, quantity));
  for (const Measure& field : kFields) {
    for (int row = 0; row < num_y; ++row) {
      for (int column = 0; column < num_x; ++column) {
        const std::string name = fmt::format("{}_{}_{}", field.name, row, column);
        channels.push_back(make_channel(owner, {name, field.unit, field.description}));
      }
    }
  }
  return channels;
}

std::vector<Channel> name_ledger(const Ledger& ledger) {
  std::vector<Channel> channels;
  for (const LedgerRow& row : ledger.rows) {
    std::string name = join_words(row.name);
    if (row.kind != LedgerKind::Stored) name = fmt::format("{}_{}", kind_name(row.kind), name);
    channels.push_back(make_channel("ledger", {name, Unit::Joule, kind_name(row.kind)}));
  }
  channels.push_back(make_channel("ledger", {"residual", Unit::Joule, "what is missing from the account"}));
  return channels;
}

void make_names_unique(std::vector<Channel>& channels) {
  std::unordered_set<std::string> taken;
  for (Channel& channel : channels) {
    std::string name = channel.name;
    for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}#{}", channel.name, number);
    channel.name = name;
  }
}

}  // namespace carom
