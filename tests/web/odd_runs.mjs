// Runs that break careless viewers.
import { make_channel, make_run } from "./runs.mjs";

export const kOddNames = [
  "</script><script>window.broken = true</script>",
  "🎱 carom ⚽",
  '"quotes" & <b>tags</b>',
  "",
  "\u202eright to left",
  "a".repeat(300),
  "new\nline",
  "<!--carom:blocks-->",
];

function still_replay(blocks, bodies, frames, pose) {
  const columns = [];
  bodies.forEach((_, body) => {
    const rows = frames.map((time) => pose(body, time));
    for (let k = 0; k < 7; ++k) columns.push(rows.map((row) => row[k]));
  });
  return {
    time: blocks.column("f64", frames),
    bodies: bodies.map((name) => ({
      name,
      parent: -1,
      center_of_mass: [0, 0, 0],
    })),
    poses: blocks.add("f32", columns),
    shapes: bodies.map((_, body) => ({
      body,
      type: body % 3 ? "sphere" : "box",
      at: [0, 0, 0],
      rotation: [1, 0, 0, 0],
      color: null,
      radius: 0.05,
      size: [0.08, 0.08, 0.08],
    })),
    joints: [],
    points: [],
    contacts: [],
    extent: { center: [0, 0, 0], radius: 1 },
    gravity: [0, 0, -9.81],
  };
}

/** Every text of a run is odd. */
export function odd_run(blocks) {
  const time = [0, 1, 2, 3];
  const odd = kOddNames[0];
  return make_run(blocks, {
    name: odd,
    label: kOddNames[1],
    sentence: kOddNames[2],
    command: `carom run '${odd}'`,
    hash: odd,
    version: odd,
    settings: kOddNames.map((name) => [name, name]),
    overrides: kOddNames,
    files: kOddNames.map((name) => ({
      name: `${name}.toml`,
      text: `# ${name}\nx = "${name}"`,
    })),
    duration: 3,
    samples: 4,
    recorded_samples: 4,
    time: blocks.column("f64", time),
    channels: kOddNames.map((name, i) => ({
      ...make_channel(blocks, name, i % 2 ? "</b>" : "", "body", [0, i, -i, 1]),
      name: `${name}${i}`,
      description: name,
    })),
    charts: [
      { title: odd, channels: kOddNames.map((_, i) => i), x: null, log: false },
    ],
    events: kOddNames.map((name, i) => ({
      time: i / 3,
      kind: name,
      element: name,
      sentence: name,
      data: { [name]: name },
      gained: i === 1 ? 0.5 : null,
    })),
    ledger: {
      rows: kOddNames.map((name, i) => ({
        name,
        kind: "stored",
        value: i,
        channel: i,
      })),
      initial: 1,
      scale: 2,
      residual: 0,
      residual_channel: null,
      warnings: [odd],
    },
    replay: still_replay(blocks, kOddNames, time, (body, t) => [
      body / 10,
      0,
      t / 10,
      1,
      0,
      0,
      0,
    ]),
  });
}

/** Thousands of bodies on a spiral. */
export function swarm_run(blocks, count) {
  const frames = Array.from({ length: 21 }, (_, i) => i / 10);
  const names = Array.from({ length: count }, (_, i) => `grain ${i}`);
  const pose = (body, t) => {
    const angle = 0.15 * body + 0.5 * t;
    const radius = Math.sqrt(body / count);
    return [
      radius * Math.cos(angle),
      radius * Math.sin(angle),
      0.3 * Math.sin(3 * radius + 2 * t),
      1,
      0,
      0,
      0,
    ];
  };
  return make_run(blocks, {
    name: "swarm",
    duration: 2,
    samples: frames.length,
    recorded_samples: frames.length,
    time: blocks.column("f64", frames),
    channels: [
      make_channel(
        blocks,
        "grain 0.z",
        "m",
        "body",
        frames.map((t) => pose(0, t)[2]),
      ),
    ],
    charts: [{ title: "A grain", channels: [0], x: null, log: false }],
    replay: still_replay(blocks, names, frames, pose),
  });
}

/** A run that ended before its first sample. */
export function empty_run(blocks) {
  const replay = {
    ...still_replay(blocks, ["body"], [], () => []),
    extent: { center: [0, 0, 0], radius: 0 },
  };
  return make_run(blocks, {
    name: "empty",
    status: "failed",
    sentence: "The first step failed.",
    channels: [make_channel(blocks, "x", "m", "body", [])],
    charts: [{ title: "Nothing", channels: [0], x: null, log: true }],
    ledger: {
      rows: [{ name: "kinetic", kind: "stored", value: null, channel: 0 }],
      initial: null,
      scale: 0,
      residual: null,
      residual_channel: 0,
      warnings: [],
    },
    replay,
  });
}

/** Numbers with gaps: at the ends, alone, everywhere; and numbers that a logarithm does not take. */
export function gaps_run(blocks) {
  const count = 2001;
  const time = Array.from({ length: count }, (_, i) => i / 1000);
  const gapped = time.map((t, i) =>
    i < 100 || (i > 500 && i < 700) || i % 301 === 0 || i > 1900
      ? NaN
      : Math.sin(9 * t),
  );
  const lone = time.map((_, i) => (i % 100 === 50 ? i / 1000 : NaN));
  return make_run(blocks, {
    name: "gaps",
    duration: 2,
    samples: count,
    recorded_samples: count,
    time: blocks.column("f64", time),
    channels: [
      make_channel(blocks, "gapped", "m", "contact", gapped),
      make_channel(blocks, "lone", "m", "contact", lone),
      make_channel(
        blocks,
        "nothing",
        "m",
        "contact",
        time.map(() => NaN),
      ),
      make_channel(
        blocks,
        "huge",
        "N",
        "contact",
        time.map((t) => (t < 1 ? 0 : 1e30 * t)),
      ),
    ],
    charts: [
      { title: "Gaps", channels: [0, 1], x: null, log: false },
      { title: "Nothing at all", channels: [2], x: null, log: false },
      { title: "Logarithm", channels: [0, 3], x: null, log: true },
      { title: "Against each other", channels: [1], x: 0, log: false },
    ],
  });
}

/** A million samples: noise, with one extreme that no picture may lose. */
export function long_run(blocks, count = 1_000_000) {
  const time = Float64Array.from({ length: count }, (_, i) => i * 1e-5);
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const noise = Float32Array.from(
    time,
    (t) => Math.sin(8 * t) + 0.3 * random(),
  );
  noise[777_777] = 25;
  const slow = Float32Array.from(time, (t) => Math.cos(3 * t));
  return make_run(blocks, {
    name: "long",
    duration: time[count - 1],
    samples: count,
    recorded_samples: count,
    time: blocks.column("f64", time),
    channels: [
      make_channel(blocks, "noise", "m", "body", noise),
      make_channel(blocks, "slow", "m", "body", slow),
    ],
    charts: [
      { title: "Noise", channels: [0, 1], x: null, log: false },
      { title: "Noise over slow", channels: [0], x: 1, log: false },
    ],
  });
}
