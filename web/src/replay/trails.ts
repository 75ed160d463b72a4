// Where chosen points have been.
import { Group, Matrix4, Vector3 } from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import type { TrailPoint } from '../data/format';
import type { Frames } from './frames';
import { to_vector } from './parts';

// More would not be seen, and would cost memory on every card.
const kMostPoints = 20_000;

interface Trail {
  line: Line2;
  stride: number; // frames from point to point
  points: number;
}

function trace(point: TrailPoint, frames: Frames, stride: number): number[] {
  const pose = new Matrix4();
  const place = new Vector3();
  const at = to_vector(point.at);
  const positions: number[] = [];
  for (let frame = 0; frame < frames.count; frame += stride) {
    frames.pose(point.body, frame, 0, pose);
    place.copy(at).applyMatrix4(pose);
    positions.push(place.x, place.y, place.z);
  }
  return positions;
}

export class Trails {
  readonly group = new Group();
  private readonly trails_ = new Map<TrailPoint, Trail>();
  private width_ = 2;

  constructor(
    private readonly frames_: Frames,
    private readonly opacity_: number,
  ) {}

  get shown(): ReadonlySet<TrailPoint> {
    return new Set(this.trails_.keys());
  }

  set(point: TrailPoint, color: string | null): void {
    const old = this.trails_.get(point);
    if (old) {
      this.group.remove(old.line);
      old.line.geometry.dispose();
      this.trails_.delete(point);
    }
    if (color && this.frames_.count > 1) this.trails_.set(point, this.make(point, color));
  }

  set_width(width: number): void {
    this.width_ = width;
    for (const { line } of this.trails_.values()) line.material.linewidth = width;
  }

  show(time: number): void {
    const [frame, share] = this.frames_.locate(time);
    for (const { line, stride, points } of this.trails_.values()) {
      const segments = Math.min(points - 1, Math.floor((frame + share) / stride));
      line.geometry.instanceCount = segments;
      line.visible = segments > 0;
    }
  }

  private make(point: TrailPoint, color: string): Trail {
    const stride = Math.max(1, Math.ceil(this.frames_.count / kMostPoints));
    const positions = trace(point, this.frames_, stride);
    const material = new LineMaterial({ color, linewidth: this.width_, transparent: true, opacity: this.opacity_ });
    const line = new Line2(new LineGeometry().setPositions(positions), material);
    line.frustumCulled = false;
    this.group.add(line);
    return { line, stride, points: positions.length / 3 };
  }
}
