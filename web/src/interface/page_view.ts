// The page as a whole: what it has is shown, in an order people read in.
import { ChaptersView, make_loose_figures } from '../chapters/chapters_view';
import { make_papers } from '../chapters/papers_view';
import type { Page } from '../data/page';
import { Theme } from '../theme/theme';
import { plot_keys } from '../runs/keys';
import { RunsView } from '../runs/runs_view';
import { Keyboard } from './keyboard';
import { set_icon } from './icons';
import { make, make_button } from './make';

function make_header(page: Page, theme: Theme, help: () => void): HTMLElement {
  const toggle = make_button('', 'Light or dark (m)', () => theme.toggle());
  set_icon(toggle, 'light');
  const keys = make_button('?', 'Keys (?)', help);
  const title = make('h1', { text: page.header.title });
  const links = make('nav', { class: 'page-links', label: 'Sections' });
  return make('header', { class: 'page-header' }, title, links, make('div', { class: 'page-tools' }, toggle, keys));
}

function add_links(header: HTMLElement, body: HTMLElement): void {
  const links = header.querySelector('.page-links');
  for (const section of body.querySelectorAll<HTMLElement>('section[id]')) {
    const name = section.getAttribute('aria-label') ?? section.querySelector('h2')?.textContent ?? '';
    if (name && section.dataset['link'] !== 'no')
      links?.append(make('a', { text: name, attributes: { href: `#${section.id}` } }));
  }
}

export async function show_page(root: HTMLElement, page: Page): Promise<void> {
  const theme = new Theme(document.documentElement);
  document.title = page.header.title;
  const body = make('main', { class: 'page-body' });
  const header = make_header(page, theme, () => keyboard.toggle_help());
  root.replaceChildren(header, body);
  const theme_key = { keys: ['m'], shown: 'm', text: 'light or dark', group: 'Page', action: () => theme.toggle() };
  const runs = page.header.runs.length ? await RunsView.make(page, theme) : null;
  const keyboard = new Keyboard([...(runs?.key_actions() ?? []), ...plot_keys(), theme_key]);
  const { chapters, papers } = page.header;
  if (papers.length) body.append(make_papers(papers));
  if (chapters.length) body.append(...new ChaptersView(page, theme, (name) => runs?.go_to(name)).elements);
  if (runs) body.append(runs.element);
  const figures = make_loose_figures(page, theme);
  if (figures) body.append(figures);
  body.append(
    make('footer', {
      class: 'page-footer',
      text: `Made by ${page.header.generator}. This page is complete in itself and loads nothing.`,
    }),
  );
  add_links(header, body);
  if (runs) await runs.start();
  root.dataset['ready'] = 'yes';
}
