#pragma once

#include "carom/base/schema/reader.h"
#include "carom/scene/scene.h"

namespace carom {

/// Changes joints of a robot as [[robot.joint]] of its scene says: where they start, their damping, motors and drives.
/// Joints that follow others start where those lead them. Reports what does not fit; a start outside of the range that
/// the robot's file gives is a warning.
void change_robot_joints(const RobotEntry& entry, Robot& robot, schema::Reader& reader);

}  // namespace carom
