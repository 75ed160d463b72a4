// Play, pause, step, scrub: the bar at the foot of the page that holds the one time of everything above it.
import { format_short } from '../interface/format_number';
import { set_icon } from '../interface/icons';
import { make, make_button, make_select } from '../interface/make';
import type { RunEvent } from '../data/format';
import { kSpeeds, type Clock } from './clock';

const kMostMarks = 400;

export class Transport {
  readonly element: HTMLElement;
  private readonly play_ = make_button('', 'Play or pause (space)', () => this.clock_.toggle(), 'button button-play');
  private readonly slider_ = make('input', {
    class: 'scrub',
    label: 'Time',
    attributes: { type: 'range', min: '0', max: '10000', step: 'any' },
  });
  private readonly clock_text_ = make('output', { class: 'clock' });
  private readonly speed_: HTMLSelectElement;
  private readonly loop_ = make_button('', 'Loop (l)', () => this.clock_.toggle_loop());
  private readonly marks_ = make('div', { class: 'marks', attributes: { 'aria-hidden': 'true' } });
  private was_playing_: boolean | null = null;

  /** `step` goes to the next recorded sample, or back by one. */
  constructor(
    private readonly clock_: Clock,
    step: (count: number) => void,
    private readonly events_: () => RunEvent[],
  ) {
    const speeds = kSpeeds.map((speed): [string, string] => [String(speed), `${format_short(speed)}×`]);
    this.speed_ = make_select('Speed (, and .)', speeds, '1', (value) => clock_.set_speed(Number(value)));
    const back = make_button('', 'One sample back (←)', () => step(-1));
    const forward = make_button('', 'One sample forward (→)', () => step(1));
    set_icon(back, 'back');
    set_icon(forward, 'forward');
    set_icon(this.loop_, 'loop');
    this.slider_.addEventListener('input', () => clock_.jump(this.time_at(Number(this.slider_.value) / 10_000)));
    // For programs that take pictures of pages.
    this.slider_.addEventListener('carom-time', (event) => clock_.jump((event as CustomEvent<number>).detail));
    const track = make('div', { class: 'track' }, this.marks_, this.slider_);
    this.element = make(
      'div',
      { class: 'transport', label: 'Time', attributes: { role: 'group' } },
      back,
      this.play_,
      forward,
      track,
      this.clock_text_,
      this.speed_,
      this.loop_,
    );
    clock_.changed.listen(() => this.update());
    this.show_events();
    this.update();
  }

  private time_at(share: number): number {
    return this.clock_.start + share * (this.clock_.end - this.clock_.start);
  }

  /** Marks above the line of time, after runs were chosen. */
  show_events(): void {
    const events = this.events_();
    this.marks_.replaceChildren();
    const span = this.clock_.end - this.clock_.start;
    const stride = Math.ceil(events.length / kMostMarks);
    events.forEach((event, i) => {
      if (span <= 0 || (i % stride && event.gained === null)) return;
      const mark = make('span', { class: event.gained === null ? 'mark' : 'mark mark-gain' });
      mark.style.left = `${(100 * (event.time - this.clock_.start)) / span}%`;
      this.marks_.append(mark);
    });
  }

  private update(): void {
    const { time, start, end, playing } = this.clock_;
    const share = end > start ? (time - start) / (end - start) : 0;
    this.slider_.value = String(10_000 * share);
    this.slider_.style.setProperty('--share', `${100 * share}%`);
    const digits = end - start >= 100 ? 2 : 3;
    const text = `${time.toFixed(digits)} s`;
    this.clock_text_.textContent = text;
    this.slider_.setAttribute('aria-valuetext', text);
    this.speed_.value = String(this.clock_.speed);
    this.loop_.setAttribute('aria-pressed', String(this.clock_.loop));
    if (playing !== this.was_playing_) set_icon(this.play_, playing ? 'pause' : 'play');
    this.was_playing_ = playing;
  }
}
