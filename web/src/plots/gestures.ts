// Zoom, pan and pointing in a plot, by mouse, touch and keys.
import type { PlotView } from './plot_view';
import type { Range, Scale } from './scale';

export interface GestureTarget {
  /** null for an axis leaves it as it is, undefined shows all of it. */
  zoom(x: Range | null | undefined, y: Range | null | undefined): void;
  /** A click, or the time cursor being dragged; x as data. */
  point(x: number, y: number): void;
  /** The pointer is over x; null when it left. */
  hover(x: number | null, y: number | null): void;
  /** Where the cursor stands that can be dragged. */
  cursor(): number | null;
}

type Drag = { kind: 'select' | 'pan' | 'cursor'; x: number; y: number; moved: boolean };

const kGrip = 7; // [px] around the cursor
const kStill = 4; // [px] a click may move

function scaled(scale: Scale, center: number, factor: number): Range {
  const [start, end] = scale.range.map((value) => scale.to_pixel(value));
  return scale.range_between(center + (start - center) * factor, center + (end - center) * factor);
}

function shifted(scale: Scale, pixels: number): Range {
  const [start, end] = scale.range.map((value) => scale.to_pixel(value));
  return scale.range_between(start - pixels, end - pixels);
}

export class Gestures {
  private drag_: Drag | null = null;
  private readonly touches_ = new Map<number, PointerEvent>();

  constructor(
    private readonly view_: PlotView,
    private readonly target_: GestureTarget,
  ) {
    const element = view_.element;
    element.addEventListener('pointerdown', (event) => this.press(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener('pointerup', (event) => this.release(event));
    element.addEventListener('pointercancel', (event) => this.cancel(event));
    element.addEventListener('pointerleave', () => target_.hover(null, null));
    element.addEventListener('dblclick', () => target_.zoom(undefined, undefined));
    element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    element.addEventListener('keydown', (event) => this.key(event));
  }

  private place(event: MouseEvent): [number, number] {
    const bounds = this.view_.element.getBoundingClientRect();
    return [event.clientX - bounds.left, event.clientY - bounds.top];
  }

  private press(event: PointerEvent): void {
    const frame = this.view_.frame;
    if (!frame || event.button > 1) return;
    const [x, y] = this.place(event);
    if (event.pointerType === 'touch') this.touches_.set(event.pointerId, event);
    const cursor = this.target_.cursor();
    const on_cursor = cursor !== null && Math.abs(frame.x.to_pixel(cursor) - x) < kGrip;
    const pans = event.shiftKey || event.altKey || event.button === 1;
    const kind = pans ? 'pan' : on_cursor || event.pointerType === 'touch' ? 'cursor' : 'select';
    this.drag_ = { kind, x, y, moved: false };
    this.view_.element.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const frame = this.view_.frame;
    if (!frame) return;
    const [x, y] = this.place(event);
    if (this.touches_.size === 2) return this.pinch(event);
    const drag = this.drag_;
    if (!drag) return this.target_.hover(frame.x.from_pixel(x), frame.y.from_pixel(y));
    if (Math.hypot(x - drag.x, y - drag.y) > kStill) drag.moved = true;
    if (!drag.moved) return;
    if (drag.kind === 'cursor') this.target_.point(frame.x.from_pixel(x), frame.y.from_pixel(y));
    if (drag.kind === 'select') this.select(x, y);
    if (drag.kind === 'pan') {
      this.target_.zoom(shifted(frame.x, x - drag.x), shifted(frame.y, y - drag.y));
      drag.x = x;
      drag.y = y;
    }
  }

  private select(x: number, y: number): void {
    const frame = this.view_.frame;
    const drag = this.drag_;
    if (!frame || !drag) return;
    const { box } = frame;
    // A flat drag chooses a stretch of x alone.
    const flat = Math.abs(y - drag.y) < 24;
    const [left, right] = [Math.min(x, drag.x), Math.max(x, drag.x)];
    const [top, bottom] = flat ? [box.y, box.y + box.height] : [Math.min(y, drag.y), Math.max(y, drag.y)];
    this.view_.selection = { x: left, y: top, width: right - left, height: bottom - top };
    this.view_.redraw_overlay();
  }

  private release(event: PointerEvent): void {
    const frame = this.view_.frame;
    const drag = this.drag_;
    this.cancel(event);
    if (!frame || !drag) return;
    const [x, y] = this.place(event);
    if (!drag.moved) return this.target_.point(frame.x.from_pixel(x), frame.y.from_pixel(y));
    if (drag.kind !== 'select') return;
    const flat = Math.abs(y - drag.y) < 24;
    this.target_.zoom(frame.x.range_between(drag.x, x), flat ? null : frame.y.range_between(drag.y, y));
  }

  private cancel(event: PointerEvent): void {
    this.touches_.delete(event.pointerId);
    this.drag_ = null;
    this.view_.selection = null;
    this.view_.redraw_overlay();
  }

  private pinch(event: PointerEvent): void {
    const frame = this.view_.frame;
    const before = this.touches_.get(event.pointerId);
    const other = [...this.touches_.values()].find((touch) => touch.pointerId !== event.pointerId);
    if (!frame || !before || !other) return;
    const [fixed] = this.place(other);
    const [from] = this.place(before);
    const [to] = this.place(event);
    if (Math.abs(to - fixed) > 10) this.target_.zoom(scaled(frame.x, fixed, (from - fixed) / (to - fixed)), null);
    this.touches_.set(event.pointerId, event);
  }

  // Only with Ctrl: the wheel alone belongs to the page.
  private wheel(event: WheelEvent): void {
    const frame = this.view_.frame;
    if (!frame || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const [x, y] = this.place(event);
    const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300)));
    this.target_.zoom(scaled(frame.x, x, factor), event.shiftKey ? scaled(frame.y, y, factor) : null);
  }

  private key(event: KeyboardEvent): void {
    const frame = this.view_.frame;
    if (!frame || event.ctrlKey || event.metaKey || event.altKey) return;
    const { box } = frame;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const step = box.width / 8;
    const actions: Record<string, () => void> = {
      '+': () => this.target_.zoom(scaled(frame.x, x, 0.7), null),
      '-': () => this.target_.zoom(scaled(frame.x, x, 1 / 0.7), null),
      '0': () => this.target_.zoom(undefined, undefined),
      PageUp: () => this.target_.zoom(null, scaled(frame.y, y, 0.7)),
      PageDown: () => this.target_.zoom(null, scaled(frame.y, y, 1 / 0.7)),
      '<': () => this.target_.zoom(shifted(frame.x, step), null),
      '>': () => this.target_.zoom(shifted(frame.x, -step), null),
    };
    const action = actions[event.key];
    if (!action) return;
    action();
    event.preventDefault();
    event.stopPropagation();
  }
}
