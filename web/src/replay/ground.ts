// A floor: lines that fade with distance, and the shadows that fall on it.
import { Color, DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector3 } from 'three';
import type { Replay } from '../data/format';
import { to_quaternion, to_vector, turn_z_to } from './parts';

const kVertex = `
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

// Lines as wide as a pixel at any distance: the distance to the nearest one, measured in pixels.
const kFragment = `
uniform vec3 color;
uniform float spacing;
uniform float reach;
varying vec2 place;
float line(vec2 at, float width) {
  vec2 pixels = abs(fract(at - 0.5) - 0.5) / max(fwidth(at), vec2(1e-6));
  return 1.0 - min(min(pixels.x, pixels.y) / width, 1.0);
}
void main() {
  float fine = 0.26 * line(place / spacing, 1.0);
  float coarse = 0.5 * line(place / (5.0 * spacing), 1.3);
  float fade = 1.0 - smoothstep(0.1, 0.9, length(place) / reach);
  gl_FragColor = vec4(color, max(fine, coarse) * fade);
}`;

function round_spacing(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / power;
  return (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10) * power;
}

interface Floor {
  at: Vector3;
  normal: Vector3;
}

// The planes of the world, or else a floor below all that moves.
function find_floors(replay: Replay, up: Vector3): Floor[] {
  const planes = replay.shapes.filter((shape) => shape.type === 'plane' && shape.body < 0);
  const center = to_vector(replay.extent.center);
  if (planes.length) {
    return planes.map((plane) => {
      const normal = to_vector(plane.normal ?? [0, 0, 1])
        .normalize()
        .applyQuaternion(to_quaternion(plane.rotation));
      const at = to_vector(plane.at);
      // The part of the plane that lies below what moves.
      const foot = center.clone().addScaledVector(normal, normal.dot(at) - normal.dot(center));
      return { at: foot, normal };
    });
  }
  return [{ at: center.addScaledVector(up, -1.04 * replay.extent.radius), normal: up }];
}

export class Ground {
  readonly group = new Group();
  readonly spacing: number; // [m]
  private readonly material_: ShaderMaterial;

  constructor(replay: Replay, up: Vector3) {
    const radius = replay.extent.radius || 1;
    const reach = 6 * radius;
    this.spacing = round_spacing(radius / 3);
    this.material_ = new ShaderMaterial({
      uniforms: { color: { value: new Color() }, spacing: { value: this.spacing }, reach: { value: reach } },
      vertexShader: kVertex,
      fragmentShader: kFragment,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    for (const floor of find_floors(replay, up)) {
      const grid = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), this.material_);
      const shadow = new Mesh(grid.geometry, new ShadowMaterial({ opacity: 0.16, depthWrite: false }));
      shadow.receiveShadow = true;
      for (const mesh of [grid, shadow]) {
        mesh.quaternion.copy(turn_z_to(floor.normal));
        mesh.position.copy(floor.at);
        this.group.add(mesh);
      }
    }
  }

  set_color(color: string): void {
    (this.material_.uniforms['color'].value as Color).set(color);
  }
}
