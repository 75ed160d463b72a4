// The keys of the replay.
import type { KeyAction } from '../interface/keyboard';
import type { Layer, ReplayView } from '../replay/replay_view';
import type { Clock } from '../time/clock';

const kTurn = 0.12; // [rad]
const kShift = 0.06; // of what is seen

export function time_keys(clock: Clock, step: (count: number) => void, event_times: () => number[]): KeyAction[] {
  const group = 'Time';
  const jump_event = (direction: number): void => {
    const times = event_times().filter((time) => (time - clock.time) * direction > 1e-9);
    if (times.length) clock.jump(direction > 0 ? Math.min(...times) : Math.max(...times));
  };
  const jump_share = (share: number): void => clock.jump(clock.time + share * (clock.end - clock.start));
  return [
    { keys: [' '], shown: 'space', text: 'play or pause', group, action: () => clock.toggle() },
    {
      keys: ['ArrowLeft', 'ArrowRight'],
      shown: '← →',
      text: 'one sample back or forward',
      group,
      action: (key) => step(key === 'ArrowLeft' ? -1 : 1),
    },
    {
      keys: ['[', ']'],
      shown: '[ ]',
      text: 'a twentieth back or forward',
      group,
      action: (key) => jump_share(key === '[' ? -0.05 : 0.05),
    },
    {
      keys: ['Home', 'End'],
      shown: 'Home End',
      text: 'to the start or the end',
      group,
      action: (key) => clock.jump(key === 'Home' ? clock.start : clock.end),
    },
    {
      keys: [',', '.'],
      shown: ', .',
      text: 'slower or faster',
      group,
      action: (key) => clock.change_speed(key === ',' ? -1 : 1),
    },
    { keys: ['l'], shown: 'l', text: 'loop', group, action: () => clock.toggle_loop() },
    {
      keys: ['p', 'n'],
      shown: 'p n',
      text: 'previous or next event',
      group,
      action: (key) => jump_event(key === 'p' ? -1 : 1),
    },
  ];
}

/** Only told: the plot that has the focus takes these itself. */
export function plot_keys(): KeyAction[] {
  const tell = (shown: string, text: string): KeyAction => ({
    keys: [],
    shown,
    text,
    group: 'Plot with the focus',
    action: () => undefined,
  });
  return [
    tell('+ −', 'zoom in or out'),
    tell('< >', 'move left or right'),
    tell('PgUp PgDn', 'zoom the y axis'),
    tell('0', 'show all'),
    tell('drag', 'zoom; with Shift, move'),
    tell('Ctrl wheel', 'zoom; with Shift, both axes'),
  ];
}

export function replay_keys(view: () => ReplayView | null): KeyAction[] {
  const group = 'View';
  const turns: Record<string, [number, number]> = { a: [-kTurn, 0], d: [kTurn, 0], w: [0, -kTurn], s: [0, kTurn] };
  const shifts: Record<string, [number, number]> = { A: [-kShift, 0], D: [kShift, 0], W: [0, kShift], S: [0, -kShift] };
  const layer_key = (key: string, layer: Layer, text: string): KeyAction => ({
    keys: [key],
    shown: key,
    text,
    group,
    action: () => view()?.set_layer(layer, !view()?.layers[layer]),
  });
  return [
    {
      keys: Object.keys(turns),
      shown: 'w a s d',
      text: 'turn the view',
      group,
      action: (key) => view()?.orbit(...turns[key]),
    },
    {
      keys: Object.keys(shifts),
      shown: 'W A S D',
      text: 'move the view',
      group,
      action: (key) => view()?.pan(...shifts[key]),
    },
    {
      keys: ['+', '=', '-'],
      shown: '+ −',
      text: 'nearer or farther',
      group,
      action: (key) => view()?.zoom(key === '-' ? 1.15 : 1 / 1.15),
    },
    { keys: ['r'], shown: 'r', text: 'reset the view', group, action: () => view()?.reset_view() },
    {
      keys: ['f', 'F'],
      shown: 'f F',
      text: 'follow the next or previous body',
      group,
      action: (key) => view()?.follow((view()?.followed ?? -1) + (key === 'f' ? 1 : -1)),
    },
    layer_key('t', 'trails', 'trails'),
    layer_key('c', 'forces', 'contact forces'),
    layer_key('j', 'joints', 'joints'),
    layer_key('g', 'grid', 'ground grid'),
    layer_key('x', 'axes', 'world axes'),
  ];
}
