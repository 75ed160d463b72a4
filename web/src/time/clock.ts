// The one time of the page. While it runs it ticks with the screen; while it rests nothing happens.
import { Signal } from './signal';

export const kSpeeds = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

export class Clock {
  readonly changed = new Signal();
  loop = false;
  private time_: number;
  private speed_ = kSpeeds.indexOf(1);
  private playing_ = false;
  private last_tick_ = 0; // [ms]

  constructor(
    private start_: number,
    private end_: number,
  ) {
    this.time_ = start_;
  }

  get start(): number {
    return this.start_;
  }
  get end(): number {
    return this.end_;
  }

  get time(): number {
    return this.time_;
  }
  get playing(): boolean {
    return this.playing_;
  }
  get speed(): number {
    return kSpeeds[this.speed_];
  }

  jump(time: number): void {
    this.time_ = Math.min(this.end, Math.max(this.start, time));
    this.changed.emit();
  }

  set_span(start: number, end: number): void {
    this.start_ = start;
    this.end_ = end;
    this.jump(this.time_);
  }

  toggle(): void {
    if (this.playing_) this.pause();
    else this.play();
  }

  play(): void {
    if (this.playing_ || this.end <= this.start) return;
    if (this.time_ >= this.end) this.time_ = this.start;
    this.playing_ = true;
    this.last_tick_ = performance.now();
    requestAnimationFrame((now) => this.tick(now));
    this.changed.emit();
  }

  pause(): void {
    this.playing_ = false;
    this.changed.emit();
  }

  set_speed(speed: number): void {
    this.speed_ = Math.max(0, kSpeeds.indexOf(speed));
    this.changed.emit();
  }

  change_speed(steps: number): void {
    this.set_speed(kSpeeds[Math.min(kSpeeds.length - 1, Math.max(0, this.speed_ + steps))]);
  }

  toggle_loop(): void {
    this.loop = !this.loop;
    this.changed.emit();
  }

  private tick(now: number): void {
    if (!this.playing_) return;
    let time = this.time_ + (Math.max(0, now - this.last_tick_) / 1000) * this.speed;
    this.last_tick_ = now;
    if (time >= this.end) {
      if (this.loop) time = this.start + ((time - this.start) % (this.end - this.start));
      else this.playing_ = false;
    }
    this.jump(time);
    if (this.playing_) requestAnimationFrame((next) => this.tick(next));
  }
}
