// What plots are drawn on: the screen or an SVG file, by the same calls, so that both look the same.

export const kFontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

export interface Stroke {
  color: string;
  width: number;
  dash?: number[];
}

export interface TextStyle {
  color: string;
  size: number;
  align?: 'left' | 'center' | 'right';
  middle?: boolean; // y is the middle of the letters instead of their foot
  upwards?: boolean; // turned to be read from below to above
  bold?: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Lines through points, x after y after x. */
export type Polyline = number[];

export interface Painter {
  stroke(lines: Polyline[], style: Stroke): void;
  fill(polygons: Polyline[], color: string, opacity: number): void;
  dots(centers: Polyline, radius: number, color: string): void;
  text(text: string, x: number, y: number, style: TextStyle): void;
  text_width(text: string, size: number): number;
  image(image: HTMLCanvasElement, box: Box): void;
  clip(box: Box, draw: () => void): void;
}
