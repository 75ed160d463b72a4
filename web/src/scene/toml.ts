// Colours a scene's text: comments, headers, keys, strings and numbers.

const kTokens =
  /(#[^\n]*)|("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')|(^[ \t]*\[\[?[^\]\n]*\]?\]?)|([A-Za-z0-9_.-]+(?=[ \t]*=))|(\b[-+]?\d[\d_.eE+-]*\b|\btrue\b|\bfalse\b)/gm;
const kNames = ['comment', 'string', 'header', 'key', 'number'];

export function color_toml(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let last = 0;
  for (const match of text.matchAll(kTokens)) {
    parts.push(text.slice(last, match.index));
    const span = document.createElement('span');
    span.className = `toml-${kNames[match.slice(1).findIndex((group) => group !== undefined)]}`;
    span.textContent = match[0];
    parts.push(span);
    last = match.index + match[0].length;
  }
  parts.push(text.slice(last));
  return parts;
}
