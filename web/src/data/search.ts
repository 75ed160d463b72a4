// Searches in sorted columns.
import type { NumberArray } from './block';

/** The first index whose number is above `value`; the length where none is. */
export function find_above(sorted: NumberArray, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The last index whose number is not above `value`; 0 where all are. */
export function find_at_or_before(sorted: NumberArray, value: number): number {
  return Math.max(0, find_above(sorted, value) - 1);
}

/** The number at a time, on the line between its neighbours; a gap beside it, or a time outside, gives NaN. */
export function interpolate_at(time: NumberArray, values: NumberArray, t: number): number {
  const count = time.length;
  if (count === 0 || t < time[0] || t > time[count - 1]) return NaN;
  const i = find_at_or_before(time, t);
  if (i + 1 >= count || time[i + 1] === time[i] || t === time[i]) return values[i];
  const share = (t - time[i]) / (time[i + 1] - time[i]);
  return values[i] + share * (values[i + 1] - values[i]);
}

/** The time of the sample before or after a time. */
export function neighbour_time(time: NumberArray, now: number, count: number): number {
  const at = find_at_or_before(time, now);
  // Between two samples the one before is the first step back.
  const between = count < 0 && time[at] < now ? 1 : 0;
  return time[Math.min(time.length - 1, Math.max(0, at + count + between))];
}
