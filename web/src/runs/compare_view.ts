// Several runs side by side: what they were made with, and how far apart their numbers are.
import type { RunData } from '../data/run_data';
import { format_number, format_short } from '../interface/format_number';
import { make, make_button, make_head, make_section } from '../interface/make';
import { find_differences, type Difference } from './differences';
import type { RunSelection } from './selection';

const kMostRows = 60;

function collect_facts(runs: RunData[]): Map<string, string[]> {
  const facts = new Map<string, string[]>();
  const set = (name: string, run: number, value: string): void => {
    const row = facts.get(name) ?? runs.map(() => '');
    row[run] = row[run] ? `${row[run]}\n${value}` : value;
    facts.set(name, row);
  };
  runs.forEach(({ run }, i) => {
    set('Scene', i, run.name);
    set('Result', i, run.status);
    set('Verdict', i, run.verdict?.grade ?? '');
    set('Duration', i, `${format_short(run.duration, 6)} s`);
    set('Residual', i, run.ledger ? `${format_short(run.ledger.residual, 3)} J` : '');
    for (const [key, value] of run.settings) set(key, i, value);
    for (const text of run.overrides) set(text.split('=')[0], i, text.split('=').slice(1).join('='));
    set('Program', i, run.version);
    set('Hash', i, run.hash);
  });
  return facts;
}

function make_facts_table(runs: RunData[]): HTMLElement {
  const head = make(
    'tr',
    {},
    make('th', {}),
    ...runs.map((run) => make('th', { text: run.title, attributes: { scope: 'col' } })),
  );
  const rows = [...collect_facts(runs)].map(([name, values]) => {
    const differs = new Set(values).size > 1;
    const mark = make('th', { attributes: { scope: 'row' } }, differs ? `≠ ${name}` : name);
    return make(
      'tr',
      { class: differs ? 'differs' : '' },
      mark,
      ...values.map((text) => make('td', { text: text || '–' })),
    );
  });
  return make(
    'div',
    { class: 'table-frame' },
    make('table', { class: 'compare' }, make('thead', {}, head), make('tbody', {}, ...rows)),
  );
}

export class CompareView {
  readonly element: HTMLElement;
  private readonly body_ = make('div', { class: 'compare-body' });

  constructor(
    private readonly selection_: RunSelection,
    private readonly chart: (channel: string) => void,
  ) {
    this.element = make_section('runs', 'Runs', this.body_);
    selection_.changed.listen(() => void this.show());
    void this.show();
  }

  private async show(): Promise<void> {
    const runs = this.selection_.shown;
    this.body_.replaceChildren(make('div', {}, make('h3', { text: 'Side by side' }), make_facts_table(runs)));
    if (runs.length < 2) return;
    const differences = await find_differences(runs);
    if (runs.some((run) => !this.selection_.is_shown(run))) return;
    this.body_.append(this.make_differences(runs[0], differences));
  }

  private make_differences(first: RunData, differences: Difference[]): HTMLElement {
    const names = ['Channel', 'Run', 'Largest', 'at', 'At the end', ''];
    const head = make_head(names, ['Largest', 'at', 'At the end']);
    const rows = differences.slice(0, kMostRows).map(({ channel, run, largest, time, last }) =>
      make(
        'tr',
        {},
        make('td', { text: channel.label }),
        make('td', { text: run.title }),
        make('td', { class: 'number', text: `${format_number(largest, 4)} ${channel.unit}` }),
        make('td', { class: 'number', text: `${format_short(time)} s` }),
        make('td', { class: 'number', text: `${format_number(last, 4)} ${channel.unit}` }),
        make(
          'td',
          {},
          make_button('Chart', `Chart the difference of ${channel.label}`, () => this.chart(channel.name), 'link'),
        ),
      ),
    );
    const more =
      differences.length > kMostRows
        ? [make('p', { class: 'quiet', text: `${differences.length - kMostRows} smaller ones are not listed.` })]
        : [];
    const table = make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows));
    return make(
      'div',
      {},
      make('h3', { text: `Differences to ${first.title}` }),
      make('div', { class: 'table-frame' }, table),
      ...more,
    );
  }
}
