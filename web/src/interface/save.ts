// Gives the reader a file.
import { make } from './make';

export function save_text(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make('a', { attributes: { href: address, download: name } });
  document.body.append(link);
  link.click();
  link.remove();
  // Later: the browser reads the file after this call has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every file system takes. */
export function file_name(title: string, ending: string): string {
  const clean = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${clean || 'chart'}.${ending}`;
}
