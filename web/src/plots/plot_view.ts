// A plot on the screen: one canvas for what rarely changes, one above it for what follows the pointer and the time.
import { make } from '../interface/make';
import { font_scale, type Theme } from '../theme/theme';
import { CanvasPainter } from './canvas_painter';
import type { PlotContent } from './content';
import { draw_plot, layout, type Frame, type View } from './draw';
import type { Box } from './painter';

export interface Marker {
  x: number; // as data
  y: number | null; // null is a line from top to bottom
}

export class PlotView {
  readonly element: HTMLElement;
  view: View = { x: null, y: null };
  /** Where the time stands, and where curves are at that time. */
  markers: Marker[] = [];
  /** What is being chosen with the pointer, in pixels. */
  selection: Box | null = null;
  frame: Frame | null = null;
  private readonly base_ = make('canvas', { class: 'plot-canvas' });
  private readonly overlay_ = make('canvas', { class: 'plot-canvas' });
  private content_: PlotContent | null = null;
  private whole_pending_ = false;
  private overlay_pending_ = false;
  private readonly on_theme_ = (): void => this.redraw();

  constructor(
    private readonly theme_: Theme,
    label: string,
    style = 'plot',
  ) {
    this.element = make(
      'div',
      { class: style, label, attributes: { tabindex: '0', role: 'img' } },
      this.base_,
      this.overlay_,
    );
    new ResizeObserver(() => this.redraw()).observe(this.element);
    theme_.changed.listen(this.on_theme_);
  }

  get content(): PlotContent | null {
    return this.content_;
  }

  show(content: PlotContent): void {
    this.content_ = content;
    this.redraw();
  }

  forget(): void {
    this.theme_.changed.forget(this.on_theme_);
  }

  redraw(): void {
    if (this.whole_pending_) return;
    this.whole_pending_ = true;
    requestAnimationFrame(() => {
      this.whole_pending_ = false;
      this.draw();
    });
  }

  redraw_overlay(): void {
    if (this.overlay_pending_ || this.whole_pending_) return;
    this.overlay_pending_ = true;
    requestAnimationFrame(() => {
      this.overlay_pending_ = false;
      this.draw_overlay();
    });
  }

  // Sizes the canvas to device pixels; null while the element is hidden.
  private prepare(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth < 40 || clientHeight < 40) return null;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.round(clientWidth * ratio);
    const height = Math.round(clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    // Drawn by the processor: long jagged paths bring graphics cards, and above all their stand-ins, to a halt.
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    context?.clearRect(0, 0, clientWidth, clientHeight);
    return context;
  }

  private draw(): void {
    const context = this.prepare(this.base_);
    if (!context || !this.content_) return;
    const painter = new CanvasPainter(context);
    const area = { x: 0, y: 0, width: this.element.clientWidth, height: this.element.clientHeight };
    const scale = font_scale();
    this.frame = layout(painter, this.content_, this.view, area, scale);
    draw_plot(painter, this.content_, this.frame, area, this.theme_.colors, scale);
    this.draw_overlay();
    // What is shown can be read from outside: tests do.
    this.element.dataset['x'] = this.frame.x.range.join(' ');
    this.element.dataset['y'] = this.frame.y.range.join(' ');
  }

  private draw_overlay(): void {
    const context = this.prepare(this.overlay_);
    const frame = this.frame;
    if (!context || !frame) return;
    const { box } = frame;
    const painter = new CanvasPainter(context);
    const colors = this.theme_.colors;
    const scale = font_scale();
    painter.clip({ x: box.x - 5, y: box.y - 5, width: box.width + 10, height: box.height + 5 }, () => {
      for (const marker of this.markers) {
        const x = frame.x.to_pixel(marker.x);
        const crisp = Math.floor(x) + 0.5;
        if (marker.y === null)
          painter.stroke([[crisp, box.y, crisp, box.y + box.height]], {
            color: colors.accent,
            width: Math.round(1.25 * scale),
          });
        else painter.dots([x, frame.y.to_pixel(marker.y)], 3.5 * scale, colors.ink);
      }
      const chosen = this.selection;
      if (chosen) {
        const [right, bottom] = [chosen.x + chosen.width, chosen.y + chosen.height];
        painter.fill([[chosen.x, chosen.y, right, chosen.y, right, bottom, chosen.x, bottom]], colors.accent, 0.15);
      }
    });
  }
}
