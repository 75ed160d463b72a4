// A double pendulum of two point masses on rods without mass, by the classical Runge–Kutta method: data that looks like a run.

const kGravity = 9.81; // [m/s²]

export const kPendulum = { lengths: [0.5, 0.4], masses: [2, 1] };

// Angles from straight down; see any book on mechanics for the equations of motion.
function rates([a, b, u, v], { lengths: [l1, l2], masses: [m1, m2] }) {
  const d = a - b;
  const shared = 2 * m1 + m2 - m2 * Math.cos(2 * d);
  const du =
    (-kGravity * (2 * m1 + m2) * Math.sin(a) -
      m2 * kGravity * Math.sin(a - 2 * b) -
      2 * Math.sin(d) * m2 * (v * v * l2 + u * u * l1 * Math.cos(d))) /
    (l1 * shared);
  const dv =
    (2 *
      Math.sin(d) *
      (u * u * l1 * (m1 + m2) +
        kGravity * (m1 + m2) * Math.cos(a) +
        v * v * l2 * m2 * Math.cos(d))) /
    (l2 * shared);
  return [u, v, du, dv];
}

function runge_kutta_step(state, step, pendulum) {
  const shifted = (rate, h) => state.map((value, i) => value + h * rate[i]);
  const k1 = rates(state, pendulum);
  const k2 = rates(shifted(k1, step / 2), pendulum);
  const k3 = rates(shifted(k2, step / 2), pendulum);
  const k4 = rates(shifted(k3, step), pendulum);
  return state.map(
    (value, i) => value + (step / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]),
  );
}

function energies([a, b, u, v], { lengths: [l1, l2], masses: [m1, m2] }) {
  const kinetic =
    0.5 * m1 * (l1 * u) ** 2 +
    0.5 *
      m2 *
      ((l1 * u) ** 2 + (l2 * v) ** 2 + 2 * l1 * l2 * u * v * Math.cos(a - b));
  const potential =
    -kGravity * ((m1 + m2) * l1 * Math.cos(a) + m2 * l2 * Math.cos(b));
  return [kinetic, potential];
}

/** Columns of a motion: time, angles, rates, energies. */
export function swing(start, step, count, pendulum = kPendulum) {
  const names = ["time", "a", "b", "u", "v", "kinetic", "potential"];
  const columns = Object.fromEntries(
    names.map((name) => [name, new Float64Array(count)]),
  );
  let state = start;
  for (let i = 0; i < count; ++i) {
    const row = [i * step, ...state, ...energies(state, pendulum)];
    names.forEach((name, k) => (columns[name][i] = row[k]));
    state = runge_kutta_step(state, step, pendulum);
  }
  return columns;
}
