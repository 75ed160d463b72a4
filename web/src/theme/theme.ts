// Light or dark: as the system says, until the reader chooses.
import { Signal } from '../time/signal';
import { kDark, kLight, type Colors } from './colors';

export class Theme {
  readonly changed = new Signal();
  private readonly system_ = matchMedia('(prefers-color-scheme: dark)');
  private chosen_: boolean | null = null;

  constructor(private readonly root_: HTMLElement) {
    this.system_.addEventListener('change', () => this.apply());
    this.apply();
  }

  get dark(): boolean {
    return this.chosen_ ?? this.system_.matches;
  }
  get colors(): Colors {
    return this.dark ? kDark : kLight;
  }

  toggle(): void {
    this.chosen_ = !this.dark;
    this.apply();
  }

  private apply(): void {
    this.root_.dataset['theme'] = this.dark ? 'dark' : 'light';
    this.changed.emit();
  }
}

/** How much larger than usual texts are: 1 where the root's font is 16 px. */
export function font_scale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
