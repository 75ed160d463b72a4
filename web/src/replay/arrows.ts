// Contact points with their normal and friction forces.
import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { BufferGeometry } from 'three';
import type { NumberArray } from '../data/block';
import type { Contact } from '../data/format';
import type { RunData } from '../data/run_data';
import { interpolate_at } from '../data/search';
import { kLight } from '../theme/colors';

interface ContactColumns {
  position: NumberArray[];
  normal: NumberArray[];
  friction: NumberArray[];
}

const kForward = new Vector3(0, 0, 1);
const kNowhere = new Matrix4().makeScale(0, 0, 0);

// The force that most contacts stay below: an impact must not shrink all other arrows to nothing.
function usual_force(contacts: ContactColumns[]): number {
  const forces: number[] = [];
  for (const { normal } of contacts) {
    const stride = Math.max(1, Math.floor(normal[0].length / 2000));
    for (let i = 0; i < normal[0].length; i += stride) {
      const force = Math.hypot(normal[0][i], normal[1][i], normal[2][i]);
      if (force > 0) forces.push(force);
    }
  }
  forces.sort((a, b) => a - b);
  return forces.length ? forces[Math.floor(0.9 * (forces.length - 1))] : 1;
}

function make_instances(geometry: BufferGeometry, color: string, count: number): InstancedMesh {
  const material = new MeshStandardMaterial({ color: new Color(color), roughness: 0.6 });
  const mesh = new InstancedMesh(geometry, material, count);
  mesh.frustumCulled = false;
  return mesh;
}

/** Shafts and heads of one kind of force. */
class ArrowSet {
  readonly shafts: InstancedMesh;
  readonly heads: InstancedMesh;
  private readonly matrix_ = new Matrix4();
  private readonly turn_ = new Quaternion();
  private readonly direction_ = new Vector3();
  private readonly place_ = new Vector3();
  private readonly scale_ = new Vector3();

  constructor(
    color: string,
    count: number,
    private readonly width_: number,
  ) {
    this.shafts = make_instances(
      new CylinderGeometry(1, 1, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5),
      color,
      count,
    );
    this.heads = make_instances(new ConeGeometry(1, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5), color, count);
  }

  /** An arrow that starts at a point; one without length or with a gap is not seen. */
  set(i: number, from: Vector3, vector: Vector3): void {
    const length = vector.length();
    if (!(length > 0.2 * this.width_) || Number.isNaN(from.x)) {
      this.shafts.setMatrixAt(i, kNowhere);
      this.heads.setMatrixAt(i, kNowhere);
      return;
    }
    const head = Math.min(4.5 * this.width_, 0.6 * length);
    this.direction_.copy(vector).divideScalar(length);
    this.turn_.setFromUnitVectors(kForward, this.direction_);
    this.shafts.setMatrixAt(
      i,
      this.matrix_.compose(from, this.turn_, this.scale_.set(0.5 * this.width_, 0.5 * this.width_, length - head)),
    );
    this.place_.copy(from).addScaledVector(this.direction_, length - head);
    this.heads.setMatrixAt(
      i,
      this.matrix_.compose(this.place_, this.turn_, this.scale_.set(1.6 * this.width_, 1.6 * this.width_, head)),
    );
  }

  update(): void {
    this.shafts.instanceMatrix.needsUpdate = true;
    this.heads.instanceMatrix.needsUpdate = true;
  }
}

export class ContactArrows {
  readonly group = new Group();
  /** Newtons that one meter of arrow stands for. */
  readonly newtons_per_meter: number;
  private readonly normals_: ArrowSet;
  private readonly frictions_: ArrowSet;
  private readonly points_: InstancedMesh;

  private constructor(
    private readonly time_: NumberArray,
    private readonly contacts_: ContactColumns[],
    private readonly detail_: number,
    private readonly longest_: number,
  ) {
    this.newtons_per_meter = usual_force(contacts_) / (0.4 * longest_);
    this.normals_ = new ArrowSet(kLight.palette[0], contacts_.length, 0.6 * detail_);
    this.frictions_ = new ArrowSet(kLight.palette[1], contacts_.length, 0.6 * detail_);
    this.points_ = make_instances(new SphereGeometry(1, 12, 8), kLight.palette[4], contacts_.length);
    this.group.add(
      this.points_,
      this.normals_.shafts,
      this.normals_.heads,
      this.frictions_.shafts,
      this.frictions_.heads,
    );
  }

  static async make(run: RunData, contacts: Contact[], detail: number, radius: number): Promise<ContactArrows> {
    const load = (numbers: number[]): Promise<NumberArray[]> =>
      Promise.all(numbers.map((number) => run.channel(number)));
    const columns = await Promise.all(
      contacts.map(async ({ position, normal_force, friction_force }) => ({
        position: await load(position),
        normal: await load(normal_force),
        friction: await load(friction_force),
      })),
    );
    return new ContactArrows(await run.time(), columns, detail, radius);
  }

  show(time: number): void {
    const at = new Vector3();
    const force = new Vector3();
    const matrix = new Matrix4();
    const read = (columns: NumberArray[], out: Vector3): Vector3 => {
      out.fromArray(columns.map((column) => interpolate_at(this.time_, column, time)));
      return out;
    };
    const arrow = (columns: NumberArray[]): Vector3 =>
      read(columns, force).divideScalar(this.newtons_per_meter).clampLength(0, this.longest_);
    this.contacts_.forEach((contact, i) => {
      read(contact.position, at);
      const size = Number.isNaN(at.x) ? 0 : 0.7 * this.detail_;
      this.points_.setMatrixAt(i, size ? matrix.makeScale(size, size, size).setPosition(at) : kNowhere);
      this.normals_.set(i, at, arrow(contact.normal));
      this.frictions_.set(i, at, arrow(contact.friction));
    });
    this.points_.instanceMatrix.needsUpdate = true;
    this.normals_.update();
    this.frictions_.update();
  }
}
