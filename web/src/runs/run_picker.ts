// Chooses which runs are shown: switches where they are compared, a list where each stands for itself.
import { make, make_select } from '../interface/make';
import { line_color } from '../theme/colors';
import type { Theme } from '../theme/theme';
import type { RunSelection } from './selection';

function make_switches(selection: RunSelection, theme: Theme): HTMLElement {
  const switches = make('div', { class: 'run-switches', label: 'Runs', attributes: { role: 'group' } });
  for (const run of selection.runs) {
    const box = make('input', { attributes: { type: 'checkbox' } });
    const refresh = (): void => {
      box.checked = selection.is_shown(run);
    };
    box.addEventListener('change', () => void selection.toggle(run, box.checked).then(refresh));
    selection.changed.listen(refresh);
    refresh();
    const swatch = make('span', { class: 'line-swatch' });
    const paint = (): void => swatch.style.setProperty('--swatch', line_color(theme.colors, run.number));
    theme.changed.listen(paint);
    paint();
    switches.append(make('label', { class: 'menu-row' }, box, swatch, make('span', { text: run.title })));
  }
  return switches;
}

function make_list(selection: RunSelection): HTMLElement {
  const choices = selection.runs.map((run): [string, string] => [
    String(run.number),
    run.run.label ? `${run.run.name} · ${run.run.label}` : run.run.name,
  ]);
  const select = make_select('Run', choices, '0', (value) => void selection.set([selection.runs[Number(value)]]));
  selection.changed.listen(() => (select.value = String(selection.main.number)));
  return make('div', { class: 'run-switches' }, select);
}

export function make_run_picker(selection: RunSelection, theme: Theme): HTMLElement | null {
  if (selection.runs.length < 2) return null;
  return selection.one_at_a_time ? make_list(selection) : make_switches(selection, theme);
}
