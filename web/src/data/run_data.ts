// A run of the page with its numbers, found by the names of channels: runs that are compared need not number them alike.
import type { NumberArray } from './block';
import type { Channel, Run } from './format';
import type { Page } from './page';

export class RunData {
  private readonly numbers_ = new Map<string, number>();

  constructor(
    private readonly page_: Page,
    readonly run: Run,
    readonly number: number,
  ) {
    run.channels.forEach((channel, i) => this.numbers_.set(channel.name, i));
  }

  /** What tells it from the others. */
  get title(): string {
    return this.run.label || this.run.name;
  }

  time(): Promise<NumberArray> {
    return this.page_.numbers(this.run.time);
  }

  find(name: string): Channel | null {
    const number = this.numbers_.get(name);
    return number === undefined ? null : this.run.channels[number];
  }

  channel(number: number): Promise<NumberArray> {
    return this.page_.channel(this.run, number);
  }

  async values(name: string): Promise<NumberArray | null> {
    const number = this.numbers_.get(name);
    return number === undefined ? null : this.channel(number);
  }
}

/** The first and the last time of several runs. */
export async function find_time_span(runs: RunData[]): Promise<[number, number]> {
  const times = (await Promise.all(runs.map((run) => run.time()))).filter((time) => time.length > 0);
  if (!times.length) return [0, 0];
  return [Math.min(...times.map((time) => time[0])), Math.max(...times.map((time) => time[time.length - 1]))];
}
