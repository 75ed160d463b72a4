// Chooses what a chart shows: its channels, its x axis, its scales.
import type { Channel } from '../data/format';
import type { RunData } from '../data/run_data';
import { make, make_button, make_select } from '../interface/make';
import type { ChartState } from './chart_curves';

const kMostShown = 400;

function list_channels(runs: RunData[]): Channel[] {
  const channels = new Map<string, Channel>();
  for (const run of runs)
    for (const channel of run.run.channels) channels.set(channel.name, channels.get(channel.name) ?? channel);
  return [...channels.values()];
}

function make_check(text: string, checked: boolean, action: (on: boolean) => void): HTMLElement {
  const box = make('input', { attributes: { type: 'checkbox' } });
  box.checked = checked;
  box.addEventListener('change', () => action(box.checked));
  return make('label', { class: 'menu-row' }, box, make('span', { text }));
}

function make_channel_row(channel: Channel, state: ChartState, changed: () => void): HTMLElement {
  const row = make_check(
    channel.unit ? `${channel.label} [${channel.unit}]` : channel.label,
    state.channels.includes(channel.name),
    (on) => {
      const index = state.channels.indexOf(channel.name);
      if (on && index < 0) state.channels.push(channel.name);
      if (!on && index >= 0) state.channels.splice(index, 1);
      state.title = '';
      changed();
    },
  );
  row.title = channel.description;
  return row;
}

function matches(channel: Channel, words: string): boolean {
  const text = `${channel.name} ${channel.label} ${channel.description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function make_list(channels: Channel[], state: ChartState, changed: () => void): HTMLElement[] {
  const search = make('input', {
    class: 'search',
    label: 'Search channels',
    attributes: { type: 'search', placeholder: 'Search channels' },
  });
  const list = make('div', { class: 'channel-list', label: 'Channels', attributes: { role: 'group' } });
  const fill = (): void => {
    const found = channels.filter((channel) => matches(channel, search.value));
    list.replaceChildren();
    let group = '';
    for (const channel of found.slice(0, kMostShown)) {
      if (channel.group !== group) list.append(make('h4', { text: channel.group }));
      group = channel.group;
      list.append(make_channel_row(channel, state, changed));
    }
    if (found.length > kMostShown)
      list.append(make('p', { class: 'quiet', text: `${found.length - kMostShown} more; search for them.` }));
    if (!found.length) list.append(make('p', { class: 'quiet', text: 'No channel has such a name.' }));
  };
  search.addEventListener('input', fill);
  fill();
  return [search, list];
}

/** Opens a dialog; `changed` is called after each change. */
export function edit_chart(state: ChartState, runs: RunData[], changed: () => void): void {
  const channels = list_channels(runs);
  const choices: [string, string][] = [
    ['', 'time'],
    ...channels.map((channel): [string, string] => [channel.name, channel.label]),
  ];
  const x = make_select('Horizontal axis', choices, state.x ?? '', (value) => {
    state.x = value || null;
    changed();
  });
  const log_x = make_check('logarithmic x', state.log_x, (on) => {
    state.log_x = on;
    changed();
  });
  const log_y = make_check('logarithmic y', state.log_y, (on) => {
    state.log_y = on;
    changed();
  });
  const dialog = make('dialog', { class: 'dialog', label: 'Choose channels and axes' });
  const close = make_button('Done', 'Close', () => dialog.close(), 'button button-main');
  const axes = make('div', { class: 'dialog-axes' }, make('label', { class: 'menu-row' }, 'against ', x), log_x, log_y);
  dialog.append(make('h3', { text: 'Channels' }), ...make_list(channels, state, changed), axes, close);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
