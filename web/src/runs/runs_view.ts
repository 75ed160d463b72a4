// All that shows runs: replay, plots and the rest, around one time.
import type { Page } from '../data/page';
import { RunData, find_time_span } from '../data/run_data';
import { neighbour_time } from '../data/search';
import { EventsView, list_events } from '../events/events_view';
import type { KeyAction } from '../interface/keyboard';
import { make } from '../interface/make';
import { LedgerView } from '../ledger/ledger_view';
import { ChartList } from '../plots/chart_list';
import { ReplayPanel } from '../replay/replay_panel';
import { SceneView } from '../scene/scene_view';
import type { Theme } from '../theme/theme';
import { Clock } from '../time/clock';
import { Transport } from '../time/transport';
import { TimeWindow } from '../time/window';
import { CompareView } from './compare_view';
import { replay_keys, time_keys } from './keys';
import { make_run_picker } from './run_picker';
import { RunSelection } from './selection';
import { VerdictView } from './verdict_view';

export class RunsView {
  readonly element: HTMLElement;
  private readonly replay_: ReplayPanel;

  private constructor(
    page: Page,
    readonly selection: RunSelection,
    private readonly clock_: Clock,
    theme: Theme,
  ) {
    const context = { selection, clock: clock_, window: new TimeWindow(), theme };
    selection.changed.listen(() => context.window.set(null));
    this.replay_ = new ReplayPanel(page, selection, clock_, theme);
    const charts = new ChartList(context);
    const picker = make_run_picker(selection, theme);
    const transport = new Transport(
      clock_,
      (count) => void this.step(count),
      () => list_events(selection.shown).map(({ event }) => event),
    );
    selection.changed.listen(() => transport.show_events());
    // Without anything to replay the charts have the room.
    const plain = !selection.runs.some((run) => run.run.replay);
    if (picker) (plain ? charts : this.replay_).element.prepend(picker);
    const stage = plain
      ? make('div', { class: 'stage-plain' }, charts.element)
      : make('div', { class: 'stage' }, this.replay_.element, charts.element);
    const sections: HTMLElement[] = [new VerdictView(selection).element, stage];
    if (selection.runs.length > 1 && !selection.one_at_a_time) {
      sections.push(new CompareView(selection, (channel) => charts.add_difference(channel)).element);
    }
    sections.push(new LedgerView(context).element, new EventsView(context).element, new SceneView(selection).element);
    // The bar of time stays at the foot of the window as long as any of them is in view.
    this.element = make('div', { class: 'runs' }, ...sections, transport.element);
  }

  static async make(page: Page, theme: Theme): Promise<RunsView> {
    const runs = page.header.runs.map((run, number) => new RunData(page, run, number));
    const one_at_a_time = page.header.chapters.length > 0;
    const clock = new Clock(...(await find_time_span(one_at_a_time ? runs.slice(0, 1) : runs)));
    return new RunsView(page, new RunSelection(runs, one_at_a_time, clock), clock, theme);
  }

  async start(): Promise<void> {
    await this.replay_.start();
  }

  /** Shows a run by its name and brings it into view. */
  go_to(name: string): void {
    const run = this.selection.runs.find((other) => other.run.name === name);
    if (!run) return;
    void this.selection.set([run]);
    this.replay_.element.scrollIntoView({ block: 'start' });
  }

  key_actions(): KeyAction[] {
    const events = (): number[] => list_events(this.selection.shown).map(({ event }) => event.time);
    return [
      ...time_keys(this.clock_, (count) => void this.step(count), events),
      ...replay_keys(() => this.replay_.view),
    ];
  }

  // From sample to sample of the first run.
  private async step(count: number): Promise<void> {
    const time = await this.selection.main.time();
    if (this.clock_.playing) this.clock_.pause();
    if (time.length) this.clock_.jump(neighbour_time(time, this.clock_.time, count));
  }
}
