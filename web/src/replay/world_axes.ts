// The axes of the world, with their names.
import { ArrowHelper, CanvasTexture, Group, SRGBColorSpace, Sprite, SpriteMaterial, Vector3 } from 'three';
import { kFontFamily } from '../plots/painter';
import { kLight } from '../theme/colors';

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

export function make_world_axes(length: number): Group {
  const group = new Group();
  const axes: [string, Vector3, string][] = [
    ['x', new Vector3(1, 0, 0), kLight.palette[1]],
    ['y', new Vector3(0, 1, 0), kLight.palette[2]],
    ['z', new Vector3(0, 0, 1), kLight.palette[0]],
  ];
  for (const [name, direction, color] of axes) {
    group.add(new ArrowHelper(direction, new Vector3(), length, color, 0.16 * length, 0.07 * length));
    const label = make_label(name, color, 0.22 * length);
    label.position.copy(direction).multiplyScalar(1.14 * length);
    group.add(label);
  }
  return group;
}
