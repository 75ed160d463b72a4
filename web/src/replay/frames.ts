// Where every body is at any time: poses at frames, and between them straight for places and the short way for turns.
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { NumberArray } from '../data/block';
import { find_at_or_before } from '../data/search';

const kColumns = 7;

export class Frames {
  private readonly place_ = new Vector3();
  private readonly turn_ = new Quaternion();
  private readonly unit_ = new Vector3(1, 1, 1);

  constructor(
    readonly time: NumberArray,
    private readonly poses_: NumberArray,
    readonly bodies: number,
  ) {}

  get count(): number {
    return this.time.length;
  }

  /** The frame at or before a time, and how far it is to the next as a share. */
  locate(time: number): [frame: number, share: number] {
    const frame = find_at_or_before(this.time, time);
    const step = frame + 1 < this.count ? this.time[frame + 1] - this.time[frame] : 0;
    return [frame, step > 0 ? Math.min(1, Math.max(0, (time - this.time[frame]) / step)) : 0];
  }

  /** Fills one matrix a body. */
  poses_at(time: number, out: Matrix4[]): void {
    if (!this.count) return;
    const [frame, share] = this.locate(time);
    for (let body = 0; body < this.bodies; ++body) this.pose(body, frame, share, out[body]);
  }

  pose(body: number, frame: number, share: number, out: Matrix4): void {
    const next = share > 0 ? frame + 1 : frame;
    const mix = (column: number): number => {
      const first = (kColumns * body + column) * this.count;
      return this.poses_[first + frame] * (1 - share) + this.poses_[first + next] * share;
    };
    this.place_.set(mix(0), mix(1), mix(2));
    this.turn_.set(mix(4), mix(5), mix(6), mix(3));
    if (share > 0 && this.turns_far(body, frame)) this.mix_far(body, frame, share);
    this.turn_.normalize();
    out.compose(this.place_, this.turn_, this.unit_);
  }

  // q and -q are the same turn: the long way round must not be taken.
  private turns_far(body: number, frame: number): boolean {
    let dot = 0;
    for (let column = 3; column < kColumns; ++column) {
      const at = (kColumns * body + column) * this.count + frame;
      dot += this.poses_[at] * this.poses_[at + 1];
    }
    return dot < 0;
  }

  private mix_far(body: number, frame: number, share: number): void {
    const mix = (column: number): number => {
      const at = (kColumns * body + column) * this.count + frame;
      return this.poses_[at] * (1 - share) - this.poses_[at + 1] * share;
    };
    this.turn_.set(mix(4), mix(5), mix(6), mix(3));
  }
}
