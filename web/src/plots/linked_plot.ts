// A plot that shows the time of the page and sets it: its cursor follows, its window is that of all plots against time.
import { interpolate_at } from '../data/search';
import { make } from '../interface/make';
import type { Theme } from '../theme/theme';
import type { Clock } from '../time/clock';
import type { TimeWindow } from '../time/window';
import type { PlotContent } from './content';
import type { Curve } from './curve';
import { Gestures } from './gestures';
import { Legend } from './legend';
import { PlotView, type Marker } from './plot_view';
import type { Range } from './scale';

export interface TimeLink {
  clock: Clock;
  window: TimeWindow;
  theme: Theme;
}

const kNear = 40; // [px] from a click to the curve that is meant

export class LinkedPlot {
  readonly element: HTMLElement;
  readonly plot: PlotView;
  private over_time_ = true;
  private readonly legend_ = new Legend();
  private hover_: number | null = null; // [s]
  private readonly on_time_ = (): void => this.show_time();
  private readonly on_window_ = (): void => this.apply_window();
  private readonly on_theme_ = (): void => this.show_legend();

  constructor(
    label: string,
    private readonly link_: TimeLink,
    style = 'plot',
  ) {
    this.plot = new PlotView(link_.theme, label, style);
    this.element = make('div', { class: 'linked-plot' }, this.legend_.element, this.plot.element);
    new Gestures(this.plot, {
      zoom: (x, y) => this.zoom(x, y),
      point: (x, y) => this.point(x, y),
      hover: (x) => this.hover(x),
      cursor: () => (this.over_time_ ? link_.clock.time : null),
    });
    link_.clock.changed.listen(this.on_time_);
    link_.window.changed.listen(this.on_window_);
    link_.theme.changed.listen(this.on_theme_);
  }

  show(content: PlotContent, over_time: boolean): void {
    this.over_time_ = over_time;
    if (!over_time) this.plot.view = { x: null, y: null };
    this.plot.show(content);
    this.apply_window();
    this.show_legend();
  }

  forget(): void {
    this.link_.clock.changed.forget(this.on_time_);
    this.link_.window.changed.forget(this.on_window_);
    this.link_.theme.changed.forget(this.on_theme_);
    this.plot.forget();
  }

  private show_legend(): void {
    if (!this.plot.content) return;
    this.legend_.show(this.plot.content, this.link_.theme.colors);
    this.show_time();
  }

  private show_time(): void {
    const content = this.plot.content;
    if (!content) return;
    const time = this.hover_ ?? this.link_.clock.time;
    const at = (curve: Curve, values: Curve['y']): number => interpolate_at(curve.time ?? curve.x, values, time);
    this.legend_.set_values(content.curves.map((curve) => at(curve, curve.own ?? curve.y)));
    const dots = content.curves
      .filter((curve) => !curve.filled)
      .map((curve) => ({ x: this.over_time_ ? time : at(curve, curve.x), y: at(curve, curve.y) }));
    const lines: Marker[] = this.over_time_ ? [{ x: this.link_.clock.time, y: null }] : [];
    this.plot.markers = [...lines, ...dots.filter((dot) => !Number.isNaN(dot.x + dot.y))];
    this.plot.redraw_overlay();
  }

  private zoom(x: Range | null | undefined, y: Range | null | undefined): void {
    const view = this.plot.view;
    if (y !== null) view.y = y ?? null;
    if (x !== null) {
      if (this.over_time_) return this.link_.window.set(x ?? null);
      view.x = x ?? null;
    }
    this.plot.redraw();
  }

  private apply_window(): void {
    if (!this.over_time_) return;
    this.plot.view.x = this.link_.window.range;
    this.plot.redraw();
  }

  // A click goes to that time; on a curve over another channel, to the time of its nearest point.
  private point(x: number, y: number): void {
    if (this.over_time_) return this.link_.clock.jump(x);
    const frame = this.plot.frame;
    if (!frame) return;
    const [px, py] = [frame.x.to_pixel(x), frame.y.to_pixel(y)];
    let least = kNear * kNear; // [px²]
    let found: number | null = null;
    for (const { x: xs, y: ys, time } of this.plot.content?.curves ?? []) {
      for (let i = 0; time && i < xs.length; ++i) {
        const distance = (frame.x.to_pixel(xs[i]) - px) ** 2 + (frame.y.to_pixel(ys[i]) - py) ** 2;
        if (distance < least) [found, least] = [time[i], distance];
      }
    }
    if (found !== null) this.link_.clock.jump(found);
  }

  private hover(x: number | null): void {
    if (!this.over_time_) return;
    this.hover_ = x;
    this.show_time();
  }
}
