// A figure as its description says, ready to be drawn.
import type { Figure, FigureAxis, FigureHeat } from '../data/format';
import type { Page } from '../data/page';
import type { Axis, Heat, PlotContent } from '../plots/content';
import { find_extent, find_sorted, type Curve } from '../plots/curve';

function make_axis(axis: FigureAxis): Axis {
  return { label: axis.label, unit: axis.unit, log: axis.scale === 'log', range: axis.range };
}

async function make_curves(page: Page, figure: Figure): Promise<Curve[]> {
  return Promise.all(
    figure.series.map(async (series, number) => {
      const [x, y] = await Promise.all([page.numbers(series.x), page.numbers(series.y)]);
      const color = series.color ?? number;
      return {
        label: series.label,
        unit: figure.y.unit,
        x,
        y,
        sorted: find_sorted(x),
        color,
        exact: series.color !== null,
        dash: series.dash,
        style: series.style,
        filled: false,
      };
    }),
  );
}

async function make_heat(page: Page, heat: FigureHeat): Promise<Heat> {
  const [x, y, values] = await Promise.all([page.numbers(heat.x), page.numbers(heat.y), page.numbers(heat.values)]);
  const found = heat.range ?? find_extent(values, values, false, null, false);
  const range: [number, number] = found[0] < found[1] ? found : [found[0] || 0, (found[0] || 0) + 1];
  return { x, y, values, label: heat.label, unit: heat.unit, range, categories: heat.categories };
}

export async function make_figure_content(page: Page, figure: Figure): Promise<PlotContent> {
  const regions = await Promise.all(
    figure.regions.map(async ({ label, x, y, color }) => ({
      label,
      color,
      x: await page.numbers(x),
      y: await page.numbers(y),
    })),
  );
  return {
    title: figure.title,
    x: make_axis(figure.x),
    y: make_axis(figure.y),
    curves: await make_curves(page, figure),
    regions,
    heat: figure.heat && (await make_heat(page, figure.heat)),
    annotations: figure.annotations,
    equal_axes: figure.equal_axes,
    tight_x: false,
  };
}
