// What was checked, and what came out.
import type { Check } from '../data/format';
import { format_short } from '../interface/format_number';
import { make, make_head } from '../interface/make';

function show_value(value: number | string | null, unit: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return unit ? `${format_short(value, 6)} ${unit}` : format_short(value, 6);
}

function make_row(check: Check): HTMLTableRowElement {
  const verdict = make('td', {
    class: check.passed ? 'passed' : 'failed',
    text: check.passed ? '✓ passed' : '✗ failed',
  });
  return make(
    'tr',
    {},
    make('th', { text: check.name, attributes: { scope: 'row' } }),
    make('td', { class: 'number', text: show_value(check.expected, check.unit) }),
    make('td', { class: 'number', text: show_value(check.found, check.unit) }),
    make('td', {
      class: 'number',
      text: show_value(check.tolerance, typeof check.tolerance === 'number' ? check.unit : ''),
    }),
    verdict,
    make('td', { class: 'quiet', text: check.note }),
  );
}

export function make_checks(checks: Check[]): HTMLElement[] {
  if (!checks.length) return [];
  const names = ['Check', 'Expected', 'Found', 'Tolerance', '', 'Note'];
  const head = make_head(names, ['Expected', 'Found', 'Tolerance']);
  const table = make('table', { class: 'checks' }, make('thead', {}, head), make('tbody', {}, ...checks.map(make_row)));
  return [make('div', { class: 'table-frame' }, table)];
}

/** "3 of 4 passed". */
export function count_checks(checks: Check[]): { passed: number; total: number } {
  return { passed: checks.filter((check) => check.passed).length, total: checks.length };
}

export function make_count(passed: number, total: number): HTMLElement {
  const text = total ? `${passed} of ${total} passed` : 'nothing checked';
  return make('span', {
    class: `count ${!total ? '' : passed === total ? 'passed' : 'failed'}`,
    text: total && passed === total ? `✓ ${text}` : total ? `✗ ${text}` : text,
  });
}
