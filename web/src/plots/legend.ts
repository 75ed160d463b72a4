// The names of curves above a plot, with their numbers where the cursor stands.
import { format_number, with_unit } from '../interface/format_number';
import { make } from '../interface/make';
import type { Colors } from '../theme/colors';
import type { PlotContent } from './content';
import { curve_color } from './draw';
import { category_color } from './heat';

interface Entry {
  label: string;
  unit: string;
  color: string;
  kind: string; // of the swatch
}

function entries_of(content: PlotContent, colors: Colors): Entry[] {
  return [
    ...content.curves.map((curve) => ({
      label: curve.label,
      unit: curve.unit,
      color: curve_color(curve, colors),
      kind: curve.filled ? 'area' : curve.style === 'points' ? 'points' : curve.dash,
    })),
    ...content.regions.map(({ label, color }) => ({ label, unit: '', color: colors.palette[color % 8], kind: 'area' })),
    ...(content.heat?.categories ?? []).map((label, i) => ({
      label,
      unit: '',
      color: category_color(colors, i),
      kind: 'cell',
    })),
  ].filter((entry) => entry.label);
}

export class Legend {
  readonly element = make('ul', { class: 'legend' });
  private values_: HTMLElement[] = [];
  private units_: string[] = [];

  show(content: PlotContent, colors: Colors): void {
    this.values_ = [];
    this.units_ = [];
    const items = entries_of(content, colors).map((entry) => {
      const swatch = make('span', { class: `line-swatch line-${entry.kind}` });
      swatch.style.setProperty('--swatch', entry.color);
      const value = make('span', { class: 'legend-value' });
      this.values_.push(value);
      this.units_.push(entry.unit);
      return make(
        'li',
        {},
        swatch,
        make('span', { class: 'legend-name', text: entry.label, title: entry.label }),
        value,
      );
    });
    this.element.replaceChildren(...items);
  }

  /** One number a curve; curves without a label have none in the legend. */
  set_values(values: (number | null)[]): void {
    this.values_.forEach((element, i) => {
      const value = values[i];
      element.textContent =
        value === undefined || value === null ? '' : with_unit(format_number(value), this.units_[i]);
    });
  }
}
