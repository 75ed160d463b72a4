// The picture of a heat map: for each pixel the cell under it, whatever the scales.
import { heat_color, type Colors } from '../theme/colors';
import { cell_edges, type Heat } from './content';
import type { Box } from './painter';
import type { Scale } from './scale';

function channels_of(color: string): [number, number, number] {
  const value = parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A category's place in the palette. */
export function category_color(colors: Colors, category: number): string {
  return colors.palette[((category % 8) + 8) % 8];
}

export function cell_color(heat: Heat, value: number, colors: Colors): [number, number, number] {
  if (heat.categories) return channels_of(category_color(colors, Math.round(value)));
  return heat_color((value - heat.range[0]) / (heat.range[1] - heat.range[0]));
}

function cells_of_pixels(edges: Float64Array, scale: Scale, first: number, count: number): Int32Array {
  const cells = new Int32Array(count).fill(-1);
  for (let cell = 0; cell + 1 < edges.length; ++cell) {
    const ends = [scale.to_pixel(edges[cell]), scale.to_pixel(edges[cell + 1])].map((end) => end - first);
    const from = Math.max(0, Math.round(Math.min(...ends)));
    const to = Math.min(count, Math.round(Math.max(...ends)));
    for (let pixel = from; pixel < to; ++pixel) cells[pixel] = cell;
  }
  return cells;
}

export function paint_heat(heat: Heat, x: Scale, y: Scale, box: Box, colors: Colors): HTMLCanvasElement {
  const width = Math.max(1, Math.round(box.width));
  const height = Math.max(1, Math.round(box.height));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const picture = context.createImageData(width, height);
  const columns = cells_of_pixels(cell_edges(heat.x, x.log), x, box.x, width);
  const rows = cells_of_pixels(cell_edges(heat.y, y.log), y, box.y, height);
  const painted = new Map<number, [number, number, number]>();
  for (let py = 0; py < height; ++py) {
    for (let px = 0; px < width; ++px) {
      if (rows[py] < 0 || columns[px] < 0) continue;
      const cell = rows[py] * heat.x.length + columns[px];
      const value = heat.values[cell];
      if (Number.isNaN(value)) continue;
      let color = painted.get(cell);
      if (!color) {
        color = cell_color(heat, value, colors);
        painted.set(cell, color);
      }
      picture.data.set([...color, 255], 4 * (py * width + px));
    }
  }
  context.putImageData(picture, 0, 0);
  return canvas;
}
