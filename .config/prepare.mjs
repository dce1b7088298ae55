// Installs what is missing and builds what is stale; everything that runs the program from the sources begins with it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { install } from './install.mjs';

export const root = path.join(import.meta.dirname, '..');
const MAIN = path.join(root, 'dist', 'src', 'main.js');
const PAGES = path.join(root, 'dist', 'web', 'index.html');

function run(command, args, what) {
  console.log(what);
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) {
    console.error(`${command} ${args.join(' ')} failed; the lines above say why.`);
    process.exit(result.status ?? 1);
  }
}

function newest(folder, matches) {
  let latest = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !matches(entry.name)) continue;
    latest = Math.max(latest, statSync(path.join(entry.parentPath, entry.name)).mtimeMs);
  }
  return latest;
}

function buildWhenStale() {
  const isSource = (name) => /\.(ts|tsx|css|html)$/.test(name) && !name.endsWith('.spec.ts');
  const sources = Math.max(
    newest(path.join(root, 'src'), isSource),
    newest(path.join(root, 'migrations'), isSource),
    ...[
      'tsconfig.json',
      'nest-cli.json',
      'package-lock.json',
      '.config/tsconfig.build.json',
      '.config/tsconfig.pages.json',
      '.config/compile.mjs',
      '.config/build-pages.mjs',
      '.config/bundle.mjs',
      '.config/loaded-packages.mjs',
      '.config/ascii-source.mjs',
      '.config/compile-program.mjs',
    ].map((f) => statSync(path.join(root, f)).mtimeMs),
  );
  const built = [MAIN, PAGES].map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0));
  if (Math.min(...built) >= sources) return;
  run('npm', ['run', '--silent', 'build'], 'Building …');
}

export function prepare() {
  process.chdir(root);
  install('start');
  buildWhenStale();
}
