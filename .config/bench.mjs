// `npm run bench:NAME -- [options]`: compiles the sources and the bench in test/bench-NAME, then runs it; `--help` lists the options.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [bench = '', ...options] = process.argv.slice(2);
const root = path.join(import.meta.dirname, '..');
const output = path.join(root, '.cache', bench);
rmSync(output, { recursive: true, force: true });
const compiled = spawnSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.json', '--outDir', output], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  shell: process.platform === 'win32',
});
if (compiled.status !== 0) process.exit(2);
// A bench starts a bundled server, like the built one.
const bundled = spawnSync(
  process.execPath,
  [path.join(import.meta.dirname, 'bundle.mjs'), path.join('.cache', bench)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
if (bundled.status !== 0) process.exit(2);
const { main } = await import(pathToFileURL(path.join(output, 'test', bench, 'main.js')).href);
process.exitCode = await main(options);
