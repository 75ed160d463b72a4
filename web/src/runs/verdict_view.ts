// What the runs came to, at the top of the page: passed, passed with warnings or failed, and the sentences that say why.
import type { Verdict } from '../data/format';
import type { RunData } from '../data/run_data';
import { format_short } from '../interface/format_number';
import { make, make_fold } from '../interface/make';
import type { RunSelection } from './selection';

interface Look {
  style: string;
  mark: string;
  title: string;
}

function look_of(run: RunData): Look {
  switch (run.run.verdict?.grade) {
    case 'passed':
      return { style: 'verdict-passed', mark: '✓', title: run.run.status === 'stopped' ? 'Passed so far' : 'Passed' };
    case 'passed with warnings':
      return { style: 'verdict-warned', mark: '!', title: 'Passed with warnings' };
    case 'failed':
      return { style: 'verdict-failed', mark: '✕', title: 'Failed' };
    default:
      return { style: 'verdict-none', mark: '?', title: 'No verdict' };
  }
}

function describe_account(verdict: Verdict): string {
  if (verdict.error === null) return '';
  return (
    `The method lost or created ${format_short(verdict.error, 2)} of the largest energy; ` +
    `it is warned of from ${format_short(verdict.warning_limit, 2)} on ` +
    `and fails from ${format_short(verdict.failing_limit, 2)} on.`
  );
}

function make_list(sentences: string[]): HTMLElement {
  return make('ul', { class: 'verdict-list' }, ...sentences.map((text) => make('li', { text })));
}

function make_notes(verdict: Verdict): HTMLElement[] {
  if (!verdict.num_notes) return [];
  const more = verdict.num_notes - verdict.notes.length;
  const sentences = more > 0 ? [...verdict.notes, `And ${more} more, see Events.`] : verdict.notes;
  const title = verdict.num_notes === 1 ? 'One note' : `${verdict.num_notes} notes`;
  return [make_fold(title, verdict.num_notes <= 3, make_list(sentences))];
}

function make_banner(run: RunData, titled: boolean): HTMLElement {
  const { style, mark, title } = look_of(run);
  const { verdict, sentence, status } = run.run;
  const head = make('p', { class: 'verdict-title', text: titled ? `${run.title}: ${title.toLowerCase()}` : title });
  const parts: HTMLElement[] = [head];
  if (verdict?.grade === 'failed' || status !== 'finished') parts.push(make('p', { text: sentence }));
  if (verdict?.warnings.length) parts.push(make_list(verdict.warnings));
  if (verdict)
    parts.push(make('p', { class: 'verdict-account', text: describe_account(verdict) }), ...make_notes(verdict));
  const sign = make('span', { class: 'verdict-mark', text: mark, attributes: { 'aria-hidden': 'true' } });
  return make('div', { class: `verdict ${style}` }, sign, make('div', { class: 'verdict-body' }, ...parts));
}

export class VerdictView {
  readonly element = make('section', { class: 'verdicts', label: 'Verdict', attributes: { 'data-link': 'no' } });

  constructor(private readonly selection_: RunSelection) {
    selection_.changed.listen(() => this.show());
    this.show();
  }

  private show(): void {
    const runs = this.selection_.shown.filter((run) => run.run.verdict);
    const titled = this.selection_.runs.length > 1;
    this.element.hidden = !runs.length;
    this.element.replaceChildren(...runs.map((run) => make_banner(run, titled)));
  }
}
