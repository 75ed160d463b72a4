// The axes of the world, with their names.
import {
  CanvasTexture,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
  Sprite,
  SpriteMaterial,
  Vector3,
} from 'three';
import { kFontFamily } from '../plots/painter';
import { kLight } from '../theme/colors';
import { turn_z_to } from './parts';

function make_label(text: string, color: string, size: number): Sprite {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  if (context) {
    context.font = `600 44px ${kFontFamily}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = color;
    context.fillText(text, 32, 32);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map: texture, depthTest: false, toneMapped: false }));
  sprite.scale.setScalar(size);
  return sprite;
}

// A thin rod with a point, along z.
function make_arrow(length: number, color: string): Group {
  const material = new MeshBasicMaterial({ color, toneMapped: false });
  const width = 0.011 * length;
  const head = 0.13 * length;
  const rod = new Mesh(
    new CylinderGeometry(width, width, length - head, 12).rotateX(Math.PI / 2).translate(0, 0, (length - head) / 2),
    material,
  );
  const point = new Mesh(
    new ConeGeometry(3.6 * width, head, 20).rotateX(Math.PI / 2).translate(0, 0, length - head / 2),
    material,
  );
  return new Group().add(rod, point);
}

export function make_world_axes(length: number): Group {
  const group = new Group();
  const axes: [string, Vector3, string][] = [
    ['x', new Vector3(1, 0, 0), kLight.palette[1]],
    ['y', new Vector3(0, 1, 0), kLight.palette[2]],
    ['z', new Vector3(0, 0, 1), kLight.palette[0]],
  ];
  for (const [name, direction, color] of axes) {
    const arrow = make_arrow(length, color);
    arrow.quaternion.copy(turn_z_to(direction));
    const label = make_label(name, color, 0.22 * length);
    label.position.copy(direction).multiplyScalar(1.14 * length);
    group.add(arrow, label);
  }
  return group;
}
