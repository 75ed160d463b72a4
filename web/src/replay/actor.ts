// One run on the stage. Alone it is drawn in the colours of its bodies; of several each has the colour of its curves, and
// all but the first are ghosts.
import { Color, Group, Matrix4, Vector3 } from 'three';
import type { Replay } from '../data/format';
import type { Page } from '../data/page';
import type { RunData } from '../data/run_data';
import { line_color, type Colors } from '../theme/colors';
import { ContactArrows } from './arrows';
import { Frames } from './frames';
import { calc_detail, list_bars, list_parts } from './parts';
import { Solids } from './solids';
import { Trails } from './trails';

export class Actor {
  readonly group = new Group();
  readonly bodies: Matrix4[];

  private constructor(
    readonly run: RunData,
    readonly replay: Replay,
    readonly frames: Frames,
    readonly solids: Solids,
    readonly trails: Trails,
    readonly arrows: ContactArrows | null,
  ) {
    this.bodies = replay.bodies.map(() => new Matrix4());
    this.group.add(solids.group, trails.group);
    if (arrows) this.group.add(arrows.group);
  }

  static async make(
    page: Page,
    run: RunData,
    replay: Replay,
    colors: Colors,
    alone: boolean,
    ghost: boolean,
  ): Promise<Actor> {
    const [time, poses] = await Promise.all([page.numbers(replay.time), page.table(replay.poses)]);
    const frames = new Frames(time, poses, replay.bodies.length);
    const detail = calc_detail(replay);
    const { bars, bobs } = list_bars(replay, colors, detail);
    const parts = [...list_parts(replay, colors, detail), ...bobs];
    const color = alone ? null : new Color(line_color(colors, run.number));
    const solids = await Solids.make(page, parts, bars, color, ghost);
    const arrows =
      replay.contacts.length && !ghost
        ? await ContactArrows.make(run, replay.contacts, detail, replay.extent.radius || 1)
        : null;
    return new Actor(run, replay, frames, solids, new Trails(frames, ghost ? 0.5 : 0.9), arrows);
  }

  show(time: number): void {
    this.frames.poses_at(time, this.bodies);
    this.solids.pose(this.bodies);
    this.trails.show(time);
    this.arrows?.show(time);
  }

  center_of(body: number, out: Vector3): Vector3 {
    return out.fromArray(this.replay.bodies[body].center_of_mass).applyMatrix4(this.bodies[body]);
  }
}
