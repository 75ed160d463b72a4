// The stretch of time that all plots against time show.
import { Signal } from './signal';

export class TimeWindow {
  readonly changed = new Signal();
  private range_: [number, number] | null = null;

  /** null is all of it. */
  get range(): [number, number] | null {
    return this.range_;
  }

  set(range: [number, number] | null): void {
    this.range_ = range;
    this.changed.emit();
  }
}
