// A curve of a plot, and the fewest points that draw it as all its points would.
import type { NumberArray } from '../data/block';
import { Pyramid } from '../data/pyramid';
import { find_above, find_at_or_before } from '../data/search';
import type { Polyline } from './painter';
import type { Range, Scale } from './scale';

export interface Curve {
  label: string;
  unit: string;
  x: NumberArray;
  y: NumberArray;
  sorted: boolean; // x never falls
  color: number; // place in the order of lines, or of the palette where `exact`
  exact: boolean;
  dash: 'solid' | 'dashed' | 'dotted';
  style: 'line' | 'points' | 'steps';
  filled: boolean; // down or up to zero
  own?: NumberArray; // what it adds to the curve below it, where curves are stacked
  time?: NumberArray; // of its points, where x is something else
  gain?: boolean; // drawn in the colour of energy that came from nowhere
}

const kDense = 20_000; // points
const kShortPiece = 4; // [px]
const kRow = 65_536; // wider than any screen [px]

const pyramids = new WeakMap<NumberArray, Pyramid>();

function pyramid_of(values: NumberArray): Pyramid {
  let pyramid = pyramids.get(values);
  if (!pyramid) {
    pyramid = new Pyramid(values);
    pyramids.set(values, pyramid);
  }
  return pyramid;
}

/** The lowest and the highest y where x lies in a range; with `positive`, of numbers above zero. */
export function find_extent(
  x: NumberArray,
  y: NumberArray,
  sorted: boolean,
  shown: Range | null,
  positive: boolean,
): Range {
  const out = { low: NaN, high: NaN };
  if (sorted && !positive) {
    const first = shown ? find_at_or_before(x, shown[0]) : 0;
    const last = shown ? Math.min(x.length, find_above(x, shown[1]) + 1) : y.length;
    pyramid_of(y).extremes(first, last, out);
    return [out.low, out.high];
  }
  if (!shown && !positive) {
    pyramid_of(y).extremes(0, y.length, out);
    return [out.low, out.high];
  }
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < y.length; ++i) {
    if (shown && !(x[i] >= shown[0] && x[i] <= shown[1])) continue;
    if (positive && !(y[i] > 0)) continue;
    if (y[i] < low) low = y[i];
    if (y[i] > high) high = y[i];
  }
  return low <= high ? [low, high] : [NaN, NaN];
}

class Tracer {
  readonly lines: Polyline[] = [];
  private line_: Polyline | null = null;

  add(x: number, y: number): void {
    if (Number.isNaN(x) || Number.isNaN(y)) {
      this.line_ = null;
    } else if (this.line_) {
      this.line_.push(x, y);
    } else {
      this.line_ = [x, y];
      this.lines.push(this.line_);
    }
  }
}

// Each column of pixels shows its first, lowest, highest and last number: no other point can change the picture. The first
// and the last keep their own x, or smooth curves would become stairs.
function trace_by_pixel(curve: Curve, x: Scale, y: Scale, first: number, last: number, tracer: Tracer): void {
  const pyramid = pyramid_of(curve.y);
  const out = { low: NaN, high: NaN };
  let begin = first;
  while (begin < last) {
    const left = x.to_pixel(curve.x[begin]);
    const pixel = Math.floor(left);
    const end = Math.max(begin + 1, Math.min(last, find_above(curve.x, x.from_pixel(pixel + 1))));
    const [start, finish] = [curve.y[begin], curve.y[end - 1]];
    pyramid.extremes(begin, end, out);
    tracer.add(left, y.to_pixel(start));
    if (out.low < Math.min(start, finish)) tracer.add(pixel + 0.5, y.to_pixel(out.low));
    if (out.high > Math.max(start, finish)) tracer.add(pixel + 0.5, y.to_pixel(out.high));
    if (end - begin > 1) tracer.add(x.to_pixel(curve.x[end - 1]), y.to_pixel(finish));
    begin = end;
  }
}

function trace_steps(curve: Curve, x: Scale, y: Scale, first: number, last: number, tracer: Tracer): void {
  for (let i = first; i < last; ++i) {
    if (i > first) tracer.add(x.to_pixel(curve.x[i]), y.to_pixel(curve.y[i - 1]));
    tracer.add(x.to_pixel(curve.x[i]), y.to_pixel(curve.y[i]));
  }
}

// Points that lie within half a pixel of the last one drawn are left out.
function trace_points(curve: Curve, x: Scale, y: Scale, first: number, last: number, tracer: Tracer): void {
  let px = NaN;
  let py = NaN;
  for (let i = first; i < last; ++i) {
    const qx = x.to_pixel(curve.x[i]);
    const qy = y.to_pixel(curve.y[i]);
    if (Math.abs(qx - px) < 0.5 && Math.abs(qy - py) < 0.5 && i + 1 < last) continue;
    tracer.add(qx, qy);
    px = qx;
    py = qy;
  }
}

// Very many points in any order: a short piece between pixels that have both been drawn on adds nothing to the picture, so
// that the number of pieces is bounded by the number of pixels.
function trace_dense(curve: Curve, x: Scale, y: Scale, tracer: Tracer): void {
  const drawn = new Set<number>();
  let [px, py, last] = [NaN, NaN, NaN];
  let joined = false;
  for (let i = 0; i < curve.x.length; ++i) {
    const qx = x.to_pixel(curve.x[i]);
    const qy = y.to_pixel(curve.y[i]);
    const pixel = Math.round(qy) * kRow + Math.round(qx);
    const near = Math.abs(qx - px) < kShortPiece && Math.abs(qy - py) < kShortPiece;
    if (near && drawn.has(pixel) && drawn.has(last)) {
      joined = false;
    } else {
      if (!joined) {
        tracer.add(NaN, NaN);
        tracer.add(px, py);
      }
      tracer.add(qx, qy);
      drawn.add(pixel);
      joined = true;
    }
    [px, py, last] = [qx, qy, pixel];
  }
}

export function trace_curve(curve: Curve, x: Scale, y: Scale): Polyline[] {
  const tracer = new Tracer();
  const count = curve.x.length;
  const first = curve.sorted ? find_at_or_before(curve.x, x.range[0]) : 0;
  const last = curve.sorted ? Math.min(count, find_above(curve.x, x.range[1]) + 1) : count;
  const pixels = Math.abs(x.end - x.to_pixel(x.range[0]));
  if (curve.style === 'steps') trace_steps(curve, x, y, first, last, tracer);
  else if (curve.sorted && curve.style === 'line' && last - first > 4 * pixels)
    trace_by_pixel(curve, x, y, first, last, tracer);
  else if (!curve.sorted && count > kDense) trace_dense(curve, x, y, tracer);
  else trace_points(curve, x, y, first, last, tracer);
  return tracer.lines;
}

export function find_sorted(x: NumberArray): boolean {
  for (let i = 1; i < x.length; ++i) if (!(x[i] >= x[i - 1])) return false;
  return true;
}
