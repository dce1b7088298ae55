// Bundles the specs of the pages' functions to where Jest looks: the pages are compiled for the browser, apart from the server.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const pages = path.join(root, 'src', 'web', 'pages');
const output = path.join(root, process.argv[2] ?? path.join('.cache', 'test'), 'src', 'web', 'pages');

const specs = readdirSync(pages, { recursive: true }).filter((name) => name.endsWith('.spec.ts'));
await build({
  entryPoints: specs.map((name) => path.join(pages, name)),
  outdir: output,
  outbase: pages,
  bundle: true,
  format: 'esm',
  target: 'node22',
  tsconfig: path.join(root, '.config', 'tsconfig.pages.json'),
  sourcemap: 'inline',
  logLevel: 'warning',
});
