// A reproduction: chapters with figures beside what was said about them, the scenes that made them, and checks.
import type { Chapter, ChapterItem, Check, Figure } from '../data/format';
import type { Page } from '../data/page';
import { FigureView } from '../figures/figure_view';
import { make, make_button } from '../interface/make';
import { make_code } from '../scene/code';
import type { Theme } from '../theme/theme';
import { count_checks, make_checks, make_count } from './checks';

export function make_paragraphs(text: string): HTMLElement[] {
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim())
    .map((part) => make('p', { text: part.trim() }));
}

function all_checks(chapter: Chapter): Check[] {
  return [...chapter.checks, ...chapter.items.flatMap((item) => item.checks)];
}

export class ChaptersView {
  readonly elements: HTMLElement[];
  private readonly figures_: Map<string, Figure>;

  constructor(
    private readonly page_: Page,
    private readonly theme_: Theme,
    private readonly show_run_: (name: string) => void,
  ) {
    const { chapters, figures, runs } = page_.header;
    this.figures_ = new Map(figures.map((figure) => [figure.id, figure]));
    const known_runs = new Set(runs.map((run) => run.name));
    this.elements = [
      this.make_contents(chapters),
      ...chapters.map((chapter) => this.make_chapter(chapter, known_runs)),
    ];
  }

  private make_contents(chapters: Chapter[]): HTMLElement {
    const entries = chapters.map((chapter) => {
      const link = make('a', { text: chapter.title, attributes: { href: `#chapter-${chapter.id}` } });
      const { passed, total } = count_checks(all_checks(chapter));
      const figures = chapter.items.flatMap((item) => this.figures_.get(item.figure ?? '') ?? []);
      const sub = figures.map((figure) =>
        make('li', {}, make('a', { text: figure.title, attributes: { href: `#figure-${figure.id}` } })),
      );
      return make(
        'li',
        {},
        make('div', { class: 'contents-row' }, link, make_count(passed, total)),
        make('ul', {}, ...sub),
      );
    });
    const checks = chapters.flatMap(all_checks);
    const { passed, total } = count_checks(checks);
    const title = make('h2', { text: 'Contents', id: 'contents-title' });
    const head = make('div', { class: 'contents-row contents-head' }, title, make_count(passed, total));
    return make(
      'section',
      { id: 'contents', class: 'section contents', attributes: { 'aria-labelledby': 'contents-title' } },
      head,
      make('ol', {}, ...entries),
    );
  }

  private make_chapter(chapter: Chapter, known_runs: Set<string>): HTMLElement {
    const id = `chapter-${chapter.id}`;
    const title = make('h2', { text: chapter.title, id: `${id}-title` });
    const section = make(
      'section',
      { id, class: 'section chapter', attributes: { 'aria-labelledby': `${id}-title` } },
      title,
    );
    section.dataset['link'] = 'no';
    section.append(make('div', { class: 'prose' }, ...make_paragraphs(chapter.text)));
    for (const item of chapter.items) section.append(this.make_item(item, known_runs));
    section.append(...make_checks(chapter.checks));
    return section;
  }

  private make_item(item: ChapterItem, known_runs: Set<string>): HTMLElement {
    const figure = item.figure === null ? undefined : this.figures_.get(item.figure);
    const side = make(
      'div',
      { class: 'item-side' },
      make('h4', { text: 'What is said' }),
      ...make_paragraphs(item.says),
    );
    const run = item.run;
    if (run !== null && known_runs.has(run))
      side.append(make_button('Show its replay', `Show the replay of ${run}`, () => this.show_run_(run)));
    if (item.scene) side.append(make_code(item.scene.name, item.scene.text, false));
    const main = make('div', { class: 'item-main' });
    if (figure) main.append(new FigureView(this.page_, figure, this.theme_).element);
    return make(
      'div',
      { class: figure ? 'item' : 'item item-plain' },
      main,
      side,
      make('div', { class: 'item-checks' }, ...make_checks(item.checks)),
    );
  }
}

/** Figures that no chapter shows. */
export function make_loose_figures(page: Page, theme: Theme): HTMLElement | null {
  const used = new Set(page.header.chapters.flatMap((chapter) => chapter.items.map((item) => item.figure)));
  const loose = page.header.figures.filter((figure) => !used.has(figure.id));
  if (!loose.length) return null;
  const heading = make('h2', { text: 'Figures', id: 'figures-title' });
  const list = make('div', { class: 'figures' }, ...loose.map((figure) => new FigureView(page, figure, theme).element));
  return make(
    'section',
    { id: 'figures', class: 'section', attributes: { 'aria-labelledby': 'figures-title' } },
    heading,
    list,
  );
}
