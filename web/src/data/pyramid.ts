// The lowest and the highest number of any stretch of a column, in a few steps: levels that each sum up sixteen of the
// one below. A million samples are drawn by asking once a pixel, and no extreme is lost.
import type { NumberArray } from './block';

const kFan = 16;

export interface Extremes {
  low: number; // NaN where the stretch holds no number
  high: number;
}

export class Pyramid {
  private readonly lows_: NumberArray[];
  private readonly highs_: NumberArray[];

  constructor(values: NumberArray) {
    this.lows_ = [values];
    this.highs_ = [values];
    while (this.lows_[this.lows_.length - 1].length > kFan) this.add_level();
  }

  /** Over indices first to last - 1; gaps are passed over. */
  extremes(first: number, last: number, out: Extremes): void {
    let low = Infinity;
    let high = -Infinity;
    let level = 0;
    const take = (index: number): void => {
      if (this.lows_[level][index] < low) low = this.lows_[level][index];
      if (this.highs_[level][index] > high) high = this.highs_[level][index];
    };
    // Up while the ends of the stretch can be taken off to whole groups.
    while (first < last) {
      if (level + 1 >= this.lows_.length || last - first <= kFan) {
        for (; first < last; ++first) take(first);
        break;
      }
      for (; first % kFan !== 0 && first < last; ++first) take(first);
      for (; last % kFan !== 0 && first < last;) take(--last);
      first /= kFan;
      last /= kFan;
      ++level;
    }
    out.low = low <= high ? low : NaN;
    out.high = low <= high ? high : NaN;
  }

  private add_level(): void {
    const below_low = this.lows_[this.lows_.length - 1];
    const below_high = this.highs_[this.highs_.length - 1];
    const count = Math.ceil(below_low.length / kFan);
    const lows = new Float64Array(count);
    const highs = new Float64Array(count);
    for (let group = 0; group < count; ++group) {
      let low = Infinity;
      let high = -Infinity;
      const end = Math.min(below_low.length, (group + 1) * kFan);
      for (let i = group * kFan; i < end; ++i) {
        if (below_low[i] < low) low = below_low[i];
        if (below_high[i] > high) high = below_high[i];
      }
      lows[group] = low;
      highs[group] = high;
    }
    this.lows_.push(lows);
    this.highs_.push(highs);
  }
}
