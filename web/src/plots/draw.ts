// Draws a plot: frame, marks, curves. The legend is no part of it: it stands beside the plot and hides nothing.
import { heat_color, line_color, type Colors } from '../theme/colors';
import { format_short } from '../interface/format_number';
import { axis_text, find_x_range, find_y_range, type Heat, type PlotContent } from './content';
import { trace_curve, type Curve } from './curve';
import { paint_heat } from './heat';
import type { Box, Painter } from './painter';
import { Scale, type Range } from './scale';
import { calc_ticks, type Tick } from './ticks';

export interface Frame {
  box: Box; // of the plot itself, inside its marks
  x: Scale;
  y: Scale;
}

export interface View {
  x: Range | null; // null is all
  y: Range | null;
}

const kManyPoints = 60;
const kDashes = { solid: [], dashed: [7, 4], dotted: [1.5, 3] };

export function curve_color(curve: Curve, colors: Colors): string {
  if (curve.gain) return colors.gain;
  return curve.exact ? colors.palette[curve.color % colors.palette.length] : line_color(colors, curve.color);
}

function widen(range: Range, factor: number): Range {
  const middle = (range[0] + range[1]) / 2;
  const reach = ((range[1] - range[0]) / 2) * factor;
  return [middle - reach, middle + reach];
}

// A unit is as long on both axes: the one with room to spare shows more.
function equalize(x: Range, y: Range, box: Box): [Range, Range] {
  const x_unit = box.width / (x[1] - x[0]);
  const y_unit = box.height / (y[1] - y[0]);
  return x_unit > y_unit ? [widen(x, x_unit / y_unit), y] : [x, widen(y, y_unit / x_unit)];
}

function make_scales(content: PlotContent, view: View, box: Box): Frame {
  let x = view.x ?? find_x_range(content);
  let y = view.y ?? find_y_range(content, view.x);
  if (content.equal_axes && !content.x.log && !content.y.log) [x, y] = equalize(x, y, box);
  return {
    box,
    x: new Scale(content.x.log, x, box.x, box.x + box.width),
    y: new Scale(content.y.log, y, box.y + box.height, box.y),
  };
}

function tick_counts(box: Box, scale: number): [number, number] {
  return [Math.max(2, Math.floor(box.width / (72 * scale))), Math.max(3, Math.floor(box.height / (42 * scale)))];
}

/** Where the plot goes in an area: as much room for marks as their texts need. */
export function layout(painter: Painter, content: PlotContent, view: View, area: Box, scale: number): Frame {
  const size = 11.5 * scale;
  const bottom = 34 * scale;
  const top = 8 * scale;
  const right = content.heat && !content.heat.categories ? 72 * scale : 12 * scale;
  const inner = { x: area.x, y: area.y + top, width: area.width - right, height: area.height - top - bottom };
  const rough = make_scales(content, view, inner);
  const labels = calc_ticks(rough.y, tick_counts(inner, scale)[1]).map((tick) => painter.text_width(tick.label, size));
  const left = Math.max(62 * scale, Math.max(0, ...labels) + 28 * scale);
  return make_scales(content, view, { ...inner, x: area.x + left, width: Math.max(10, inner.width - left) });
}

function draw_grid(painter: Painter, frame: Frame, x_ticks: Tick[], y_ticks: Tick[], colors: Colors): void {
  const { box, x, y } = frame;
  const crisp = (pixel: number): number => Math.round(pixel) + 0.5;
  const lines = [
    ...x_ticks
      .filter((tick) => tick.label)
      .map((tick) => [crisp(x.to_pixel(tick.value)), box.y, crisp(x.to_pixel(tick.value)), box.y + box.height]),
    ...y_ticks
      .filter((tick) => tick.label)
      .map((tick) => [box.x, crisp(y.to_pixel(tick.value)), box.x + box.width, crisp(y.to_pixel(tick.value))]),
  ];
  painter.stroke(lines, { color: colors.grid, width: 1 });
}

function draw_marks(
  painter: Painter,
  frame: Frame,
  x_ticks: Tick[],
  y_ticks: Tick[],
  colors: Colors,
  scale: number,
): void {
  const { box, x, y } = frame;
  const bottom = Math.round(box.y + box.height) + 0.5;
  const left = Math.round(box.x) + 0.5;
  const size = 11.5 * scale;
  const length = 4 * scale;
  const marks = [
    ...x_ticks.map((tick) => [
      x.to_pixel(tick.value),
      bottom,
      x.to_pixel(tick.value),
      bottom + (tick.label ? length : length / 2),
    ]),
    ...y_ticks.map((tick) => [
      left,
      y.to_pixel(tick.value),
      left - (tick.label ? length : length / 2),
      y.to_pixel(tick.value),
    ]),
  ];
  painter.stroke([[left, box.y, left, bottom, box.x + box.width, bottom], ...marks], { color: colors.muted, width: 1 });
  for (const tick of x_ticks) {
    painter.text(tick.label, x.to_pixel(tick.value), bottom + 15 * scale, {
      color: colors.muted,
      size,
      align: 'center',
    });
  }
  for (const tick of y_ticks) {
    painter.text(tick.label, left - 7 * scale, y.to_pixel(tick.value), {
      color: colors.muted,
      size,
      align: 'right',
      middle: true,
    });
  }
}

// Shortened where it is longer than its axis.
function fit_text(painter: Painter, text: string, size: number, room: number): string {
  const width = painter.text_width(text, size);
  return width <= room ? text : `${text.slice(0, Math.max(1, Math.floor((text.length * room) / width) - 1))}…`;
}

function draw_axis_texts(
  painter: Painter,
  content: PlotContent,
  box: Box,
  area: Box,
  colors: Colors,
  scale: number,
): void {
  const style = { color: colors.ink, size: 12 * scale, align: 'center' as const };
  painter.text(
    fit_text(painter, axis_text(content.x), style.size, box.width),
    box.x + box.width / 2,
    area.y + area.height - 4 * scale,
    style,
  );
  painter.text(
    fit_text(painter, axis_text(content.y), style.size, area.height - 4 * scale),
    area.x + 12 * scale,
    box.y + box.height / 2,
    { ...style, upwards: true },
  );
}

function draw_curve(painter: Painter, curve: Curve, frame: Frame, colors: Colors, scale: number): void {
  const color = curve_color(curve, colors);
  const lines = trace_curve(curve, frame.x, frame.y);
  if (curve.style === 'points') {
    const centers = lines.flat();
    painter.dots(centers, (centers.length > 2 * kManyPoints ? 2.2 : 3) * scale, color);
    return;
  }
  if (curve.filled) {
    const zero = frame.y.to_pixel(0);
    // Over the ground first, so that what lies below does not shine through.
    const areas = lines.map((line) => [line[0], zero, ...line, line[line.length - 2], zero]);
    painter.fill(areas, colors.ground, 1);
    painter.fill(areas, color, 0.55);
  }
  const dash = kDashes[curve.dash].map((length) => length * scale);
  painter.stroke(
    lines.filter((line) => line.length > 2),
    { color, width: (curve.filled ? 1 : 1.75) * scale, dash },
  );
  // A number between two gaps is a dot.
  painter.dots(lines.filter((line) => line.length === 2).flat(), 1.75 * scale, color);
}

function draw_regions(painter: Painter, content: PlotContent, frame: Frame, colors: Colors): void {
  for (const region of content.regions) {
    const outline: number[] = [];
    region.x.forEach((x, i) => outline.push(frame.x.to_pixel(x), frame.y.to_pixel(region.y[i])));
    painter.fill([outline], colors.palette[region.color % 8], 0.3);
  }
}

function draw_annotations(painter: Painter, content: PlotContent, frame: Frame, colors: Colors, scale: number): void {
  for (const { x, y, text } of content.annotations) {
    const px = frame.x.to_pixel(x);
    const py = frame.y.to_pixel(y);
    const size = 12 * scale;
    const width = painter.text_width(text, size);
    // To the left of its point where there is no room at the right.
    const left = px + 8 * scale + width > frame.box.x + frame.box.width;
    painter.dots([px, py], 2.5 * scale, colors.ink);
    painter.text(text, px + (left ? -7 : 7) * scale, py - 6 * scale, {
      color: colors.ink,
      size,
      align: left ? 'right' : 'left',
    });
  }
}

function draw_heat_scale(painter: Painter, heat: Heat, box: Box, colors: Colors, scale: number): void {
  const bar = { x: box.x + box.width + 12 * scale, y: box.y, width: 10 * scale, height: box.height };
  const steps = 64;
  for (let i = 0; i < steps; ++i) {
    const y = bar.y + (bar.height * (steps - 1 - i)) / steps;
    const bottom = y + bar.height / steps + 0.5;
    painter.fill(
      [[bar.x, y, bar.x + bar.width, y, bar.x + bar.width, bottom, bar.x, bottom]],
      `rgb(${heat_color((i + 0.5) / steps).join(' ')})`,
      1,
    );
  }
  const size = 11 * scale;
  const place = new Scale(false, heat.range, bar.y + bar.height, bar.y);
  for (const tick of calc_ticks(place, Math.max(2, bar.height / (60 * scale)))) {
    painter.text(tick.label || format_short(tick.value), bar.x + bar.width + 4 * scale, place.to_pixel(tick.value), {
      color: colors.muted,
      size,
      middle: true,
    });
  }
  const title = heat.unit ? `${heat.label} [${heat.unit}]` : heat.label;
  painter.text(title, bar.x + 54 * scale, bar.y + bar.height / 2, {
    color: colors.ink,
    size: 12 * scale,
    align: 'center',
    upwards: true,
  });
}

export function draw_plot(
  painter: Painter,
  content: PlotContent,
  frame: Frame,
  area: Box,
  colors: Colors,
  scale: number,
): void {
  const { box } = frame;
  const [x_count, y_count] = tick_counts(box, scale);
  const x_ticks = calc_ticks(frame.x, x_count);
  const y_ticks = calc_ticks(frame.y, y_count);
  const heat = content.heat;
  if (heat) painter.image(paint_heat(heat, frame.x, frame.y, box, colors), box);
  else draw_grid(painter, frame, x_ticks, y_ticks, colors);
  painter.clip(box, () => {
    draw_regions(painter, content, frame, colors);
    for (const curve of content.curves) draw_curve(painter, curve, frame, colors, scale);
    draw_annotations(painter, content, frame, colors, scale);
  });
  draw_marks(painter, frame, x_ticks, y_ticks, colors, scale);
  draw_axis_texts(painter, content, box, area, colors, scale);
  if (heat && !heat.categories) draw_heat_scale(painter, heat, box, colors, scale);
}
