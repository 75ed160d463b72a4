// What a figure says under the pointer.
import type { NumberArray } from '../data/block';
import { format_short, with_unit } from '../interface/format_number';
import { cell_edges, type PlotContent } from '../plots/content';
import type { Frame } from '../plots/draw';
import type { Marker } from '../plots/plot_view';

const kNear = 30; // [px]

export interface Probed {
  text: string;
  marker: Marker | null;
}

function find_cell(centers: NumberArray, value: number, log: boolean): number {
  const edges = cell_edges(centers, log);
  for (let i = 0; i + 1 < edges.length; ++i) {
    if (value >= Math.min(edges[i], edges[i + 1]) && value < Math.max(edges[i], edges[i + 1])) return i;
  }
  return -1;
}

function describe_place(content: PlotContent, x: number, y: number): string {
  return `${content.x.label} ${with_unit(format_short(x), content.x.unit)}, ${content.y.label} ${with_unit(format_short(y), content.y.unit)}`;
}

function probe_heat(content: PlotContent, x: number, y: number): Probed | null {
  const heat = content.heat;
  if (!heat) return null;
  const [i, j] = [find_cell(heat.x, x, content.x.log), find_cell(heat.y, y, content.y.log)];
  if (i < 0 || j < 0) return null;
  const value = heat.values[j * heat.x.length + i];
  const text = heat.categories?.[Math.round(value)] ?? `${heat.label} ${with_unit(format_short(value), heat.unit)}`;
  return { text: `${text} at ${describe_place(content, heat.x[i], heat.y[j])}`, marker: null };
}

/** The nearest point of a curve, or the cell of a heat map. */
export function probe(content: PlotContent, frame: Frame, x: number, y: number): Probed {
  const [px, py] = [frame.x.to_pixel(x), frame.y.to_pixel(y)];
  let least = kNear * kNear;
  let found: Probed | null = null;
  for (const curve of content.curves) {
    for (let i = 0; i < curve.x.length; ++i) {
      const distance = (frame.x.to_pixel(curve.x[i]) - px) ** 2 + (frame.y.to_pixel(curve.y[i]) - py) ** 2;
      if (!(distance < least)) continue;
      least = distance;
      const place = describe_place(content, curve.x[i], curve.y[i]);
      found = { text: curve.label ? `${curve.label}: ${place}` : place, marker: { x: curve.x[i], y: curve.y[i] } };
    }
  }
  return found ?? probe_heat(content, x, y) ?? { text: describe_place(content, x, y), marker: null };
}
