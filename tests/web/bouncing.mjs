// A ball that bounces on a floor, beside solids of every kind: contacts with forces, impacts, gaps, and one gain of energy.
import { make_channel, make_run } from "./runs.mjs";

const kGravity = 9.81; // [m/s²]
const kRadius = 0.12; // [m]
const kSpeed = 0.6; // [m/s] along x

// Between impacts a parabola; each impact keeps a share of the speed, the fourth one wrongly gives some.
function bounce(count, step) {
  const columns = { time: [], x: [], z: [], vz: [], normal: [], impacts: [] };
  let [z, vz] = [1, 0];
  for (let i = 0; i < count; ++i) {
    const force = z <= kRadius + 1e-3 ? 60 : NaN;
    const row = {
      time: i * step,
      x: -1 + kSpeed * i * step,
      z,
      vz,
      normal: force,
    };
    for (const [name, value] of Object.entries(row)) columns[name].push(value);
    vz -= kGravity * step;
    z += vz * step;
    if (z < kRadius && vz < 0) {
      const ratio = columns.impacts.length === 3 ? 1.15 : 0.8;
      columns.impacts.push({
        time: (i + 1) * step,
        before: vz,
        after: -ratio * vz,
      });
      z = kRadius;
      vz *= -ratio;
    }
  }
  return columns;
}

function still(count, value) {
  return Array.from({ length: count }, () => value);
}

function pose(x, y, z, turn, count) {
  const constant = (value) =>
    Array.isArray(value) ? value : still(count, value);
  return [
    x,
    y,
    z,
    turn.map((a) => Math.cos(a / 2)),
    0,
    turn.map((a) => Math.sin(a / 2)),
    0,
  ].map(constant);
}

function make_shapes(blocks) {
  const shape = (body, type, more) => ({
    body,
    type,
    at: [0, 0, 0],
    rotation: [1, 0, 0, 0],
    color: null,
    ...more,
  });
  const corners = [
    [0.15, 0, -0.1],
    [-0.1, 0.15, -0.1],
    [-0.1, -0.15, -0.1],
    [0, 0, 0.18],
  ];
  const vertices = blocks.add(
    "f32",
    [0, 1, 2].map((k) => corners.map((corner) => corner[k])),
  );
  const triangles = blocks.add("u32", [
    [0, 0, 1, 0],
    [2, 1, 2, 3],
    [1, 3, 3, 2],
  ]);
  return [
    shape(-1, "plane", { normal: [0, 0, 1] }),
    shape(0, "sphere", { radius: kRadius }),
    shape(1, "box", { size: [0.3, 0.2, 0.15] }),
    shape(2, "capsule", { radius: 0.07, length: 0.25 }),
    shape(3, "ellipsoid", { semi_axes: [0.2, 0.12, 0.08] }),
    shape(4, "cylinder", { radius: 0.1, length: 0.2 }),
    shape(5, "mesh", { vertices, triangles, color: "#b07aa1" }),
    shape(-1, "tube", { radius: 0.16, length: 0.5, at: [0.9, 0.55, 0.25] }),
    shape(5, "point", { at: [0, 0, 0.18] }),
  ];
}

function make_events(impacts) {
  return impacts.map(({ time, before, after }) => {
    const gained =
      after > -before ? 0.5 * (after * after - before * before) : null;
    const sentence =
      gained === null
        ? `ball met floor at ${(-before).toFixed(3)} m/s and left at ${after.toFixed(3)} m/s`
        : `the impact law gave energy: ball left floor faster than it came`;
    return {
      time,
      kind: "impact",
      element: "ball–floor",
      sentence,
      data: { before, after },
      gained,
    };
  });
}

export function bouncing_run(blocks, count = 4001, step = 1e-3) {
  const motion = bounce(count, step);
  const gaps = (values) =>
    motion.normal.map((force, i) => (Number.isNaN(force) ? NaN : values(i)));
  const stride = 4;
  const pick = (values) => values.filter((_, i) => i % stride === 0);
  const frames = pick(motion.time).length;
  const turn = pick(motion.time).map((t) => 1.5 * t);
  const places = [
    [0.6, -0.6],
    [0.1, 0.6],
    [-0.5, 0.6],
    [-0.9, -0.5],
    [0.2, -0.7],
  ];
  const poses = [
    ...pose(pick(motion.x), 0, pick(motion.z), turn, frames),
    ...places.flatMap(([x, y], i) =>
      pose(
        x,
        y,
        0.25,
        turn.map((a) => (i % 2 ? a : 0.3)),
        frames,
      ),
    ),
  ];
  const kinetic = motion.vz.map((v) => 0.5 * v * v);
  const height = motion.z.map((z) => kGravity * z);
  const lost = motion.time.map(
    (_, i) => kinetic[0] + height[0] - kinetic[i] - height[i],
  );
  const channels = [
    make_channel(blocks, "ball.z", "m", "body", motion.z),
    make_channel(blocks, "ball.vz", "m/s", "body", motion.vz),
    make_channel(blocks, "contact.normal_force", "N", "contact", motion.normal),
    make_channel(
      blocks,
      "contact.x",
      "m",
      "contact",
      gaps((i) => motion.x[i]),
    ),
    make_channel(
      blocks,
      "contact.y",
      "m",
      "contact",
      gaps(() => 0),
    ),
    make_channel(
      blocks,
      "contact.z",
      "m",
      "contact",
      gaps(() => 0),
    ),
    make_channel(
      blocks,
      "contact.fx",
      "N",
      "contact",
      gaps(() => 0),
    ),
    make_channel(
      blocks,
      "contact.friction",
      "N",
      "contact",
      gaps(() => -24),
    ),
    make_channel(blocks, "ledger.kinetic", "J", "ledger", kinetic),
    make_channel(blocks, "ledger.gravity", "J", "ledger", height),
    make_channel(blocks, "ledger.dissipated_impact", "J", "ledger", lost),
    make_channel(
      blocks,
      "ledger.residual",
      "J",
      "ledger",
      motion.time.map((t) => 1e-12 * t),
    ),
  ];
  const last = count - 1;
  return make_run(blocks, {
    name: "bouncing",
    duration: motion.time[last],
    samples: count,
    recorded_samples: count,
    time: blocks.column("f64", motion.time),
    channels,
    charts: [
      { title: "Height", channels: [0], x: null, log: false },
      { title: "Contact force", channels: [2], x: null, log: false },
    ],
    events: make_events(motion.impacts),
    event_counts: { impact: 18437 }, // as if the page listed only the first
    event_fields: [
      { key: "before", label: "velocity before", unit: "m/s" },
      { key: "after", label: "velocity after", unit: "m/s" },
      { key: "absent", label: "of other kinds", unit: "N" },
    ],
    ledger: {
      rows: [
        { name: "kinetic", kind: "stored", value: kinetic[last], channel: 8 },
        { name: "gravity", kind: "stored", value: height[last], channel: 9 },
        { name: "impacts", kind: "dissipated", value: lost[last], channel: 10 },
      ],
      initial: kinetic[0] + height[0],
      scale: 9.81,
      residual: 4e-12,
      residual_channel: 11,
      warnings: [
        "An impact law gave energy to the mechanism: 1.05 J in 1 impact.",
      ],
    },
    replay: {
      time: blocks.column("f64", pick(motion.time)),
      bodies: ["ball", "box", "capsule", "egg", "drum", "tetrahedron"].map(
        (name) => ({ name, parent: -1, center_of_mass: [0, 0, 0] }),
      ),
      poses: blocks.add("f32", poses),
      shapes: make_shapes(blocks),
      joints: [],
      points: [{ name: "ball", body: 0, at: [0, 0, 0] }],
      contacts: [
        {
          name: "ball–floor",
          position: [3, 4, 5],
          normal_force: [6, 6, 2],
          friction_force: [7, 6, 6],
        },
      ],
      extent: { center: [0, 0, 0.4], radius: 1.3 },
      gravity: [0, 0, -kGravity],
    },
  });
}
