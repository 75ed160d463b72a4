// Keys for everything, and a page of help that is made from the same list.
import { make, make_button } from './make';

export interface KeyAction {
  keys: string[]; // as KeyboardEvent.key gives them
  shown: string; // in the help
  text: string;
  group: string;
  action: (key: string) => void;
}

// Fields that need the keys themselves.
function is_typing(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'range';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

function takes_space(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLButtonElement ||
    target instanceof HTMLAnchorElement ||
    (target instanceof HTMLElement && target.tagName === 'SUMMARY') ||
    (target instanceof HTMLInputElement && target.type === 'checkbox')
  );
}

export class Keyboard {
  private help_: HTMLDialogElement | null = null;

  constructor(private readonly actions_: KeyAction[]) {
    actions_.push({ keys: ['?'], shown: '?', text: 'this help', group: 'Page', action: () => this.toggle_help() });
    document.addEventListener('keydown', (event) => this.press(event));
  }

  toggle_help(): void {
    if (this.help_) return this.help_.close();
    const dialog = make('dialog', { class: 'dialog help', label: 'Keys' });
    const groups = new Map<string, KeyAction[]>();
    for (const action of this.actions_) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
    const columns = [...groups].map(([group, actions]) =>
      make('div', { class: 'help-group' }, make('h4', { text: group }), this.make_table(actions)),
    );
    dialog.append(
      make('h3', { text: 'Keys' }),
      make('div', { class: 'help-groups' }, ...columns),
      make_button('Close', 'Close', () => dialog.close(), 'button button-main'),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      this.help_ = null;
    });
    document.body.append(dialog);
    this.help_ = dialog;
    dialog.showModal();
  }

  private make_table(actions: KeyAction[]): HTMLElement {
    const list = make('dl', { class: 'help-list' });
    for (const { shown, text } of actions)
      list.append(make('dt', {}, make('kbd', { text: shown })), make('dd', { text }));
    return list;
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || is_typing(event.target)) return;
    if (event.key === ' ' && takes_space(event.target)) return;
    if (document.querySelector('dialog[open]') && event.key !== '?') return;
    const found = this.actions_.find((action) => action.keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found.action(event.key);
  }
}
