// Events on lines of time, one for each kind.
import type { RunData } from '../data/run_data';
import { make } from '../interface/make';
import { CanvasPainter } from '../plots/canvas_painter';
import type { TimeLink } from '../plots/linked_plot';
import { line_color } from '../theme/colors';
import { font_scale } from '../theme/theme';
import { count_events, describe_count } from './event_counts';
import type { ListedEvent } from './events_view';

const kNear = 8; // [px] from a click to the event that is meant

class Lane {
  readonly canvas = make('canvas', { class: 'lane', attributes: { 'aria-hidden': 'true' } });

  constructor(
    private readonly events_: ListedEvent[],
    private readonly link_: TimeLink,
    private readonly several_: boolean,
  ) {
    this.canvas.addEventListener('click', (event) => this.click(event.offsetX));
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const context = this.canvas.getContext('2d', { willReadFrequently: true });
    if (width < 2 || !context) return;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const painter = new CanvasPainter(context);
    const { colors } = this.link_.theme;
    const scale = font_scale();
    painter.stroke([[0, height / 2, width, height / 2]], { color: colors.grid, width: 1 });
    const colors_used = new Map<string, number[][]>();
    for (const { event, run } of this.events_) {
      const gained = event.gained !== null && event.gained > 0;
      const color = gained ? colors.gain : this.several_ ? line_color(colors, run.number) : colors.ink;
      const x = this.to_pixel(event.time);
      const lines = colors_used.get(color) ?? [];
      lines.push([x, 0.18 * height, x, 0.82 * height]);
      colors_used.set(color, lines);
    }
    for (const [color, lines] of colors_used) painter.stroke(lines, { color, width: 1.5 * scale });
    const now = this.to_pixel(this.link_.clock.time);
    painter.stroke([[now, 0, now, height]], { color: colors.accent, width: 1.25 * scale });
  }

  private span(): [number, number] {
    const { start, end } = this.link_.clock;
    return this.link_.window.range ?? [start, end > start ? end : start + 1];
  }

  private to_pixel(time: number): number {
    const [low, high] = this.span();
    return ((time - low) / (high - low)) * this.canvas.clientWidth;
  }

  // To the nearest event, or to the time itself where none is near.
  private click(x: number): void {
    const [low, high] = this.span();
    let time = low + (x / this.canvas.clientWidth) * (high - low);
    let least = kNear;
    for (const { event } of this.events_) {
      const distance = Math.abs(this.to_pixel(event.time) - x);
      if (distance < least) [least, time] = [distance, event.time];
    }
    this.link_.clock.jump(time);
  }
}

export class Timeline {
  readonly element = make('div', { class: 'timeline' });
  private lanes_: Lane[] = [];
  private pending_ = false;

  constructor(private readonly link_: TimeLink) {
    const redraw = (): void => this.redraw();
    for (const signal of [link_.clock.changed, link_.window.changed, link_.theme.changed]) signal.listen(redraw);
    new ResizeObserver(redraw).observe(this.element);
  }

  show(events: ListedEvent[], runs: RunData[]): void {
    const kinds = new Map<string, ListedEvent[]>();
    for (const listed of events) {
      const list = kinds.get(listed.event.kind);
      if (list) list.push(listed);
      else kinds.set(listed.event.kind, [listed]);
    }
    this.element.replaceChildren();
    this.lanes_ = [];
    for (const [kind, list] of kinds) {
      const lane = new Lane(list, this.link_, runs.length > 1);
      this.lanes_.push(lane);
      const counted = `${kind} (${describe_count(list.length, count_events(runs, kind))})`;
      this.element.append(make('span', { class: 'lane-name', text: counted }), lane.canvas);
    }
    this.redraw();
  }

  private redraw(): void {
    if (this.pending_) return;
    this.pending_ = true;
    requestAnimationFrame(() => {
      this.pending_ = false;
      for (const lane of this.lanes_) lane.draw();
    });
  }
}
