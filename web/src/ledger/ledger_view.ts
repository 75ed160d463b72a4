// The ledger: where the energy is over time, what is missing from the account, and the account at the end.
import type { Ledger, LedgerRow, RunEvent } from '../data/format';
import type { RunData } from '../data/run_data';
import { describe_failure } from '../interface/failure';
import { format_number, format_short } from '../interface/format_number';
import { make, make_button, make_fold, make_section } from '../interface/make';
import type { ChartContext } from '../plots/chart';
import { make_save_buttons } from '../plots/export';
import { LinkedPlot } from '../plots/linked_plot';
import { make_residual_content, make_stack_content } from './stack';

const kKinds: [LedgerRow['kind'], string][] = [
  ['stored', 'Stored'],
  ['dissipated', 'Dissipated'],
  ['numerical', 'Numerical'],
  ['work', 'Work done on it'],
];

export class LedgerView {
  readonly element: HTMLElement;
  private readonly body_ = make('div', {});
  private plots_: LinkedPlot[] = [];

  constructor(private readonly context_: ChartContext) {
    this.element = make_section('ledger', 'Ledger', this.body_);
    context_.selection.changed.listen(() => void this.show());
    void this.show();
  }

  private async show(): Promise<void> {
    for (const plot of this.plots_) plot.forget();
    this.plots_ = [];
    const parts: HTMLElement[] = [];
    const runs = this.context_.selection.shown.filter((run) => run.run.ledger);
    for (const run of runs) {
      const ledger = run.run.ledger;
      if (!ledger) continue;
      const account = this.make_account(run, ledger, runs.length > 1, !parts.length);
      parts.push(
        await account.catch((error: unknown) => make('p', { class: 'failure', text: describe_failure(error) })),
      );
    }
    this.body_.replaceChildren(...parts);
    if (!parts.length) this.body_.append(make('p', { class: 'quiet', text: 'This run kept no account of energy.' }));
  }

  private async make_account(run: RunData, ledger: Ledger, titled: boolean, open: boolean): Promise<HTMLElement> {
    const plots = make('div', { class: 'ledger-plots' });
    const stack = new LinkedPlot('Energies over time', this.context_, 'plot plot-tall');
    stack.show(await make_stack_content(run, ledger), true);
    this.plots_.push(stack);
    const head = make(
      'header',
      { class: 'chart-head' },
      make('h3', { class: 'chart-title', text: 'Where the energy is' }),
      make('div', { class: 'chart-tools' }, ...make_save_buttons(() => stack.plot)),
    );
    plots.append(head, stack.element);
    if (ledger.residual_channel !== null) {
      const residual = new LinkedPlot('Residual over time', this.context_, 'plot plot-low');
      residual.show(await make_residual_content(run, ledger.residual_channel), true);
      this.plots_.push(residual);
      plots.append(residual.element);
    }
    const gains = this.make_gains(run.run.events, ledger.warnings);
    const parts = [...gains, make('div', { class: 'ledger' }, plots, make_table(ledger))];
    return titled ? make_fold(run.title, open, ...parts) : make('div', {}, ...parts);
  }

  private make_gains(events: RunEvent[], warnings: string[]): HTMLElement[] {
    const gains = events.filter((event) => event.gained !== null && event.gained > 0);
    const sentences = warnings.map((text) => make('li', { text }));
    for (const event of gains.slice(0, 20)) {
      const jump = make_button(
        `${format_short(event.time)} s`,
        `Go to ${event.time} s`,
        () => this.context_.clock.jump(event.time),
        'link',
      );
      sentences.push(
        make('li', {}, jump, ` ${event.element} gained ${format_short(event.gained)} J: ${event.sentence}`),
      );
    }
    if (gains.length > 20) sentences.push(make('li', { text: `And ${gains.length - 20} more, see Events.` }));
    return sentences.length ? [make('ul', { class: 'gains', attributes: { role: 'note' } }, ...sentences)] : [];
  }
}

function make_row(name: string, value: number, style = ''): HTMLTableRowElement {
  const number = make('td', { class: 'number', text: format_number(value, 6) });
  return make('tr', { class: style }, make('th', { text: name, attributes: { scope: 'row' } }), number);
}

function make_table(ledger: Ledger): HTMLElement {
  const rows: HTMLTableRowElement[] = [];
  for (const [kind, title] of kKinds) {
    const members = ledger.rows.filter((row) => row.kind === kind);
    if (!members.length) continue;
    rows.push(
      make('tr', { class: 'group' }, make('th', { text: title, attributes: { colspan: '2', scope: 'rowgroup' } })),
    );
    for (const row of members) {
      const gained = kind === 'dissipated' && row.value < 0;
      rows.push(make_row(gained ? `${row.name} – gained energy` : row.name, row.value, gained ? 'gain' : ''));
    }
  }
  const share = ledger.scale > 0 ? Math.abs(ledger.residual) / ledger.scale : NaN;
  rows.push(make_row('Energy at the start', ledger.initial, 'total'), make_row('Residual', ledger.residual, 'total'));
  const head = make(
    'thead',
    {},
    make('tr', {}, make('th', { text: 'At the end' }), make('th', { class: 'number', text: 'J' })),
  );
  const note = `The residual is what is missing from the account: ${format_short(share, 2)} of the ${format_short(ledger.scale)} J that moved.`;
  return make(
    'div',
    { class: 'ledger-table' },
    make('table', {}, head, make('tbody', {}, ...rows)),
    make('p', { class: 'quiet', text: note }),
  );
}
