// The replay: the stage with all runs on it, and what the reader can change about the view.
import { Quaternion, Spherical, Vector3, type Group } from 'three';
import type { Page } from '../data/page';
import type { RunData } from '../data/run_data';
import { line_color } from '../theme/colors';
import { font_scale, type Theme } from '../theme/theme';
import type { Clock } from '../time/clock';
import { Signal } from '../time/signal';
import { Actor } from './actor';
import { Ground } from './ground';
import { Stage } from './stage';
import { find_up, find_view_direction } from './viewpoint';
import { make_world_axes } from './world_axes';

export type Layer = 'trails' | 'forces' | 'joints' | 'grid' | 'axes';

export class ReplayView {
  readonly changed = new Signal();
  readonly layers: Record<Layer, boolean> = { trails: true, forces: true, joints: true, grid: true, axes: true };
  followed = -1; // body of the first run
  actors: Actor[] = [];
  private turn_ = 0;
  private ground_: Ground | null = null;
  private axes_: Group | null = null;
  private up_ = new Vector3(0, 0, 1);
  private direction_ = new Vector3(0, -1, 0);
  private readonly followed_place_ = new Vector3();

  constructor(
    readonly stage: Stage,
    private readonly page_: Page,
    private readonly clock_: Clock,
    private readonly theme_: Theme,
  ) {
    clock_.changed.listen(() => this.show_time());
    theme_.changed.listen(() => this.apply_theme());
  }

  /** The first run as it is, others as ghosts around it; returns whether there is anything to see. */
  async set_runs(runs: RunData[]): Promise<boolean> {
    const turn = ++this.turn_;
    const actors: Actor[] = [];
    const seen = runs.filter((run) => run.run.replay);
    for (const run of seen) {
      if (run.run.replay)
        actors.push(
          await Actor.make(this.page_, run, run.run.replay, this.theme_.colors, seen.length === 1, actors.length > 0),
        );
    }
    // Another choice was made while this one was being unpacked.
    if (turn !== this.turn_) return true;
    const same = actors[0]?.run === this.actors[0]?.run;
    this.clear();
    this.actors = actors;
    if (!actors.length) return false;
    this.set_scene(actors[0]);
    this.apply_theme();
    this.apply_layers();
    this.show_time();
    if (!same) this.reset_view();
    return true;
  }

  set_layer(layer: Layer, shown: boolean): void {
    this.layers[layer] = shown;
    this.apply_layers();
  }

  set_trail(point: number, shown: boolean): void {
    for (const actor of this.actors) {
      const chosen = actor.replay.points[point];
      if (chosen) actor.trails.set(chosen, shown ? this.trail_color(actor, point) : null);
    }
    this.show_time();
    this.changed.emit();
  }

  has_trail(point: number): boolean {
    return this.actors[0].trails.shown.has(this.actors[0].replay.points[point]);
  }

  follow(body: number): void {
    const count = this.actors[0]?.replay.bodies.length ?? 0;
    this.followed = body < -1 ? count - 1 : body >= count ? -1 : body;
    if (this.followed >= 0) {
      this.actors[0].center_of(this.followed, this.followed_place_);
      this.move_camera(this.followed_place_.clone().sub(this.stage.controls.target));
    }
    this.changed.emit();
  }

  reset_view(): void {
    if (!this.actors.length) return;
    this.followed = -1;
    const { center, radius } = this.actors[0].replay.extent;
    this.stage.look(new Vector3(...center), this.direction_, radius || 1);
    this.changed.emit();
  }

  /** Turns around the mechanism; angles in radians. */
  orbit(around: number, over: number): void {
    const { camera, controls } = this.stage;
    const to_y_up = new Quaternion().setFromUnitVectors(this.up_, new Vector3(0, 1, 0));
    const offset = camera.position.clone().sub(controls.target).applyQuaternion(to_y_up);
    const place = new Spherical().setFromVector3(offset);
    place.theta += around;
    place.phi = Math.min(Math.PI - 0.01, Math.max(0.01, place.phi + over));
    offset.setFromSpherical(place).applyQuaternion(to_y_up.invert());
    camera.position.copy(controls.target).add(offset);
    this.stage.render_soon();
  }

  /** As shares of what is seen. */
  pan(right: number, upwards: number): void {
    const { camera, controls } = this.stage;
    const size = camera.position.distanceTo(controls.target) * Math.tan((camera.fov * Math.PI) / 360) * 2;
    const x = new Vector3().setFromMatrixColumn(camera.matrix, 0).multiplyScalar(right * size);
    const y = new Vector3().setFromMatrixColumn(camera.matrix, 1).multiplyScalar(upwards * size);
    this.move_camera(x.add(y));
  }

  zoom(factor: number): void {
    const { camera, controls } = this.stage;
    camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
    this.stage.render_soon();
  }

  private clear(): void {
    for (const actor of this.actors) actor.solids.dispose();
    this.stage.clear();
  }

  private set_scene(main: Actor): void {
    const { extent } = main.replay;
    const radius = extent.radius || 1;
    this.up_ = find_up(main.replay);
    this.stage.set_up(this.up_);
    this.ground_ = new Ground(main.replay, this.up_);
    this.axes_ = make_world_axes(0.3 * radius);
    this.direction_ = find_view_direction(main.replay, main.frames, this.up_);
    this.stage.add(this.ground_.group, this.axes_, ...this.actors.map((actor) => actor.group));
    this.stage.light_up(new Vector3(...extent.center), radius);
    this.choose_first_trails();
  }

  private show_time(): void {
    for (const actor of this.actors) actor.show(this.clock_.time);
    if (this.followed >= 0 && this.actors.length) {
      const place = this.actors[0].center_of(this.followed, new Vector3());
      this.move_camera(place.clone().sub(this.followed_place_));
      this.followed_place_.copy(place);
    }
    this.stage.render_soon();
  }

  private move_camera(by: Vector3): void {
    this.stage.camera.position.add(by);
    this.stage.controls.target.add(by);
    this.stage.render_soon();
  }

  private trail_color(actor: Actor, point: number): string {
    const colors = this.theme_.colors;
    return line_color(colors, this.actors.length > 1 ? actor.run.number : point);
  }

  // The end of a chain is what people look at.
  private choose_first_trails(): void {
    const count = this.actors[0].replay.points.length;
    if (count > 0 && this.actors[0].replay.bodies.length <= 100) this.set_trail(count - 1, true);
  }

  private apply_layers(): void {
    if (this.ground_) this.ground_.group.visible = this.layers.grid;
    if (this.axes_) this.axes_.visible = this.layers.axes;
    for (const actor of this.actors) {
      actor.trails.group.visible = this.layers.trails;
      actor.solids.show_joints(this.layers.joints);
      if (actor.arrows) actor.arrows.group.visible = this.layers.forces;
    }
    this.stage.render_soon();
    this.changed.emit();
  }

  private apply_theme(): void {
    this.ground_?.set_color(this.theme_.dark ? '#b4bec8' : '#8a949e');
    for (const actor of this.actors) actor.trails.set_width(2 * font_scale());
    this.stage.render_soon();
  }
}
