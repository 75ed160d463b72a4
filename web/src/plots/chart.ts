// A chart of channels: linked to the time of the page, changed by the reader.
import type { RunData } from '../data/run_data';
import { interpolate_at } from '../data/search';
import { make_icon } from '../interface/icons';
import { make, make_button, make_toggle } from '../interface/make';
import { file_name, save_text } from '../interface/save';
import type { Theme } from '../theme/theme';
import type { Clock } from '../time/clock';
import type { TimeWindow } from '../time/window';
import { make_chart_content, type ChartState } from './chart_curves';
import { edit_chart } from './chart_editor';
import { plot_to_csv, plot_to_svg } from './export';
import { Gestures } from './gestures';
import { Legend } from './legend';
import { PlotView, type Marker } from './plot_view';
import type { Range } from './scale';

export interface ChartContext {
  runs: RunData[];
  clock: Clock;
  window: TimeWindow;
  theme: Theme;
}

export class Chart {
  readonly element: HTMLElement;
  private readonly title_ = make('h3', { class: 'chart-title' });
  private readonly legend_ = new Legend();
  private readonly plot_: PlotView;
  private hover_: number | null = null; // [s]
  private readonly on_time_ = (): void => this.show_time();
  private readonly on_window_ = (): void => this.apply_window();
  private readonly on_theme_ = (): void => this.show_legend();

  constructor(readonly state: ChartState, private readonly context_: ChartContext, remove: (chart: Chart) => void) {
    this.plot_ = new PlotView(context_.theme, `Chart of ${state.title || state.channels.join(', ')}`);
    const head = make('header', { class: 'chart-head' }, this.title_, this.make_tools(remove));
    this.element = make('article', { class: 'chart' }, head, this.legend_.element, this.plot_.element);
    new Gestures(this.plot_, {
      zoom: (x, y) => this.zoom(x, y),
      point: (x, y) => this.point(x, y),
      hover: (x) => this.hover(x),
      cursor: () => (this.over_time ? context_.clock.time : null),
    });
    context_.clock.changed.listen(this.on_time_);
    context_.window.changed.listen(this.on_window_);
    context_.theme.changed.listen(this.on_theme_);
    void this.refresh();
  }

  /** Reads its curves again, after runs or channels were chosen. */
  async refresh(): Promise<void> {
    const content = await make_chart_content(this.state, this.context_.runs);
    this.title_.textContent = content.title;
    if (!this.over_time) this.plot_.view = { x: null, y: null };
    this.plot_.show(content);
    this.apply_window();
    this.show_legend();
  }

  forget(): void {
    this.context_.clock.changed.forget(this.on_time_);
    this.context_.window.changed.forget(this.on_window_);
    this.context_.theme.changed.forget(this.on_theme_);
  }

  private get over_time(): boolean {
    return this.state.x === null || this.state.difference;
  }

  private make_tools(remove: (chart: Chart) => void): HTMLElement {
    const edit = make_button('', 'Choose channels and axes', () => edit_chart(this.state, this.context_.runs, () => void this.refresh()), 'button button-small');
    edit.append(make_icon('edit'));
    const close = make_button('', 'Remove this chart', () => remove(this), 'button button-small');
    close.append(make_icon('close'));
    const log = make_toggle('log', 'Logarithmic y axis', this.state.log_y, (on) => {
      this.state.log_y = on;
      void this.refresh();
    });
    const tools = [log, this.make_save('SVG', 'Save as SVG'), this.make_save('CSV', 'Save as CSV'), edit, close];
    if (this.context_.runs.length > 1) tools.unshift(this.make_difference());
    return make('div', { class: 'chart-tools' }, ...tools);
  }

  private make_difference(): HTMLButtonElement {
    return make_toggle('Δ', `Differences to ${this.context_.runs[0].title}`, this.state.difference, (on) => {
      this.state.difference = on;
      void this.refresh();
    });
  }

  private make_save(kind: 'SVG' | 'CSV', label: string): HTMLButtonElement {
    return make_button(kind, label, () => {
      const content = this.plot_.content;
      if (!content) return;
      if (kind === 'SVG') save_text(file_name(content.title, 'svg'), 'image/svg+xml', plot_to_svg(content, this.plot_.view));
      else save_text(file_name(content.title, 'csv'), 'text/csv', plot_to_csv(content));
    });
  }

  private show_legend(): void {
    if (!this.plot_.content) return;
    this.legend_.show(this.plot_.content, this.context_.theme.colors);
    this.show_time();
  }

  private show_time(): void {
    const content = this.plot_.content;
    if (!content) return;
    const time = this.hover_ ?? this.context_.clock.time;
    const values = content.curves.map((curve) => interpolate_at(curve.time ?? curve.x, curve.y, time));
    this.legend_.set_values(values);
    const dots = content.curves.map((curve, i) => ({ x: this.over_time ? time : interpolate_at(curve.time ?? curve.x, curve.x, time), y: values[i] }));
    const lines: Marker[] = this.over_time ? [{ x: this.context_.clock.time, y: null }] : [];
    this.plot_.markers = [...lines, ...dots.filter((dot) => !Number.isNaN(dot.x + dot.y))];
    this.plot_.redraw_overlay();
  }

  private zoom(x: Range | null | undefined, y: Range | null | undefined): void {
    const view = this.plot_.view;
    if (y !== null) view.y = y ?? null;
    if (x !== null) {
      if (this.over_time) return this.context_.window.set(x ?? null);
      view.x = x ?? null;
    }
    this.plot_.redraw();
  }

  private apply_window(): void {
    if (this.over_time) this.plot_.view.x = this.context_.window.range;
    this.plot_.redraw();
  }

  // A click goes to that time; on a curve over another channel, to the time of its nearest point.
  private point(x: number, y: number): void {
    if (this.over_time) return this.context_.clock.jump(x);
    const frame = this.plot_.frame;
    const curve = this.plot_.content?.curves[0];
    if (!frame || !curve) return;
    let nearest = -1;
    let least = 40 * 40; // [px²]
    for (let i = 0; i < curve.x.length; ++i) {
      const dx = frame.x.to_pixel(curve.x[i]) - frame.x.to_pixel(x);
      const dy = frame.y.to_pixel(curve.y[i]) - frame.y.to_pixel(y);
      if (dx * dx + dy * dy < least) [nearest, least] = [i, dx * dx + dy * dy];
    }
    if (nearest >= 0 && curve.time) this.context_.clock.jump(curve.time[nearest]);
  }

  private hover(x: number | null): void {
    if (!this.over_time) return;
    this.hover_ = x;
    this.show_time();
  }
}
