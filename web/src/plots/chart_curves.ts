// The curves of a chart: its channels in every run that is shown.
import type { NumberArray } from '../data/block';
import type { RunData } from '../data/run_data';
import { interpolate_at } from '../data/search';
import { make_content, type PlotContent } from './content';
import { find_sorted, type Curve } from './curve';

export interface ChartState {
  title: string;
  channels: string[]; // by name
  x: string | null; // by name; null is the time
  log_x: boolean;
  log_y: boolean;
  difference: boolean; // to the first run
}

const kDashes = ['solid', 'dashed', 'dotted'] as const;

function subtract(time: NumberArray, values: NumberArray, base_time: NumberArray, base: NumberArray): Float64Array {
  return Float64Array.from(values, (value, i) => value - interpolate_at(base_time, base, time[i]));
}

// One channel in several runs: colours tell runs apart. Several channels: colours tell these apart, dashes the runs.
function look_of(state: ChartState, runs: RunData[], channel: number, run: number): Pick<Curve, 'color' | 'dash'> {
  if (state.channels.length === 1 && runs.length > 1) return { color: runs[run].number, dash: 'solid' };
  return { color: channel, dash: kDashes[run % kDashes.length] };
}

function label_of(label: string, run: RunData, several: boolean, difference: boolean): string {
  const name = difference ? `Δ ${label}` : label;
  return several ? `${name} · ${run.title}` : name;
}

async function make_curve(state: ChartState, runs: RunData[], channel: number, number: number): Promise<Curve | null> {
  const run = runs[number];
  const info = run.find(state.channels[channel]);
  const y = await run.values(state.channels[channel]);
  const time = await run.time();
  if (!info || !y) return null;
  const common = {
    label: label_of(info.label, run, runs.length > 1, state.difference),
    unit: info.unit,
    exact: false,
    style: 'line' as const,
    filled: false,
    ...look_of(state, runs, channel, number),
  };
  if (state.difference) {
    const base = await runs[0].values(info.name);
    if (!base || number === 0) return null;
    return { ...common, x: time, y: subtract(time, y, await runs[0].time(), base), sorted: true };
  }
  const x = state.x === null ? time : await run.values(state.x);
  return x && { ...common, x, y, time, sorted: state.x === null || find_sorted(x) };
}

function y_label(state: ChartState, runs: RunData[]): { label: string; unit: string } {
  const infos = state.channels.flatMap((name) => runs.map((run) => run.find(name)).find((info) => info) ?? []);
  const units = new Set(infos.map((info) => info.unit));
  const unit = units.size === 1 ? infos[0].unit : '';
  const label = infos.length === 1 ? infos[0].label : state.title || [...units].join(', ');
  return { label: state.difference ? `Δ ${label}` : label, unit };
}

export async function make_chart_content(state: ChartState, runs: RunData[]): Promise<PlotContent> {
  const jobs: Promise<Curve | null>[] = [];
  state.channels.forEach((_, channel) =>
    runs.forEach((_run, number) => jobs.push(make_curve(state, runs, channel, number))),
  );
  const curves = (await Promise.all(jobs)).filter((curve) => curve !== null);
  const against = state.x === null ? null : (runs.map((run) => run.find(state.x ?? '')).find((info) => info) ?? null);
  const x = against && !state.difference ? { label: against.label, unit: against.unit } : { label: 'time', unit: 's' };
  const content = make_content(
    state.title || state.channels.join(', '),
    { ...x, log: state.log_x, range: null },
    { ...y_label(state, runs), log: state.log_y, range: null },
    curves,
  );
  content.tight_x = state.x === null;
  return content;
}
