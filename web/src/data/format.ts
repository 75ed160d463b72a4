// The header of a page, as docs/page-format.md describes it. Numbers are in SI units.

export interface ColumnRef {
  block: number;
  column: number;
}
/** A column of a block, or the numbers themselves; null is a gap. */
export type Numbers = ColumnRef | (number | null)[];
export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number]; // w, x, y, z

export interface BlockInfo {
  type: 'f32' | 'f64' | 'u32';
  rows: number;
  columns: number;
}

export interface Channel {
  name: string;
  label: string;
  unit: string;
  description: string;
  group: string;
  values: ColumnRef;
}

export interface ChartSpec {
  title: string;
  channels: number[];
  x: number | null; // a channel; null is the time
  log: boolean;
}

export interface RunEvent {
  time: number; // [s]
  kind: string;
  element: string;
  sentence: string;
  data: Record<string, unknown>;
  gained: number | null; // [J]
}

/** What a key of an event's data means. */
export interface EventField {
  key: string;
  label: string;
  unit: string; // empty: none
}

export interface LedgerRow {
  name: string;
  kind: 'stored' | 'dissipated' | 'work' | 'numerical';
  value: number; // [J]
  channel: number | null;
}

export interface Ledger {
  rows: LedgerRow[];
  initial: number; // [J]
  scale: number; // [J]
  residual: number; // [J]
  residual_channel: number | null;
  warnings: string[];
}

export interface Shape {
  body: number; // -1 is the world
  type: 'point' | 'sphere' | 'box' | 'cylinder' | 'capsule' | 'cone' | 'ellipsoid' | 'plane' | 'tube' | 'mesh';
  at: Vector; // [m]
  rotation: Quaternion;
  color: string | null;
  radius?: number; // [m]
  size?: Vector; // [m]
  length?: number; // [m]
  semi_axes?: Vector; // [m]
  normal?: Vector;
  vertices?: number; // block
  triangles?: number; // block
}

export interface Joint {
  name: string;
  type: string;
  body: number;
  at: Vector; // [m]
  axis: Vector | null;
}

export interface TrailPoint {
  name: string;
  body: number;
  at: Vector; // [m]
}

export interface Contact {
  name: string;
  position: Vector; // channels [m]
  normal_force: Vector; // channels [N]
  friction_force: Vector; // channels [N]
}

export interface Replay {
  time: ColumnRef;
  bodies: { name: string; parent: number; center_of_mass: Vector }[];
  poses: number; // block
  shapes: Shape[];
  joints: Joint[];
  points: TrailPoint[];
  contacts: Contact[];
  extent: { center: Vector; radius: number }; // [m]
  gravity: Vector; // [m/s²]
}

export interface Verdict {
  grade: 'passed' | 'passed with warnings' | 'failed' | 'none';
  sentence: string;
  error: number | null; // of the largest energy, as the limits are
  warning_limit: number | null;
  failing_limit: number | null;
  warnings: string[];
  notes: string[]; // the first
  num_notes: number;
}

export interface Run {
  name: string;
  label: string;
  status: string;
  sentence: string;
  verdict?: Verdict; // none in pages of older programs
  version: string;
  settings: [string, string][];
  command: string;
  hash: string;
  files: { name: string; text?: string | null }[];
  overrides: string[];
  duration: number; // [s]
  samples: number;
  recorded_samples: number;
  time: ColumnRef;
  channels: Channel[];
  charts: ChartSpec[];
  replay: Replay | null;
  events: RunEvent[]; // the first
  event_counts?: Record<string, number>; // of all, by kind; absent: these are all
  event_fields?: EventField[]; // absent: keys speak for themselves
  ledger: Ledger | null;
}

export interface FigureAxis {
  label: string;
  unit: string;
  scale: 'linear' | 'log';
  range: [number, number] | null;
}

export interface FigureSeries {
  label: string;
  x: Numbers;
  y: Numbers;
  style: 'line' | 'points' | 'steps';
  color: number | null;
  dash: 'solid' | 'dashed' | 'dotted';
}

export interface FigureHeat {
  x: Numbers;
  y: Numbers;
  values: Numbers; // one row of x for each y
  label: string;
  unit: string;
  range: [number, number] | null;
  categories: string[] | null;
}

export interface Figure {
  id: string;
  title: string;
  caption: string;
  x: FigureAxis;
  y: FigureAxis;
  series: FigureSeries[];
  regions: { label: string; x: Numbers; y: Numbers; color: number }[];
  annotations: { x: number; y: number; text: string }[];
  heat: FigureHeat | null;
  equal_axes: boolean;
}

export interface Check {
  name: string;
  expected: number | string;
  found: number | string;
  tolerance: number | string | null;
  unit: string;
  passed: boolean;
  note: string;
  /** The drawn curve that `found` was read off; empty: off none. Pages of older programs have none. */
  curve?: string;
}

export interface ChapterItem {
  figure: string | null;
  says: string;
  scene: { name: string; text: string } | null;
  run: string | null;
  checks: Check[];
}

export interface Chapter {
  id: string;
  title: string;
  text: string;
  items: ChapterItem[];
  checks: Check[];
}

export interface Paper {
  id: string;
  title: string;
  text: string;
  href: string;
  passed: number;
  total: number;
}

export interface PageHeader {
  format: string;
  version: number;
  title: string;
  generator: string;
  blocks: BlockInfo[];
  runs: Run[];
  figures: Figure[];
  chapters: Chapter[];
  papers: Paper[];
}
