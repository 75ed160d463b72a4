// Figures, chapters and an index for pages.
import { kSceneText } from "./runs.mjs";

function list(count, make) {
  return Array.from({ length: count }, (_, i) => make(i));
}

const kAxis = { scale: "linear", range: null, unit: "", label: "" };
const kEmpty = {
  caption: "",
  series: [],
  regions: [],
  annotations: [],
  heat: null,
  equal_axes: false,
  x: kAxis,
  y: kAxis,
};
const kSeries = { style: "line", color: null, dash: "solid", label: "" };

// Heights after impacts with a ratio of speeds e: h e^(2 n).
function restitution() {
  const n = list(9, (i) => i);
  return {
    ...kEmpty,
    id: "restitution",
    title: "Height after each bounce",
    caption: "Lines are the closed form h e²ⁿ, points are simulated.",
    x: { ...kAxis, label: "bounce", unit: "" },
    y: { ...kAxis, label: "height", unit: "m", scale: "log" },
    series: [0.5, 0.7, 0.9].flatMap((e, k) => [
      {
        ...kSeries,
        label: `e = ${e}`,
        color: k,
        x: n,
        y: n.map((i) => e ** (2 * i)),
      },
      {
        ...kSeries,
        label: "",
        style: "points",
        color: k,
        x: n,
        y: n.map((i) => e ** (2 * i) * (1 + 0.01 * Math.sin(7 * i))),
      },
    ]),
    annotations: [{ x: 4, y: 0.9 ** 8, text: "e = 0.9, four bounces" }],
  };
}

function cone() {
  const angle = list(181, (i) => (i * Math.PI) / 180);
  return {
    ...kEmpty,
    id: "cone",
    title: "Admissible impulses",
    caption: "The friction cone, and where impulses end.",
    equal_axes: true,
    x: { ...kAxis, label: "tangential impulse", unit: "N·s" },
    y: { ...kAxis, label: "normal impulse", unit: "N·s", range: [0, 1.4] },
    regions: [
      { label: "friction cone", x: [0, 0.7, -0.7], y: [0, 1.4, 1.4], color: 4 },
    ],
    series: [
      {
        ...kSeries,
        label: "reachable",
        x: angle.map((a) => Math.cos(a)),
        y: angle.map((a) => Math.sin(a)),
      },
      {
        ...kSeries,
        label: "sticking",
        dash: "dashed",
        x: [0, 0.4],
        y: [0, 1.2],
      },
      {
        ...kSeries,
        label: "steps",
        style: "steps",
        x: [-0.9, -0.5, -0.1, 0.3],
        y: [0.1, 0.2, 0.15, 0.3],
      },
    ],
  };
}

function heat() {
  const x = list(60, (i) => 10 ** (-2 + i / 20));
  const y = list(40, (j) => j / 39);
  return {
    ...kEmpty,
    id: "heat",
    title: "Energy lost in a collision",
    caption: "A gap in the middle has no solution.",
    x: { ...kAxis, label: "speed", unit: "m/s", scale: "log" },
    y: { ...kAxis, label: "friction coefficient", unit: "" },
    heat: {
      x,
      y,
      label: "lost",
      unit: "J",
      range: null,
      categories: null,
      values: y.flatMap((b) =>
        x.map((a) =>
          Math.hypot(Math.log10(a) + 0.6, b - 0.5) < 0.1
            ? null
            : Math.sin(2 * Math.log(a)) * b + b * b,
        ),
      ),
    },
  };
}

function categories() {
  const x = list(50, (i) => i / 49);
  const y = list(50, (j) => j / 49);
  return {
    ...kEmpty,
    id: "categories",
    title: "What the contact does",
    caption: "Regions of sticking, slipping and separation.",
    x: { ...kAxis, label: "tilt", unit: "rad" },
    y: { ...kAxis, label: "friction coefficient", unit: "" },
    heat: {
      x,
      y,
      label: "mode",
      unit: "",
      range: null,
      categories: ["sticks", "slips", "lifts off"],
      values: y.flatMap((b) =>
        x.map((a) => (a > 0.8 ? 2 : Math.tan(a) > b ? 1 : 0)),
      ),
    },
  };
}

export function make_figures() {
  return [restitution(), cone(), heat(), categories()];
}

function check(name, expected, found, tolerance, passed = true) {
  return {
    name,
    expected,
    found,
    tolerance,
    unit: "m",
    passed,
    note: passed ? "" : "off by more than the tolerance",
  };
}

export function make_chapters() {
  const says =
    "The height after n bounces falls as e²ⁿ, whatever the mass.\n\nThe paper shows this for three materials.";
  return [
    {
      id: "bounces",
      title: "Bouncing balls",
      text: "A ball falls on a floor.\n\nEach impact keeps a share of its speed.",
      items: [
        {
          figure: "restitution",
          says,
          scene: { name: "bouncing.toml", text: kSceneText },
          run: "bouncing",
          checks: [
            check("height after 4 bounces", 0.430467, 0.430466, 1e-5),
            check("height after 8 bounces", 0.185302, 0.2, 1e-5, false),
          ],
        },
        {
          figure: "cone",
          says: "Impulses end on the cone.",
          scene: null,
          run: null,
          checks: [],
        },
      ],
      checks: [check("law", "inelastic", "inelastic", null)],
    },
    {
      id: "pendulums",
      title: "Pendulums",
      text: "Two rods.",
      items: [
        {
          figure: "heat",
          says: "Loss grows with friction.",
          scene: null,
          run: "double-pendulum",
          checks: [check("period", 1.42, 1.42, 1e-3)],
        },
      ],
      checks: [],
    },
  ];
}

export function make_papers() {
  return [
    {
      id: "a",
      title: "A regularized contact model",
      text: "Bristles that dwell.",
      href: "a.html",
      passed: 12,
      total: 12,
    },
    {
      id: "b",
      title: "Rigid-body collisions",
      text: "Impulses in the plane.",
      href: "b.html",
      passed: 7,
      total: 9,
    },
    {
      id: "c",
      title: "Leads nowhere",
      text: "",
      href: "javascript:alert(1)",
      passed: 0,
      total: 0,
    },
  ];
}
