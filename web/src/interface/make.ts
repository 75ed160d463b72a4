// Elements are made here and nowhere from text: a name can hold anything.

export interface MakeOptions {
  class?: string;
  text?: string;
  title?: string;
  label?: string; // for those who do not see it
  id?: string;
  attributes?: Record<string, string>;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: MakeOptions = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (options.class) element.className = options.class;
  if (options.text !== undefined) element.textContent = options.text;
  if (options.title) element.title = options.title;
  if (options.id) element.id = options.id;
  if (options.label) element.setAttribute('aria-label', options.label);
  for (const [name, value] of Object.entries(options.attributes ?? {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function make_button(text: string, label: string, action: () => void, style = 'button'): HTMLButtonElement {
  const button = make('button', { class: style, text, title: label, label, attributes: { type: 'button' } });
  button.addEventListener('click', action);
  return button;
}

/** A button that is on or off. */
export function make_toggle(
  text: string,
  label: string,
  on: boolean,
  action: (on: boolean) => void,
): HTMLButtonElement {
  const button = make_button(text, label, () => {
    const now = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(now));
    action(now);
  });
  button.setAttribute('aria-pressed', String(on));
  return button;
}

export function make_select(
  label: string,
  choices: [value: string, text: string][],
  chosen: string,
  action: (value: string) => void,
): HTMLSelectElement {
  const select = make('select', { class: 'select', title: label, label });
  for (const [value, text] of choices) select.append(make('option', { text, attributes: { value } }));
  select.value = chosen;
  select.addEventListener('change', () => action(select.value));
  return select;
}

export function make_section(id: string, title: string, ...children: (Node | string)[]): HTMLElement {
  const heading = make('h2', { text: title, id: `${id}-title` });
  return make(
    'section',
    { id, class: 'section', attributes: { 'aria-labelledby': `${id}-title` } },
    heading,
    ...children,
  );
}

/** What can be folded away under its title. */
export function make_fold(title: string, open: boolean, ...children: (Node | string)[]): HTMLElement {
  const fold = make('details', { class: 'fold' }, make('summary', { text: title }), ...children);
  fold.open = open;
  return fold;
}

/** The head of a table; columns of numbers stand at the right. */
export function make_head(names: string[], numbers: string[]): HTMLTableRowElement {
  return make(
    'tr',
    {},
    ...names.map((text) =>
      make('th', { text, class: numbers.includes(text) ? 'number' : '', attributes: { scope: 'col' } }),
    ),
  );
}
