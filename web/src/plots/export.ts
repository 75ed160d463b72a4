// A plot as a file: SVG for a paper (always on white), CSV for other programs.
import { make_button } from '../interface/make';
import { file_name, save_text } from '../interface/save';
import { kLight } from '../theme/colors';
import { axis_text, type PlotContent } from './content';
import { curve_color, draw_plot, layout, type View } from './draw';
import { category_color } from './heat';
import { SvgPainter } from './svg_painter';

const kWidth = 720;
const kHeight = 440;

interface LegendEntry {
  label: string;
  color: string;
  area: boolean;
}

function legend_of(content: PlotContent): LegendEntry[] {
  const entries = [
    ...content.curves.map((curve) => ({ label: curve.label, color: curve_color(curve, kLight), area: curve.filled })),
    ...content.regions.map((region) => ({ label: region.label, color: kLight.palette[region.color % 8], area: true })),
    ...(content.heat?.categories ?? []).map((label, i) => ({ label, color: category_color(kLight, i), area: true })),
  ];
  return entries.filter((entry) => entry.label);
}

// Above the plot, in as many lines as it takes; returns where the plot begins.
function draw_legend(painter: SvgPainter, entries: LegendEntry[], top: number): number {
  let x = 58;
  let y = top;
  for (const { label, color, area } of entries) {
    const width = 30 + painter.text_width(label, 12);
    if (x + width > kWidth - 10 && x > 58) {
      x = 58;
      y += 18;
    }
    if (area) painter.fill([[x, y - 9, x + 14, y - 9, x + 14, y + 1, x, y + 1]], color, 0.6);
    else painter.stroke([[x, y - 4, x + 14, y - 4]], { color, width: 2 });
    painter.text(label, x + 19, y, { color: kLight.ink, size: 12 });
    x += width + 6;
  }
  return entries.length ? y + 8 : top - 10;
}

export function plot_to_svg(content: PlotContent, view: View): string {
  const painter = new SvgPainter(kWidth, kHeight, content.title);
  painter.fill([[0, 0, kWidth, 0, kWidth, kHeight, 0, kHeight]], kLight.ground, 1);
  painter.text(content.title, 58, 24, { color: kLight.ink, size: 15, bold: true });
  const top = draw_legend(painter, legend_of(content), 46);
  const area = { x: 4, y: top, width: kWidth - 8, height: kHeight - top - 4 };
  draw_plot(painter, content, layout(painter, content, view, area, 1), area, kLight, 1);
  return painter.finish();
}

function quote(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

function name_column(label: string, unit: string): string {
  return quote(unit ? `${label} [${unit}]` : label);
}

// As few digits as it takes to read the same number back; of a float of 32 bits these are fewer.
function number_text(value: number | undefined, single = false): string {
  if (value === undefined || Number.isNaN(value)) return '';
  if (!single) return String(value);
  for (let digits = 6; digits < 9; ++digits) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

function heat_to_csv(content: PlotContent): string {
  const heat = content.heat;
  if (!heat) return '';
  const rows = [
    [quote(axis_text(content.x)), quote(axis_text(content.y)), name_column(heat.label, heat.unit)].join(','),
  ];
  heat.y.forEach((y, j) =>
    heat.x.forEach((x, i) =>
      rows.push([x, y, heat.values[j * heat.x.length + i]].map((value) => number_text(value)).join(',')),
    ),
  );
  return `${rows.join('\n')}\n`;
}

/** Every number of the curves, not only what is drawn. Curves with the same x share its column. */
export function plot_to_csv(content: PlotContent): string {
  if (content.heat && !content.curves.length) return heat_to_csv(content);
  const header: string[] = [];
  const columns: ArrayLike<number>[] = [];
  let shared: ArrayLike<number> | null = null;
  for (const curve of content.curves) {
    if (curve.x !== shared) {
      header.push(quote(axis_text(content.x)));
      columns.push(curve.x);
      shared = curve.x;
    }
    header.push(name_column(curve.label || content.y.label, curve.unit));
    columns.push(curve.y);
  }
  const rows = [header.join(',')];
  const count = Math.max(0, ...columns.map((column) => column.length));
  for (let i = 0; i < count; ++i)
    rows.push(columns.map((column) => number_text(column[i], column instanceof Float32Array)).join(','));
  return `${rows.join('\n')}\n`;
}

/** Buttons that save what a plot shows. */
export function make_save_buttons(plot: () => { content: PlotContent | null; view: View }): HTMLButtonElement[] {
  const save = (ending: string, type: string, write: (content: PlotContent, view: View) => string): void => {
    const { content, view } = plot();
    if (content) save_text(file_name(content.title, ending), type, write(content, view));
  };
  return [
    make_button('SVG', 'Save as SVG', () => save('svg', 'image/svg+xml', plot_to_svg)),
    make_button('CSV', 'Save as CSV', () => save('csv', 'text/csv', plot_to_csv)),
  ];
}
