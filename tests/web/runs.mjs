// Runs for pages: what a program would write about motions that are made up here.
import { kPendulum, swing } from "./pendulum.mjs";

export const kSceneText = `# A double pendulum
[scene]
name     = "double-pendulum"
gravity  = [0.0, 0.0, -9.81]   # [m/s²]
duration = "10 s"

[[body]]
name  = "upper"
mass  = "2 kg"
center_of_mass = [0.0, 0.0, -0.5]
joint = { type = "revolute", parent = "world", axis = [0, 1, 0], position = "120 deg" }

[[body]]
name  = "lower"
mass  = "1 kg"
center_of_mass = [0.0, 0.0, -0.4]
joint = { type = "revolute", parent = "upper", at = [0, 0, -0.5], axis = [0, 1, 0] }
`;

/** A run with everything empty; `parts` say what it has. */
export function make_run(blocks, parts) {
  return {
    name: "run",
    label: "",
    status: "finished",
    sentence: "Reached the end.",
    version: "carom 0.1.0",
    settings: [],
    command: "carom run scene.toml",
    hash: "0123456789abcdef",
    files: [],
    overrides: [],
    duration: 0,
    samples: 0,
    recorded_samples: 0,
    time: blocks.column("f64", []),
    channels: [],
    charts: [],
    replay: null,
    events: [],
    ledger: null,
    ...parts,
  };
}

export function make_channel(
  blocks,
  name,
  unit,
  group,
  values,
  description = "",
) {
  return {
    name: unit ? `${name}_${unit}` : name,
    label: name,
    unit,
    description: description || name,
    group,
    values: blocks.column("f32", values),
  };
}

// Turned about y by an angle, hanging along -z: x = sin, z = -cos with the angle counted against the axis.
function pose_columns(x, z, angle) {
  const zero = x.map(() => 0);
  return [
    x,
    zero,
    z,
    angle.map((a) => Math.cos(a / 2)),
    zero,
    angle.map((a) => Math.sin(-a / 2)),
    zero,
  ];
}

function pendulum_poses(motion, stride) {
  const [l1] = kPendulum.lengths;
  const pick = (column) => column.filter((_, i) => i % stride === 0);
  const [a, b] = [pick(motion.a), pick(motion.b)];
  const still = a.map(() => 0);
  return [
    ...pose_columns(still, still, a),
    ...pose_columns(
      a.map((angle) => l1 * Math.sin(angle)),
      a.map((angle) => -l1 * Math.cos(angle)),
      b,
    ),
  ];
}

function pendulum_replay(blocks, motion, shapes) {
  const stride = 5;
  const [l1, l2] = kPendulum.lengths;
  return {
    time: blocks.column(
      "f64",
      motion.time.filter((_, i) => i % stride === 0),
    ),
    bodies: [
      { name: "upper", parent: -1, center_of_mass: [0, 0, -l1] },
      { name: "lower", parent: 0, center_of_mass: [0, 0, -l2] },
    ],
    poses: blocks.add("f32", pendulum_poses(motion, stride)),
    shapes,
    joints: [
      {
        name: "upper",
        type: "revolute",
        body: 0,
        at: [0, 0, 0],
        axis: [0, 1, 0],
      },
      {
        name: "lower",
        type: "revolute",
        body: 1,
        at: [0, 0, 0],
        axis: [0, 1, 0],
      },
    ],
    points: [
      { name: "elbow", body: 0, at: [0, 0, -l1] },
      { name: "tip", body: 1, at: [0, 0, -l2] },
    ],
    contacts: [],
    extent: { center: [0, 0, 0], radius: l1 + l2 },
    gravity: [0, 0, -9.81],
  };
}

function pendulum_ledger(motion, first_channel, friction) {
  const last = motion.time.length - 1;
  const rows = [
    {
      name: "kinetic",
      kind: "stored",
      value: motion.kinetic[last],
      channel: first_channel,
    },
    {
      name: "gravity",
      kind: "stored",
      value: motion.potential[last],
      channel: first_channel + 1,
    },
    {
      name: "joint friction",
      kind: "dissipated",
      value: friction[last],
      channel: first_channel + 2,
    },
    {
      name: "motor",
      kind: "work",
      value: friction[last],
      channel: first_channel + 3,
    },
  ];
  const initial = motion.kinetic[0] + motion.potential[0];
  return {
    rows,
    initial,
    scale: 33,
    residual: 1.2e-9,
    residual_channel: first_channel + 4,
    warnings: [],
  };
}

function crossings(motion) {
  const events = [];
  for (let i = 1; i < motion.time.length; ++i) {
    if (motion.a[i - 1] < 0 !== motion.a[i] < 0) {
      const time = motion.time[i];
      events.push({
        time,
        kind: "crossing",
        element: "upper",
        sentence: `upper passes the vertical at ${time.toFixed(3)} s`,
        data: { rate: motion.u[i] },
        gained: null,
      });
    }
  }
  return events;
}

/** A double pendulum, ten seconds at a millisecond. What a motor gives, friction takes: the account closes. */
export function pendulum_run(
  blocks,
  { label = "", start = 2.1, shapes = [], count = 10001 } = {},
) {
  const motion = swing([start, start + 0.4, 0, 0], 1e-3, count);
  const friction = motion.time.map((t) => 0.4 * t);
  const residual = motion.time.map(
    (t, i) => 1e-9 * Math.sin(3 * t) * (t / 10) + 1e-11 * ((i * 7919) % 13),
  );
  const channels = [
    make_channel(
      blocks,
      "upper.position",
      "rad",
      "joint",
      motion.a,
      "angle of the upper joint",
    ),
    make_channel(
      blocks,
      "lower.position",
      "rad",
      "joint",
      motion.b.map((b, i) => b - motion.a[i]),
    ),
    make_channel(blocks, "upper.velocity", "rad/s", "joint", motion.u),
    make_channel(
      blocks,
      "lower.velocity",
      "rad/s",
      "joint",
      motion.v.map((v, i) => v - motion.u[i]),
    ),
    make_channel(blocks, "ledger.kinetic", "J", "ledger", motion.kinetic),
    make_channel(blocks, "ledger.gravity", "J", "ledger", motion.potential),
    make_channel(blocks, "ledger.dissipated_friction", "J", "ledger", friction),
    make_channel(blocks, "ledger.work_motor", "J", "ledger", friction),
    make_channel(blocks, "ledger.residual", "J", "ledger", residual),
  ];
  return make_run(blocks, {
    name: "double-pendulum",
    label,
    sentence: `Reached 10 s in ${count - 1} steps.`,
    settings: [
      ["method", "rk4"],
      ["step", "1 ms"],
      ["start", `${start} rad`],
    ],
    command: `carom run scenes/double-pendulum.toml --set body.upper.joint.position=${start}`,
    hash: `9f86d081884c7d65${label}`,
    files: [{ name: "double-pendulum.toml", text: kSceneText }],
    overrides: [`body.upper.joint.position=${start}`],
    duration: motion.time[count - 1],
    samples: count,
    recorded_samples: count,
    time: blocks.column("f64", motion.time),
    channels,
    charts: [
      { title: "Joint angles", channels: [0, 1], x: null, log: false },
      { title: "Joint rates", channels: [2, 3], x: null, log: false },
      { title: "Phase portrait", channels: [2], x: 0, log: false },
    ],
    replay: pendulum_replay(blocks, motion, shapes),
    events: crossings(motion),
    ledger: pendulum_ledger(motion, 4, friction),
  });
}
