// The charts of a page: those that the page asks for, and what the reader adds.
import { make, make_button } from '../interface/make';
import { Chart, type ChartContext } from './chart';
import type { ChartState } from './chart_curves';
import { edit_chart } from './chart_editor';

const kMostFirst = 6;

function first_states(context: ChartContext): ChartState[] {
  const first = context.selection.main.run;
  return first.charts.slice(0, kMostFirst).map((chart) => ({
    title: chart.title,
    channels: chart.channels.map((number) => first.channels[number].name),
    x: chart.x === null ? null : first.channels[chart.x].name,
    log_x: false,
    log_y: chart.log,
    difference: false,
  }));
}

export class ChartList {
  readonly element: HTMLElement;
  private readonly list_ = make('div', { class: 'charts-list' });
  private charts_: Chart[] = [];

  constructor(private readonly context_: ChartContext) {
    const add = make_button('Add a chart', 'Add a chart', () => this.add_new(), 'button');
    const all = make_button('Whole time', 'Show the whole time in all charts', () => context_.window.set(null));
    const hint = make('p', {
      class: 'quiet charts-hint',
      text: 'Drag to zoom, Shift-drag to pan, double-click for all, click to go there.',
    });
    this.element = make(
      'section',
      { id: 'plots', class: 'charts', label: 'Plots' },
      this.list_,
      make('div', { class: 'charts-foot' }, add, all, hint),
    );
    this.show_first();
    context_.selection.changed.listen(() => this.refresh());
  }

  /** A chart of differences between runs. */
  add_difference(channel: string): void {
    const state = { title: '', channels: [channel], x: null, log_x: false, log_y: false, difference: true };
    this.add(state).element.scrollIntoView({ block: 'nearest' });
  }

  private show_first(): void {
    for (const chart of [...this.charts_]) this.remove(chart);
    for (const state of first_states(this.context_)) this.add(state);
  }

  // Another mechanism has other channels.
  private refresh(): void {
    if (this.context_.selection.one_at_a_time) this.show_first();
    else for (const chart of this.charts_) void chart.refresh();
  }

  private add(state: ChartState): Chart {
    const chart = new Chart(state, this.context_, (removed) => this.remove(removed));
    this.charts_.push(chart);
    this.list_.append(chart.element);
    return chart;
  }

  private add_new(): void {
    const state: ChartState = { title: '', channels: [], x: null, log_x: false, log_y: false, difference: false };
    const chart = this.add(state);
    chart.element.scrollIntoView({ block: 'nearest' });
    edit_chart(state, this.context_.selection.runs, () => void chart.refresh());
  }

  private remove(chart: Chart): void {
    chart.forget();
    chart.element.remove();
    this.charts_ = this.charts_.filter((other) => other !== chart);
  }
}
