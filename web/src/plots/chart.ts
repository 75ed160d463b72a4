// A chart of channels, as the reader wants it.
import { describe_failure } from '../interface/failure';
import { make_icon } from '../interface/icons';
import { make, make_button, make_toggle } from '../interface/make';
import type { RunSelection } from '../runs/selection';
import { make_chart_content, type ChartState } from './chart_curves';
import { edit_chart } from './chart_editor';
import { make_save_buttons } from './export';
import { LinkedPlot, type TimeLink } from './linked_plot';

export interface ChartContext extends TimeLink {
  selection: RunSelection;
}

export class Chart {
  readonly element: HTMLElement;
  private readonly title_ = make('h3', { class: 'chart-title' });
  private readonly plot_: LinkedPlot;

  constructor(
    readonly state: ChartState,
    private readonly context_: ChartContext,
    remove: (chart: Chart) => void,
  ) {
    this.plot_ = new LinkedPlot(`Chart of ${state.title || state.channels.join(', ')}`, context_);
    const head = make('header', { class: 'chart-head' }, this.title_, this.make_tools(remove));
    this.element = make('article', { class: 'chart' }, head, this.plot_.element);
    void this.refresh();
  }

  /** Reads its curves again, after runs or channels were chosen. */
  async refresh(): Promise<void> {
    try {
      const content = await make_chart_content(this.state, this.context_.selection.shown);
      this.title_.textContent = content.title;
      this.plot_.show(content, this.state.x === null || this.state.difference);
    } catch (error) {
      this.title_.textContent = describe_failure(error);
    }
  }

  forget(): void {
    this.plot_.forget();
  }

  private make_tools(remove: (chart: Chart) => void): HTMLElement {
    const runs = this.context_.selection.runs;
    const edit = make_button(
      '',
      'Choose channels and axes',
      () => edit_chart(this.state, runs, () => void this.refresh()),
      'button',
    );
    edit.append(make_icon('edit'));
    const close = make_button('', 'Remove this chart', () => remove(this), 'button');
    close.append(make_icon('close'));
    const log = make_toggle('log', 'Logarithmic y axis', this.state.log_y, (on) => {
      this.state.log_y = on;
      void this.refresh();
    });
    const tools = [log, ...make_save_buttons(() => this.plot_.plot), edit, close];
    if (runs.length > 1 && !this.context_.selection.one_at_a_time) tools.unshift(this.make_difference());
    return make('div', { class: 'chart-tools' }, ...tools);
  }

  private make_difference(): HTMLButtonElement {
    return make_toggle('Δ', 'Differences to the first run shown', this.state.difference, (on) => {
      this.state.difference = on;
      void this.refresh();
    });
  }
}
