// The account of energy as areas on top of each other. What is stored is counted from its lowest, since a potential has no
// zero of its own; then a closed account has a flat top.
import type { NumberArray } from '../data/block';
import type { Ledger, LedgerRow } from '../data/format';
import type { RunData } from '../data/run_data';
import { make_content, type PlotContent } from '../plots/content';
import type { Curve } from '../plots/curve';

interface Entry {
  row: LedgerRow;
  values: NumberArray; // [J]
}

function find_lowest(values: NumberArray): number {
  let lowest = Infinity;
  for (const value of values) if (value < lowest) lowest = value;
  return Number.isFinite(lowest) ? lowest : 0;
}

function make_area(
  entry: Entry,
  label: string,
  time: NumberArray,
  top: NumberArray,
  color: number,
  gain: boolean,
): Curve {
  return {
    label,
    unit: 'J',
    x: time,
    y: top,
    own: entry.values,
    sorted: true,
    color,
    exact: false,
    dash: 'solid',
    style: 'line',
    filled: true,
    gain,
  };
}

// Each area is drawn down to zero; the tallest first, so that those below lie over it.
function stack(entries: Entry[], offsets: number[], time: NumberArray): Curve[] {
  const above = new Float64Array(time.length);
  const below = new Float64Array(time.length);
  const curves: Curve[] = [];
  entries.forEach((entry, number) => {
    let some_above = false;
    let some_below = false;
    for (let i = 0; i < time.length; ++i) {
      const value = entry.values[i] - offsets[number];
      if (value > 0) some_above = true;
      if (value < 0) some_below = true;
      if (value > 0) above[i] += value;
      else below[i] += Number.isNaN(value) ? 0 : value;
    }
    const loses = entry.row.kind === 'dissipated';
    if (some_above || !some_below) curves.unshift(make_area(entry, entry.row.name, time, above.slice(), number, false));
    // What should only take energy and gave some.
    if (some_below)
      curves.unshift(
        make_area(
          entry,
          loses ? `${entry.row.name} (gained)` : some_above ? '' : entry.row.name,
          time,
          below.slice(),
          number,
          loses,
        ),
      );
  });
  return curves;
}

async function load_entries(run: RunData, ledger: Ledger): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const row of ledger.rows)
    if (row.channel !== null) entries.push({ row, values: await run.channel(row.channel) });
  return entries;
}

/** What all areas together should reach: the energy at the start and the work done since. */
function make_due(initial: number, offset: number, work: Entry[], time: NumberArray): Curve {
  const due = Float64Array.from(
    time,
    (_, i) => initial - offset + work.reduce((sum, entry) => sum + entry.values[i], 0),
  );
  const label = work.length ? 'energy at the start + work' : 'energy at the start';
  return {
    label,
    unit: 'J',
    x: time,
    y: due,
    sorted: true,
    color: 6,
    exact: false,
    dash: 'dashed',
    style: 'line',
    filled: false,
  };
}

export async function make_stack_content(run: RunData, ledger: Ledger): Promise<PlotContent> {
  const time = await run.time();
  const all = await load_entries(run, ledger);
  const entries = all.filter((entry) => entry.row.kind !== 'work');
  const offsets = entries.map((entry) => (entry.row.kind === 'stored' ? find_lowest(entry.values) : 0));
  const offset = offsets.reduce((sum, value) => sum + value, 0);
  const work = all.filter((entry) => entry.row.kind === 'work');
  const curves = stack(entries, offsets, time);
  if (entries.length) curves.push(make_due(ledger.initial, offset, work, time));
  const axis = { label: 'energy, stored above its lowest', unit: 'J', log: false, range: null };
  return make_content('Where the energy is', { label: 'time', unit: 's', log: false, range: null }, axis, curves);
}

export async function make_residual_content(run: RunData, channel: number): Promise<PlotContent> {
  const [time, values] = [await run.time(), await run.channel(channel)];
  const curve: Curve = {
    label: 'residual',
    unit: 'J',
    x: time,
    y: values,
    sorted: true,
    color: 6,
    exact: false,
    dash: 'solid',
    style: 'line',
    filled: false,
  };
  return make_content(
    'Residual',
    { label: 'time', unit: 's', log: false, range: null },
    { label: 'residual', unit: 'J', log: false, range: null },
    [curve],
  );
}
