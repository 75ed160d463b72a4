// From where a mechanism is first seen.
import { Matrix4, Vector3 } from 'three';
import type { Replay } from '../data/format';
import type { Frames } from './frames';
import { to_vector } from './parts';

/** Against gravity; z where there is none. */
export function find_up(replay: Replay): Vector3 {
  const gravity = to_vector(replay.gravity);
  return gravity.length() > 0 ? gravity.normalize().negate() : new Vector3(0, 0, 1);
}

// The axis of a mechanism that moves in a plane: all its joints turn about it.
function find_common_axis(replay: Replay, frames: Frames): Vector3 | null {
  let common: Vector3 | null = null;
  const pose = new Matrix4();
  for (const joint of replay.joints) {
    if (joint.type !== 'revolute' || !joint.axis || joint.body < 0 || !frames.count) {
      if (joint.type === 'prismatic' || joint.type === 'fixed') continue;
      return null;
    }
    frames.pose(joint.body, 0, 0, pose);
    const axis = to_vector(joint.axis).transformDirection(pose);
    if (common && Math.abs(common.dot(axis)) < 0.999) return null;
    common ??= axis;
  }
  return common;
}

/** From the middle of the mechanism towards the camera. */
export function find_view_direction(replay: Replay, frames: Frames, up: Vector3): Vector3 {
  const axis = find_common_axis(replay, frames);
  if (axis && Math.abs(axis.dot(up)) < 0.7) {
    const right = new Vector3().crossVectors(up, axis);
    if (right.x + right.y + right.z < 0) axis.negate();
    // A little from the side and above: a view straight on has no depth.
    return axis.addScaledVector(right.crossVectors(up, axis), 0.32).addScaledVector(up, 0.22).normalize();
  }
  const side = Math.abs(up.z) > 0.7 ? new Vector3(0.55, -1, 0) : new Vector3(0.55, 0, 1);
  side.addScaledVector(up, -side.dot(up)).normalize();
  return side.addScaledVector(up, 0.42).normalize();
}
