// Which runs of the page are shown, and what of their time.
import type { RunData } from '../data/run_data';
import { find_time_span } from '../data/run_data';
import type { Clock } from '../time/clock';
import { Signal } from '../time/signal';

export class RunSelection {
  readonly changed = new Signal();
  private shown_: Set<RunData>;

  /** Runs that stand for themselves are shown one at a time; others lie over each other. */
  constructor(
    readonly runs: RunData[],
    readonly one_at_a_time: boolean,
    private readonly clock_: Clock,
  ) {
    this.shown_ = new Set(one_at_a_time ? runs.slice(0, 1) : runs);
  }

  get shown(): RunData[] {
    return this.runs.filter((run) => this.shown_.has(run));
  }
  /** The one that others are compared with. */
  get main(): RunData {
    return this.shown[0];
  }

  is_shown(run: RunData): boolean {
    return this.shown_.has(run);
  }

  /** At least one stays. */
  async set(runs: RunData[]): Promise<void> {
    if (!runs.length) return;
    this.shown_ = new Set(runs);
    this.clock_.set_span(...(await find_time_span(this.shown)));
    this.changed.emit();
  }

  toggle(run: RunData, on: boolean): Promise<void> {
    return this.set(this.runs.filter((other) => (other === run ? on : this.shown_.has(other))));
  }
}
