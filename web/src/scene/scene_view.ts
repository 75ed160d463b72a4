// Where a run comes from: its texts, its settings, and how to run it again.
import type { Run } from '../data/format';
import { format_short } from '../interface/format_number';
import { make, make_fold, make_section } from '../interface/make';
import type { RunSelection } from '../runs/selection';
import { make_code, make_copy_button } from './code';

function describe_samples(run: Run): string {
  if (run.samples === run.recorded_samples) return String(run.samples);
  return `${run.samples} of the ${run.recorded_samples} recorded, with every extreme`;
}

function make_facts(run: Run): HTMLElement {
  const facts: [string, string][] = [
    ['Result', `${run.status}. ${run.sentence}`],
    ['Program', run.version],
    ['Duration', `${format_short(run.duration, 6)} s`],
    ['Samples', describe_samples(run)],
    ['Hash', run.hash],
    ...run.overrides.map((text): [string, string] => ['Changed', text]),
    ...run.settings,
  ];
  const list = make('dl', { class: 'facts' });
  for (const [name, value] of facts) list.append(make('dt', { text: name }), make('dd', { text: value }));
  return list;
}

function make_origin(run: Run): HTMLElement {
  const command = make(
    'div',
    { class: 'command' },
    make('code', { text: run.command }),
    make_copy_button(run.command, 'the command'),
  );
  const files = run.files.map((file, i) =>
    typeof file.text === 'string'
      ? make_code(file.name, file.text, i === 0)
      : make('p', { class: 'quiet', text: `${file.name} (not a text)` }),
  );
  const left = make('div', {}, make('h4', { text: 'Run it again' }), command, make_facts(run));
  return make('div', { class: 'origin' }, left, make('div', {}, ...files));
}

export class SceneView {
  readonly element: HTMLElement;
  private readonly body_ = make('div', {});

  constructor(private readonly selection_: RunSelection) {
    this.element = make_section('scene', 'Scene', this.body_);
    selection_.changed.listen(() => this.show());
    this.show();
  }

  private show(): void {
    const runs = this.selection_.shown;
    this.body_.replaceChildren(
      ...runs.map((run, i) =>
        runs.length > 1 ? make_fold(run.title, i === 0, make_origin(run.run)) : make_origin(run.run),
      ),
    );
  }
}
