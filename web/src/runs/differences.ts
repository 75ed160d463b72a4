// How far apart runs are, channel by channel.
import type { NumberArray } from '../data/block';
import type { Channel } from '../data/format';
import type { RunData } from '../data/run_data';
import { interpolate_at } from '../data/search';

export interface Difference {
  channel: Channel;
  run: RunData;
  largest: number; // in the channel's unit, with its sign
  time: number; // [s] of the largest
  last: number; // at the end of the shorter run
  share: number; // of the range of the first run
}

// Enough to find what differs; the charts show every sample.
const kMostCompared = 20_000;

function find_span(values: NumberArray): number {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high > low ? high - low : 0;
}

async function compare(channel: Channel, base: RunData, run: RunData): Promise<Difference | null> {
  const [time, values, base_time, base_values] = [
    await run.time(),
    await run.values(channel.name),
    await base.time(),
    await base.values(channel.name),
  ];
  if (!values || !base_values || !time.length) return null;
  const stride = Math.max(1, Math.floor(time.length / kMostCompared));
  const found: Difference = { channel, run, largest: 0, time: time[0], last: NaN, share: 0 };
  for (let i = 0; i < time.length; i += stride) {
    const difference = values[i] - interpolate_at(base_time, base_values, time[i]);
    if (Number.isNaN(difference)) continue;
    if (Math.abs(difference) > Math.abs(found.largest)) [found.largest, found.time] = [difference, time[i]];
    found.last = difference;
  }
  const span = find_span(base_values);
  found.share = span > 0 ? Math.abs(found.largest) / span : found.largest ? Infinity : 0;
  return found;
}

/** Of all runs to the first, the largest share of a channel's range first. */
export async function find_differences(runs: RunData[]): Promise<Difference[]> {
  const [base, ...others] = runs;
  const found: Difference[] = [];
  for (const channel of base.run.channels) {
    for (const run of others) {
      const difference = await compare(channel, base, run);
      if (difference) found.push(difference);
    }
    // Lets the page draw in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return found.sort((a, b) => b.share - a.share);
}
