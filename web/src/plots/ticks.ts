// Where an axis has marks, and what they say.
import { format_power } from '../interface/format_number';
import type { Scale } from './scale';

export interface Tick {
  value: number;
  label: string; // empty where a mark has none
}

function round_step(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / power;
  return (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10) * power;
}

function linear_label(value: number, step: number, largest: number): string {
  if (value === 0) return '0';
  const step_power = Math.floor(Math.log10(step) + 1e-9);
  const top_power = Math.floor(Math.log10(largest) + 1e-9);
  if (top_power >= 5 || top_power < -3) {
    const power = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
    return format_power((value / 10 ** power).toFixed(Math.max(0, power - step_power)), power);
  }
  return value.toFixed(Math.max(0, -step_power)).replace('-', '−');
}

function linear_ticks(low: number, high: number, wanted: number): Tick[] {
  const step = round_step((high - low) / Math.max(1, wanted));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const largest = Math.max(Math.abs(first), Math.abs(last)) * step;
  const ticks: Tick[] = [];
  for (let i = first; i <= last; ++i) ticks.push({ value: i * step, label: linear_label(i * step, step, largest) });
  return ticks;
}

function log_ticks(low: number, high: number, wanted: number): Tick[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  // Less than a decade has no marks of its own to speak of: label it as a linear axis.
  if (high / low < 10) return linear_ticks(low, high, wanted);
  const every = Math.max(1, Math.ceil((last - first) / Math.max(1, wanted)));
  const ticks: Tick[] = [];
  for (let power = first; power <= last; ++power) {
    const labelled = (power - first) % every === 0;
    ticks.push({ value: 10 ** power, label: labelled ? format_power('1', power) : '' });
    if (every === 1) for (let k = 2; k < 10; ++k) ticks.push({ value: k * 10 ** power, label: '' });
  }
  return ticks.filter((tick) => tick.value >= low * (1 - 1e-9) && tick.value <= high * (1 + 1e-9));
}

export function calc_ticks(scale: Scale, wanted: number): Tick[] {
  const [low, high] = scale.range;
  return scale.log ? log_ticks(low, high, wanted) : linear_ticks(low, high, wanted);
}
