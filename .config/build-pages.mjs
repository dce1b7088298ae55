// Builds the web pages of src/web/pages into dist/web: hashed names, so that browsers may keep them for ever, and compressed beforehand.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const pages = path.join(root, 'src', 'web', 'pages');
const output = path.join(root, 'dist', 'web');
const assets = path.join(output, 'assets');
/** Compression does not pay for smaller files. */
const COMPRESS_FROM = 1024;

rmSync(output, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
const { metafile } = await build({
  entryPoints: { app: path.join(pages, 'main.tsx'), style: path.join(pages, 'style.css') },
  outdir: assets,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  // Rare pages are loaded when they are opened.
  splitting: true,
  minify: true,
  format: 'esm',
  target: ['chrome111', 'firefox113', 'safari16.4'],
  tsconfig: path.join(root, '.config', 'tsconfig.pages.json'),
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
});

/** Name of the output file of an entry. */
function builtFrom(entry) {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(entry));
  if (found === undefined) throw new Error(`esbuild made nothing of ${entry}.`);
  return path.basename(found[0]);
}

/** Names of the scripts that an entry needs from the start: the browser loads them with it, not after it. */
function neededBy(entry) {
  const waiting = [
    ...Object.keys(metafile.outputs).filter((name) => metafile.outputs[name].entryPoint?.endsWith(entry)),
  ];
  const needed = new Set();
  for (const name of waiting) {
    const statics = metafile.outputs[name].imports.filter(({ kind }) => kind === 'import-statement');
    for (const { path: chunk } of statics.filter((one) => !needed.has(one.path))) {
      needed.add(chunk);
      waiting.push(chunk);
    }
  }
  return [...needed].map((name) => path.basename(name));
}

const preloads = neededBy('main.tsx').map((name) => `<link rel="modulepreload" href="{{base}}/assets/${name}" />`);
const frame = readFileSync(path.join(pages, 'index.html'), 'utf8');
writeFileSync(
  path.join(output, 'index.html'),
  frame
    .replace('</head>', `${preloads.join('')}</head>`)
    .replaceAll('{{script}}', builtFrom('main.tsx'))
    .replaceAll('{{style}}', builtFrom('style.css')),
);
// What the reader of PDF loads by itself, in a folder that changes its name with the version: browsers keep it for ever.
const pdfjs = path.join(root, 'node_modules', 'pdfjs-dist');
const { version } = JSON.parse(readFileSync(path.join(pdfjs, 'package.json'), 'utf8'));
const tables = path.join(assets, `pdfjs-${version}`);
for (const [from, kept] of [
  ['cmaps', /\.bcmap$|LICENSE/u],
  ['standard_fonts', /./u],
  // The policy of the pages permits no WebAssembly.
  ['wasm', /fallback\.js$|LICENSE/u],
  [path.join('legacy', 'build'), /^pdf\.worker\.min\.mjs$/u],
])
  for (const name of readdirSync(path.join(pdfjs, from)).filter((file) => kept.test(file)))
    cpSync(path.join(pdfjs, from, name), path.join(tables, from.includes('build') ? '' : from, name));
for (const name of readdirSync(assets, { recursive: true }).filter((file) => /\.(m?js|css)$/u.test(file))) {
  const file = path.join(assets, name);
  const bytes = readFileSync(file);
  if (bytes.length < COMPRESS_FROM) continue;
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
