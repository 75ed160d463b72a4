// All solids of one run: one instanced mesh for each kind of geometry, whatever the number of bodies.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  FrontSide,
  Group,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Color } from 'three';
import type { Page } from '../data/page';
import type { Bar, Part } from './parts';

const kUp = new Vector3(0, 0, 1);

// The more there are, the smaller each is seen.
function unit_geometry(kind: string, count: number): BufferGeometry {
  const around = count > 3000 ? 8 : count > 500 ? 12 : 40;
  if (kind === 'sphere') return new SphereGeometry(1, around, Math.ceil(0.6 * around));
  if (kind === 'box') return new BoxGeometry(1, 1, 1);
  if (kind === 'cone') return new ConeGeometry(1, 1, around).rotateX(Math.PI / 2);
  return new CylinderGeometry(1, 1, 1, around, 1, kind === 'tube').rotateX(Math.PI / 2);
}

async function mesh_geometry(page: Page, kind: string): Promise<BufferGeometry> {
  const [, vertices, triangles] = kind.split(' ').map(Number);
  const [points, corners] = await Promise.all([page.table(vertices), page.table(triangles)]);
  const interleave = (columns: ArrayLike<number>, out: Float32Array | Uint32Array): typeof out => {
    const rows = columns.length / 3;
    for (let i = 0; i < rows; ++i) for (let k = 0; k < 3; ++k) out[3 * i + k] = columns[k * rows + i];
    return out;
  };
  const indexed = new BufferGeometry();
  indexed.setAttribute('position', new BufferAttribute(interleave(points, new Float32Array(points.length)), 3));
  indexed.setIndex(new BufferAttribute(interleave(corners, new Uint32Array(corners.length)), 1));
  // Flat faces: machine parts have edges.
  const geometry = indexed.toNonIndexed();
  geometry.computeVertexNormals();
  return geometry;
}

interface Batch {
  mesh: InstancedMesh;
  parts: Part[];
}

export class Solids {
  readonly group = new Group();
  private readonly batches_: Batch[] = [];
  private readonly bars_: InstancedMesh | null;
  private readonly scratch_ = new Matrix4();

  private constructor(
    batches: Batch[],
    bars: InstancedMesh | null,
    private readonly bar_list_: Bar[],
  ) {
    this.batches_ = batches;
    this.bars_ = bars;
    for (const batch of batches) this.group.add(batch.mesh);
    if (bars) this.group.add(bars);
  }

  /** With a colour all of it but its joints has that colour; a ghost is translucent. */
  static async make(page: Page, parts: Part[], bars: Bar[], color: Color | null, ghost: boolean): Promise<Solids> {
    const kinds = new Map<string, Part[]>();
    for (const part of parts) {
      const key = `${part.joint ? 'joint ' : ''}${part.kind}`;
      const list = kinds.get(key);
      if (list) list.push(part);
      else kinds.set(key, [part]);
    }
    const batches = await Promise.all(
      [...kinds.values()].map(async (list): Promise<Batch> => {
        const kind = list[0].kind;
        const geometry = kind.startsWith('mesh') ? await mesh_geometry(page, kind) : unit_geometry(kind, parts.length);
        return {
          mesh: make_mesh(
            geometry,
            list.map((part) => (part.joint ? part.color : (color ?? part.color))),
            kind === 'tube',
            ghost,
            parts.length,
          ),
          parts: list,
        };
      }),
    );
    const bar_mesh = bars.length
      ? make_mesh(
          unit_geometry('cylinder', bars.length),
          bars.map((bar) => color ?? bar.color),
          false,
          ghost,
          parts.length,
        )
      : null;
    return new Solids(batches, bar_mesh, bars);
  }

  show_joints(shown: boolean): void {
    for (const batch of this.batches_) if (batch.parts[0].joint) batch.mesh.visible = shown;
  }

  pose(bodies: Matrix4[]): void {
    for (const { mesh, parts } of this.batches_) {
      parts.forEach((part, i) => {
        mesh.setMatrixAt(i, part.body < 0 ? part.local : this.scratch_.multiplyMatrices(bodies[part.body], part.local));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
    this.pose_bars(bodies);
  }

  dispose(): void {
    for (const mesh of [...this.batches_.map((batch) => batch.mesh), ...(this.bars_ ? [this.bars_] : [])]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }

  private pose_bars(bodies: Matrix4[]): void {
    if (!this.bars_) return;
    const [start, end, middle, scale] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    const turn = new Quaternion();
    this.bar_list_.forEach((bar, i) => {
      start.copy(bar.from.at).applyMatrix4(bodies[bar.from.body]);
      end.copy(bar.to.at).applyMatrix4(bodies[bar.to.body]);
      middle.addVectors(start, end).multiplyScalar(0.5);
      const length = end.sub(start).length();
      if (length > 0) turn.setFromUnitVectors(kUp, end.divideScalar(length));
      this.scratch_.compose(middle, turn, scale.set(bar.radius, bar.radius, length));
      this.bars_?.setMatrixAt(i, this.scratch_);
    });
    this.bars_.instanceMatrix.needsUpdate = true;
  }
}

function make_mesh(
  geometry: BufferGeometry,
  colors: Color[],
  hollow: boolean,
  ghost: boolean,
  parts: number,
): InstancedMesh {
  const see_through = ghost || hollow;
  const material = new MeshStandardMaterial({
    roughness: 0.55,
    metalness: 0.05,
    transparent: see_through,
    opacity: ghost ? 0.3 : hollow ? 0.25 : 1,
    depthWrite: !see_through,
    side: hollow ? DoubleSide : FrontSide,
  });
  const mesh = new InstancedMesh(geometry, material, colors.length);
  colors.forEach((color, i) => mesh.setColorAt(i, color));
  mesh.frustumCulled = false;
  // Thousands of shadows cost more than they show.
  mesh.castShadow = !see_through && parts <= 3000;
  mesh.receiveShadow = mesh.castShadow;
  return mesh;
}
