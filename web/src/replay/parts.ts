// What is seen of bodies, as unit solids with a place on a body: many of a kind are drawn at once.
import { Color, Matrix4, Quaternion, Vector3 } from 'three';
import type { Joint, Replay, Shape, Vector } from '../data/format';
import type { Colors } from '../theme/colors';

export type SolidKind = 'sphere' | 'box' | 'cylinder' | 'cone' | 'tube';

export interface Part {
  kind: SolidKind | `mesh ${number} ${number}`; // a mesh by its blocks
  body: number; // -1 is the world
  local: Matrix4;
  color: Color;
  joint: boolean;
}

/** A bar between points of two bodies, which may move against each other. */
export interface Bar {
  from: { body: number; at: Vector3 };
  to: { body: number; at: Vector3 };
  radius: number; // [m]
  color: Color;
}

export function to_vector(v: Vector): Vector3 {
  return new Vector3(...v);
}

export function to_quaternion(q: [number, number, number, number]): Quaternion {
  return new Quaternion(q[1], q[2], q[3], q[0]).normalize();
}

/** A turn that takes z to a direction. */
export function turn_z_to(direction: Vector3): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), direction.clone().normalize());
}

/** Colours of bodies are calmer than those of curves: they cover more ground. */
export function body_color(colors: Colors, body: number): Color {
  if (body < 0) return new Color(colors.muted).lerp(new Color(colors.ground), 0.45);
  return new Color(colors.palette[body % 6]).lerp(new Color('#9aa3ab'), 0.22);
}

/** The size of small things such as joints: in proportion to the bodies, and seen from where all is seen [m]. */
export function calc_detail(replay: Replay): number {
  const reaches = replay.bodies.map((body) => Math.hypot(...body.center_of_mass));
  for (const { body, at } of [...replay.joints, ...replay.points]) {
    if (body >= 0) reaches[body] = Math.max(reaches[body], Math.hypot(...at));
  }
  const sound = reaches.filter((reach) => reach > 0).sort((a, b) => a - b);
  const all = replay.extent.radius || 1;
  const typical = sound.length ? sound[sound.length >> 1] : all * 0.3;
  return Math.min(0.03 * all, Math.max(0.004 * all, 0.1 * typical));
}

function place(at: Vector3, turn: Quaternion, scale: Vector3): Matrix4 {
  return new Matrix4().compose(at, turn, scale);
}

function ball(radius: number): Vector3 {
  return new Vector3(radius, radius, radius);
}

function solids_of(shape: Shape, detail: number): [Part['kind'], Matrix4][] {
  const at = to_vector(shape.at);
  const turn = to_quaternion(shape.rotation);
  const radius = shape.radius ?? 0;
  const length = shape.length ?? 0;
  switch (shape.type) {
    case 'point':
      return [['sphere', place(at, turn, ball(0.7 * detail))]];
    case 'sphere':
      return [['sphere', place(at, turn, ball(radius))]];
    case 'ellipsoid':
      return [['sphere', place(at, turn, to_vector(shape.semi_axes ?? [0, 0, 0]))]];
    case 'box':
      return [['box', place(at, turn, to_vector(shape.size ?? [0, 0, 0]))]];
    case 'cylinder':
      return [['cylinder', place(at, turn, new Vector3(radius, radius, length))]];
    case 'cone':
      return [['cone', place(at, turn, new Vector3(radius, radius, length))]];
    case 'tube':
      return [['tube', place(at, turn, new Vector3(radius, radius, length))]];
    case 'capsule': {
      const end = new Vector3(0, 0, length / 2).applyQuaternion(turn);
      return [
        ['cylinder', place(at, turn, new Vector3(radius, radius, length))],
        ['sphere', place(at.clone().add(end), turn, ball(radius))],
        ['sphere', place(at.clone().sub(end), turn, ball(radius))],
      ];
    }
    case 'plane': {
      const face = turn.clone().multiply(turn_z_to(to_vector(shape.normal ?? [0, 0, 1])));
      return [['box', place(at, face, new Vector3(60 * detail, 60 * detail, 0.2 * detail))]];
    }
    case 'mesh':
      return [[`mesh ${shape.vertices ?? 0} ${shape.triangles ?? 0}`, place(at, turn, ball(1))]];
  }
}

function parts_of_joint(joint: Joint, detail: number, color: Color): Part[] {
  const at = to_vector(joint.at);
  const part = (kind: SolidKind, scale: Vector3, turn = new Quaternion()): Part[] => [
    { kind, body: joint.body, local: place(at, turn, scale), color, joint: true },
  ];
  const along = joint.axis ? turn_z_to(to_vector(joint.axis)) : new Quaternion();
  switch (joint.type) {
    case 'free':
    case 'fixed':
    case 'weld':
    case 'planar':
      return [];
    case 'prismatic':
      return part('box', new Vector3(1.6 * detail, 1.6 * detail, 4 * detail), along);
    case 'spherical':
    case 'universal':
      return part('sphere', ball(1.15 * detail));
    default:
      return part('cylinder', new Vector3(detail, detail, 2.6 * detail), along);
  }
}

/** Shapes and joints; planes of the world are drawn as ground. */
export function list_parts(replay: Replay, colors: Colors, detail: number): Part[] {
  const parts: Part[] = [];
  for (const shape of replay.shapes) {
    if (shape.type === 'plane' && shape.body < 0) continue;
    const color = shape.color ? new Color(shape.color) : body_color(colors, shape.body);
    for (const [kind, local] of solids_of(shape, detail))
      parts.push({ kind, body: shape.body, local, color, joint: false });
  }
  const joint_color = new Color('#5a636c');
  for (const joint of replay.joints) parts.push(...parts_of_joint(joint, detail, joint_color));
  return parts;
}

/** Bodies without shapes: bars from the center of mass to joints and named points, and a bob at the center. */
export function list_bars(replay: Replay, colors: Colors, detail: number): { bars: Bar[]; bobs: Part[] } {
  const shaped = new Set(replay.shapes.map((shape) => shape.body));
  const bars: Bar[] = [];
  const bobs: Part[] = [];
  const bare = (body: number): boolean => body >= 0 && !shaped.has(body);
  const add = (body: number, to_body: number, to: Vector): void => {
    const center = to_vector(replay.bodies[body].center_of_mass);
    bars.push({
      from: { body, at: center },
      to: { body: to_body, at: to_vector(to) },
      radius: 0.55 * detail,
      color: body_color(colors, body),
    });
  };
  for (const joint of replay.joints) {
    const parent = replay.bodies[joint.body]?.parent ?? -1;
    if (joint.type === 'free') continue;
    if (bare(joint.body)) add(joint.body, joint.body, joint.at);
    if (bare(parent)) add(parent, joint.body, joint.at);
  }
  for (const point of replay.points) if (bare(point.body)) add(point.body, point.body, point.at);
  replay.bodies.forEach((body, number) => {
    if (!bare(number)) return;
    const local = place(to_vector(body.center_of_mass), new Quaternion(), ball(1.5 * detail));
    bobs.push({ kind: 'sphere', body: number, local, color: body_color(colors, number), joint: false });
  });
  return { bars, bobs };
}
