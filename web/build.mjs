// Bundles src/main.ts and src/theme/page.css into dist/page.html. The content policy names both by their hashes, so that
// whoever fills the template only puts texts in place of its three marks (docs/page-format.md).
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const kMarks = ['<!--carom:title-->', '<!--carom:header-->', '<!--carom:blocks-->'];

async function bundle(entry) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    legalComments: 'eof',
    format: 'iife',
    target: ['chrome100', 'firefox113', 'safari16.4'],
  });
  return result.outputFiles[0].text.trim();
}

function hash_source(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const script = await bundle('src/main.ts');
const style = await bundle('src/theme/page.css');
if (/<\/(script|style)/i.test(script + style)) throw new Error('the bundle would end its own element');

const policy = [
  "default-src 'none'",
  `script-src ${hash_source(script)}`,
  `style-src ${hash_source(style)}`,
  'img-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// Functions as replacements: a text with `$&` in it must stay as it is.
const page = readFileSync('src/page.html', 'utf8')
  .replace('@policy@', () => policy)
  .replace('@style@', () => style)
  .replace('@script@', () => script);
for (const mark of kMarks) {
  if (page.split(mark).length !== 2) throw new Error(`the template must hold ${mark} once`);
}

mkdirSync('dist', { recursive: true });
writeFileSync('dist/page.html', page);
console.log(`dist/page.html: ${page.length} characters, script ${script.length}, style ${style.length}`);
