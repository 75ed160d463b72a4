// A figure on the page: drawn like those in files, with what is under the pointer said below.
import type { Figure } from '../data/format';
import type { Page } from '../data/page';
import { describe_failure } from '../interface/failure';
import { make } from '../interface/make';
import { make_save_buttons } from '../plots/export';
import { Gestures } from '../plots/gestures';
import { Legend } from '../plots/legend';
import { PlotView } from '../plots/plot_view';
import type { Range } from '../plots/scale';
import type { Theme } from '../theme/theme';
import { make_figure_content } from './figure_content';
import { probe } from './probe';

export class FigureView {
  readonly element: HTMLElement;
  private readonly plot_: PlotView;
  private readonly legend_ = new Legend();
  private readonly said_ = make('p', { class: 'quiet figure-said' });

  constructor(
    private readonly page_: Page,
    private readonly figure_: Figure,
    private readonly theme_: Theme,
  ) {
    this.plot_ = new PlotView(
      theme_,
      `${figure_.title}. ${figure_.caption}`,
      figure_.equal_axes || figure_.heat ? 'plot plot-figure plot-square' : 'plot plot-figure',
    );
    const tools = make('div', { class: 'chart-tools' }, ...make_save_buttons(() => this.plot_));
    const head = make(
      'header',
      { class: 'chart-head' },
      make('h3', { class: 'chart-title', text: figure_.title }),
      tools,
    );
    const caption = make('figcaption', { text: figure_.caption });
    this.element = make(
      'figure',
      { class: 'figure', id: `figure-${figure_.id}` },
      head,
      this.legend_.element,
      this.plot_.element,
      this.said_,
      caption,
    );
    new Gestures(this.plot_, {
      zoom: (x, y) => this.zoom(x, y),
      point: (x, y) => this.say(x, y),
      hover: (x, y) => this.say(x, y),
      cursor: () => null,
    });
    theme_.changed.listen(() => this.show_legend());
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      this.plot_.show(await make_figure_content(this.page_, this.figure_));
      this.show_legend();
    } catch (error) {
      this.said_.textContent = describe_failure(error);
    }
  }

  private show_legend(): void {
    if (this.plot_.content) this.legend_.show(this.plot_.content, this.theme_.colors);
  }

  private zoom(x: Range | null | undefined, y: Range | null | undefined): void {
    if (x !== null) this.plot_.view.x = x ?? null;
    if (y !== null) this.plot_.view.y = y ?? null;
    this.plot_.redraw();
  }

  private say(x: number | null, y: number | null): void {
    const { content, frame } = this.plot_;
    const found = content && frame && x !== null && y !== null ? probe(content, frame, x, y) : null;
    this.said_.textContent = found?.text ?? '';
    this.plot_.markers = found?.marker ? [found.marker] : [];
    this.plot_.redraw_overlay();
  }
}
