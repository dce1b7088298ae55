// Installs what is missing and builds what is stale; everything that runs the program from the sources begins with it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..');
const cache = path.join(root, '.cache');
const LOCK_STAMP = path.join(cache, 'installed-lock.sha256');
const MAIN = path.join(root, 'dist', 'src', 'main.js');
const PAGES = path.join(root, 'dist', 'web', 'index.html');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Touchstone needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

function run(command, args, what) {
  console.log(what);
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) {
    console.error(`${command} ${args.join(' ')} failed; the lines above say why.`);
    process.exit(result.status ?? 1);
  }
}

/** npm's own record of what it installed; newer than the lockfile means that somebody installed by hand. */
function installedByHand() {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs;
}

/** The lockfile decides what is installed: nothing is done while it is the one that was installed last. */
function installWhenChanged() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const has = existsSync(LOCK_STAMP) ? readFileSync(LOCK_STAMP, 'utf8') : '';
  if ((has === wanted && existsSync(path.join(root, 'node_modules'))) || (has === '' && installedByHand())) return;
  run(
    'npm',
    ['ci', '--no-audit', '--no-fund'],
    'Installing (only when package-lock.json changed; the database driver compiles for about a minute) …',
  );
  mkdirSync(cache, { recursive: true });
  writeFileSync(LOCK_STAMP, wanted);
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
      '.config/build-pages.mjs',
      '.config/bundle.mjs',
      '.config/compile-program.mjs',
    ].map((f) => statSync(path.join(root, f)).mtimeMs),
  );
  const built = [MAIN, PAGES].map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0));
  if (Math.min(...built) >= sources) return;
  run('npm', ['run', '--silent', 'build'], 'Building …');
}

export function prepare() {
  process.chdir(root);
  installWhenChanged();
  buildWhenStale();
}
