// A text to read and to copy.
import { make, make_button } from '../interface/make';
import { color_toml } from './toml';

// Colouring a very long text costs more than it helps.
const kMostColored = 200_000;

export function make_copy_button(text: string, what: string): HTMLButtonElement {
  const button = make_button('Copy', `Copy ${what}`, () => {
    navigator.clipboard.writeText(text).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Not allowed here'),
    );
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  return button;
}

export function make_code(name: string, text: string, open: boolean): HTMLElement {
  const colored = name.endsWith('.toml') && text.length <= kMostColored;
  const code = make(
    'pre',
    { class: 'code', label: name, attributes: { tabindex: '0' } },
    ...(colored ? color_toml(text) : [text]),
  );
  const details = make(
    'details',
    { class: 'file' },
    make('summary', { text: name }),
    make('div', { class: 'code-frame' }, make_copy_button(text, name), code),
  );
  details.open = open;
  return details;
}
