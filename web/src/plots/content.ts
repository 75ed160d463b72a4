// What a plot shows, whoever asked for it: charts of channels, the ledger, figures.
import type { NumberArray } from '../data/block';
import { find_extent, type Curve } from './curve';
import { padded, sound_range, type Range } from './scale';

export interface Axis {
  label: string;
  unit: string;
  log: boolean;
  range: Range | null; // null is as far as the data goes
}

export interface Region {
  label: string;
  x: NumberArray;
  y: NumberArray;
  color: number;
}

export interface Heat {
  x: NumberArray;
  y: NumberArray;
  values: NumberArray;
  label: string;
  unit: string;
  range: Range;
  categories: string[] | null;
}

export interface PlotContent {
  title: string;
  x: Axis;
  y: Axis;
  curves: Curve[];
  regions: Region[];
  heat: Heat | null;
  annotations: { x: number; y: number; text: string }[];
  equal_axes: boolean;
  tight_x: boolean; // curves may touch the frame at left and right, as time does
}

export function make_content(title: string, x: Axis, y: Axis, curves: Curve[]): PlotContent {
  return { title, x, y, curves, regions: [], heat: null, annotations: [], equal_axes: false, tight_x: true };
}

export function axis_text(axis: Axis): string {
  return axis.unit ? `${axis.label} [${axis.unit}]` : axis.label;
}

export function join_ranges(ranges: Range[]): Range {
  const ends = ranges.flat().filter((value) => Number.isFinite(value));
  return [Math.min(...ends), Math.max(...ends)];
}

function span_of(values: NumberArray, positive: boolean): Range {
  return find_extent(values, values, false, null, positive);
}

/** Where cells meet: halfway between centers as the axis shows it; the outer ones reach as far as inwards. */
export function cell_edges(centers: NumberArray, log: boolean): Float64Array {
  const count = centers.length;
  const at = log ? Float64Array.from(centers, Math.log10) : centers;
  const edges = new Float64Array(count + 1);
  for (let i = 1; i < count; ++i) edges[i] = (at[i - 1] + at[i]) / 2;
  edges[0] = count > 1 ? 2 * at[0] - edges[1] : at[0] - 0.5;
  edges[count] = count > 1 ? 2 * at[count - 1] - edges[count - 1] : at[0] + 0.5;
  return log ? edges.map((edge) => 10 ** edge) : edges;
}

export function find_x_range(content: PlotContent): Range {
  const { log, range } = content.x;
  if (range) return sound_range(range, log);
  const ranges = [...content.curves, ...content.regions].map(({ x }) => span_of(x, log));
  if (content.heat) ranges.push(span_of(cell_edges(content.heat.x, log), log));
  const all = join_ranges(ranges);
  return content.tight_x || content.heat ? sound_range(all, log) : padded(all, log);
}

/** Of what lies in the shown range of x. */
export function find_y_range(content: PlotContent, shown: Range | null): Range {
  const { log, range } = content.y;
  if (range) return sound_range(range, log);
  const ranges = content.curves.map((curve) => find_extent(curve.x, curve.y, curve.sorted, shown, log));
  for (const region of content.regions) ranges.push(span_of(region.y, log));
  if (content.heat) return sound_range(join_ranges([...ranges, span_of(cell_edges(content.heat.y, log), log)]), log);
  if (content.curves.some((curve) => curve.filled)) ranges.push([0, 0]);
  return padded(join_ranges(ranges), log);
}
