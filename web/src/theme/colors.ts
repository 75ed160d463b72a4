// What plots are drawn with. The palette is that of Okabe and Ito, which people with any colour vision can tell apart; on
// dark ground its blues are lighter and its black is white. CSS has its own copy of the greys in page.css.

export interface Colors {
  ground: string;
  ink: string;
  muted: string;
  grid: string;
  accent: string;
  gain: string; // energy that came from nowhere
  palette: string[];
}

export const kLight: Colors = {
  ground: '#ffffff',
  ink: '#1c2126',
  muted: '#66707a',
  grid: '#e6e9ec',
  accent: '#0072b2',
  gain: '#c4281c',
  palette: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#f0e442', '#000000'],
};

export const kDark: Colors = {
  ground: '#15191d',
  ink: '#e8ebee',
  muted: '#98a2ac',
  grid: '#2a3037',
  accent: '#4aa3df',
  gain: '#ff6b5e',
  palette: ['#3d9be0', '#ee7d2b', '#1fb98c', '#d98fb8', '#efb02e', '#8ccdf5', '#f0e442', '#ffffff'],
};

/** Viridis at nine even places; between them colours are mixed in sRGB. */
export const kHeat = [
  '#440154',
  '#472d7b',
  '#3b528b',
  '#2c728e',
  '#21918c',
  '#28ae80',
  '#5ec962',
  '#addc30',
  '#fde725',
];

/** Places in the palette that series take in turn: yellow is left to regions, it is too faint for a line on white. */
export const kLineOrder = [0, 1, 2, 3, 4, 5, 7];

export function line_color(colors: Colors, number: number): string {
  return colors.palette[kLineOrder[number % kLineOrder.length]];
}

function channels_of(color: string): [number, number, number] {
  const value = parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The colour of a share between 0 and 1 as red, green, blue from 0 to 255. */
export function heat_color(share: number): [number, number, number] {
  const place = Math.min(1, Math.max(0, share)) * (kHeat.length - 1);
  const i = Math.min(kHeat.length - 2, Math.floor(place));
  const low = channels_of(kHeat[i]);
  const high = channels_of(kHeat[i + 1]);
  return [0, 1, 2].map((k) => Math.round(low[k] + (place - i) * (high[k] - low[k]))) as [number, number, number];
}
