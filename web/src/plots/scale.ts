// From numbers to pixels and back.

export type Range = [low: number, high: number];

export class Scale {
  private readonly low_: number;
  private readonly factor_: number;

  constructor(
    readonly log: boolean,
    readonly range: Range,
    private readonly start_: number,
    readonly end: number,
  ) {
    this.low_ = this.transform(range[0]);
    this.factor_ = (end - start_) / (this.transform(range[1]) - this.low_);
  }

  /** NaN for what has no place, such as zero on a logarithmic axis. */
  to_pixel(value: number): number {
    return this.start_ + (this.transform(value) - this.low_) * this.factor_;
  }

  from_pixel(pixel: number): number {
    const value = this.low_ + (pixel - this.start_) / this.factor_;
    return this.log ? 10 ** value : value;
  }

  /** The range that shows what now lies between two pixels. */
  range_between(first: number, last: number): Range {
    const ends = [this.from_pixel(first), this.from_pixel(last)];
    return [Math.min(...ends), Math.max(...ends)];
  }

  private transform(value: number): number {
    if (!this.log) return value;
    return value > 0 ? Math.log10(value) : NaN;
  }
}

/** A range that a scale can take: not empty, and above zero where it is logarithmic. */
export function sound_range(range: Range, log: boolean): Range {
  let [low, high] = range;
  if (log) {
    if (!(high > 0)) return [0.1, 1];
    if (!(low > 0)) low = high * 1e-6;
    return low < high ? [low, high] : [low / 2, high * 2];
  }
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  if (low < high) return [low, high];
  const reach = Math.abs(low) * 0.1 || 1;
  return [low - reach, high + reach];
}

/** A little more than a range, so that no curve lies on the frame. */
export function padded(range: Range, log: boolean): Range {
  const [low, high] = sound_range(range, log);
  if (log) {
    const factor = (high / low) ** 0.05;
    return [low / factor, high * factor];
  }
  const reach = (high - low) * 0.06;
  return [low - reach, high + reach];
}
