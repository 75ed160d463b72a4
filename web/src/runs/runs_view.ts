// All that shows runs: replay, plots and the rest, around one time.
import type { Page } from '../data/page';
import { RunData, find_time_span } from '../data/run_data';
import { neighbour_time } from '../data/search';
import type { KeyAction } from '../interface/keyboard';
import { make } from '../interface/make';
import { ChartList } from '../plots/chart_list';
import { ReplayPanel } from '../replay/replay_panel';
import type { Theme } from '../theme/theme';
import { Clock } from '../time/clock';
import { Transport } from '../time/transport';
import { TimeWindow } from '../time/window';
import { replay_keys, time_keys } from './keys';

export class RunsView {
  readonly elements: HTMLElement[];
  private readonly replay_: ReplayPanel;
  private readonly charts_: ChartList;

  private constructor(page: Page, private readonly runs_: RunData[], private readonly clock_: Clock, theme: Theme) {
    const window = new TimeWindow();
    const context = { runs: runs_, clock: clock_, window, theme };
    this.replay_ = new ReplayPanel(page, runs_, clock_, theme);
    this.charts_ = new ChartList(context);
    const events = runs_[0].run.events;
    const transport = new Transport(clock_, (count) => void this.step(count), events);
    this.elements = [make('div', { class: 'stage' }, this.replay_.element, this.charts_.element), transport.element];
  }

  static async make(page: Page, theme: Theme): Promise<RunsView> {
    const runs = page.header.runs.map((run, number) => new RunData(page, run, number));
    const clock = new Clock(...(await find_time_span(runs)));
    return new RunsView(page, runs, clock, theme);
  }

  async start(): Promise<void> {
    await this.replay_.start();
  }

  key_actions(): KeyAction[] {
    return [...time_keys(this.clock_, (count) => void this.step(count), this.runs_[0].run.events), ...replay_keys(() => this.replay_.view)];
  }

  // From sample to sample of the first run.
  private async step(count: number): Promise<void> {
    const time = await this.runs_[0].time();
    if (this.clock_.playing) this.clock_.pause();
    if (time.length) this.clock_.jump(neighbour_time(time, this.clock_.time, count));
  }
}
