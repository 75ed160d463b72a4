// The index of reproductions.
import type { Paper } from '../data/format';
import { make, make_section } from '../interface/make';
import { make_paragraphs } from './chapters_view';
import { make_count } from './checks';

// Only files beside this page: an index leads nowhere else.
function is_local(href: string): boolean {
  return href !== '' && !/^[a-z][a-z0-9+.-]*:|^\/|^\\/i.test(href);
}

function make_bar(paper: Paper): HTMLElement {
  const bar = make('div', { class: 'bar', attributes: { 'aria-hidden': 'true' } }, make('span', {}));
  const share = paper.total ? (100 * paper.passed) / paper.total : 0;
  (bar.firstElementChild as HTMLElement).style.width = `${share}%`;
  return bar;
}

function make_card(paper: Paper): HTMLElement {
  const title = is_local(paper.href)
    ? make('a', { text: paper.title, attributes: { href: paper.href } })
    : make('span', { text: paper.title });
  return make(
    'article',
    { class: 'card' },
    make('h3', {}, title),
    ...make_paragraphs(paper.text),
    make_bar(paper),
    make_count(paper.passed, paper.total),
  );
}

export function make_papers(papers: Paper[]): HTMLElement {
  return make_section('papers', 'Papers', make('div', { class: 'cards' }, ...papers.map(make_card)));
}
