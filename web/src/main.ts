// Builds the page from its data.
import { read_page } from './data/page';
import { describe_failure } from './interface/failure';
import { show_page } from './interface/page_view';

const root = document.getElementById('carom-viewer');
if (root) {
  const fail = (error: unknown): void => {
    const note = document.createElement('p');
    note.className = 'failure';
    note.setAttribute('role', 'alert');
    note.textContent = describe_failure(error);
    root.prepend(note);
  };
  try {
    show_page(root, read_page(document)).catch(fail);
  } catch (error) {
    fail(error);
  }
}
