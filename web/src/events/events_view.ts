// What happened when: on a line of time, and as a table.
import type { EventField, RunEvent } from '../data/format';
import type { RunData } from '../data/run_data';
import { format_number, format_short } from '../interface/format_number';
import { make, make_button, make_head, make_section, make_select } from '../interface/make';
import type { ChartContext } from '../plots/chart';
import { count_events, describe_count } from './event_counts';
import { Timeline } from './timeline';

export interface ListedEvent {
  event: RunEvent;
  run: RunData;
}

const kPage = 200; // rows shown at a time

export function list_events(runs: RunData[]): ListedEvent[] {
  return runs
    .flatMap((run) => run.run.events.map((event) => ({ event, run })))
    .sort((a, b) => a.event.time - b.event.time);
}

function format_value(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'number' ? format_short(value) : typeof value === 'string' ? value : JSON.stringify(value);
}

/** A line for each field: those that the run declares with their units, others by their key. */
function describe_data(data: Record<string, unknown>, fields: EventField[]): string {
  const declared = new Map(fields.map((field) => [field.key, field]));
  return Object.entries(data)
    .filter(([key]) => key !== 'sentence')
    .map(([key, value]) => {
      const field = declared.get(key);
      return field
        ? `${field.label}: ${format_value(value)} ${field.unit}`.trimEnd()
        : `${key}: ${format_value(value)}`;
    })
    .join('\n');
}

/** The declared fields that at least one of the events has. */
function find_fields(events: ListedEvent[]): EventField[] {
  const found = new Map<string, EventField>();
  for (const { run } of events) for (const field of run.run.event_fields ?? []) found.set(field.key, field);
  return [...found.values()].filter((field) => events.some(({ event }) => field.key in event.data));
}

function field_title(field: EventField): string {
  return field.unit ? `${field.label} [${field.unit}]` : field.label;
}

export class EventsView {
  readonly element: HTMLElement;
  private readonly timeline_: Timeline;
  private readonly table_ = make('div', { class: 'table-frame' });
  private readonly filters_ = make('div', { class: 'filters' });
  private readonly search_ = make('input', {
    class: 'search',
    label: 'Search events',
    attributes: { type: 'search', placeholder: 'Search events' },
  });
  private kind_ = '';
  private limit_ = kPage;
  private events_: ListedEvent[] = [];
  private rows_: [number, HTMLTableRowElement][] = [];
  private current_: HTMLTableRowElement | null = null;

  constructor(private readonly context_: ChartContext) {
    this.timeline_ = new Timeline(context_);
    this.element = make_section('events', 'Events', this.timeline_.element, this.filters_, this.table_);
    this.search_.addEventListener('input', () => this.show_table());
    context_.selection.changed.listen(() => this.show());
    context_.clock.changed.listen(() => this.mark_current());
    this.show();
  }

  private show(): void {
    const runs = this.context_.selection.shown;
    this.events_ = list_events(runs);
    this.kind_ = '';
    this.limit_ = kPage;
    this.timeline_.show(this.events_, runs);
    const kinds = [...new Set(this.events_.map(({ event }) => event.kind))];
    const choices: [string, string][] = [['', 'all kinds'], ...kinds.map((kind): [string, string] => [kind, kind])];
    const select = make_select('Kind of events', choices, '', (value) => {
      this.kind_ = value;
      this.show_table();
    });
    this.filters_.replaceChildren(select, this.search_);
    this.filters_.hidden = !this.events_.length;
    this.show_table();
  }

  private show_table(): void {
    const words = this.search_.value.toLowerCase();
    const found = this.events_.filter(
      ({ event }) =>
        (!this.kind_ || event.kind === this.kind_) &&
        `${event.element} ${event.sentence} ${event.kind}`.toLowerCase().includes(words),
    );
    const several = this.context_.selection.shown.length > 1;
    // Events of one kind have the same fields: a column for each.
    const fields = this.kind_ ? find_fields(found) : [];
    this.rows_ = found
      .slice(0, this.limit_)
      .map((listed) => [listed.event.time, this.make_row(listed, several, fields)]);
    this.current_ = null;
    const told = fields.length ? fields.map(field_title) : ['What happened', 'Gained [J]'];
    const kind = fields.length ? [] : ['Kind'];
    const names = ['Time [s]', ...(several ? ['Run'] : []), ...kind, 'Element', ...told];
    const head = make('thead', {}, make_head(names, ['Time [s]', ...told.filter((name) => name.endsWith(']'))]));
    const table = make(
      'table',
      { class: fields.length ? 'events-table fields' : 'events-table' },
      head,
      make('tbody', {}, ...this.rows_.map(([, row]) => row)),
    );
    this.table_.replaceChildren(found.length ? table : make('p', { class: 'quiet', text: 'No events.' }));
    const all = count_events(this.context_.selection.shown);
    if (this.events_.length < all) {
      const text = `The page lists the ${describe_count(this.events_.length, all)} events; the recording has all.`;
      this.table_.append(make('p', { class: 'quiet', text }));
    }
    if (found.length > this.limit_) {
      const more = (): void => {
        this.limit_ *= 4;
        this.show_table();
      };
      this.table_.append(make_button(`Show more of ${found.length}`, 'Show more events', more));
    }
    this.mark_current();
  }

  private make_row({ event, run }: ListedEvent, several: boolean, fields: EventField[]): HTMLTableRowElement {
    const gained = event.gained !== null && event.gained > 0;
    const jump = make_button(
      event.time.toFixed(6),
      `Go to ${event.time} s`,
      () => this.context_.clock.jump(event.time),
      'link',
    );
    const row = make(
      'tr',
      { class: gained ? 'gain' : '', title: describe_data(event.data, run.run.event_fields ?? []) },
      make('td', { class: 'number' }, jump),
    );
    if (several) row.append(make('td', { text: run.title }));
    if (!fields.length) row.append(make('td', { text: event.kind }));
    row.append(make('td', { text: event.element }));
    for (const field of fields) {
      row.append(make('td', { class: field.unit ? 'number' : '', text: format_value(event.data[field.key]) }));
    }
    if (!fields.length) {
      const energy = event.gained === null ? '' : format_number(event.gained, 4);
      row.append(make('td', { text: event.sentence }), make('td', { class: 'number', text: energy }));
    }
    row.addEventListener('click', () => this.context_.clock.jump(event.time));
    return row;
  }

  // The last event that has happened.
  private mark_current(): void {
    const now = this.context_.clock.time + 1e-12;
    let low = 0;
    let high = this.rows_.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows_[middle][0] > now) high = middle;
      else low = middle + 1;
    }
    const row = low > 0 ? this.rows_[low - 1][1] : null;
    if (row === this.current_) return;
    this.current_?.removeAttribute('aria-current');
    row?.setAttribute('aria-current', 'true');
    this.current_ = row;
  }
}
