// `npm test`: compiles source and specs with the Nest CLI (so that the swagger plugin runs), bundles the
// programs that specs start and builds the pages, then Jest on the output.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const run = (args) => {
  const result = spawnSync('npx', ['--no-install', ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
};
rmSync(path.join(root, '.cache', 'test'), { recursive: true, force: true });
run(['nest', 'build', '--config', '.config/nest-cli.test.json']);
run(['node', '.config/bundle.mjs', '.cache/test']);
run(['node', '.config/build-pages.mjs']);
run(['node', '.config/build-page-specs.mjs']);
const options = process.argv.slice(2);
// Many specs wait for servers that they start: a second worker is worth it on two processors, where Jest would take one.
if (!options.some((option) => /^(-i$|-w|--runInBand|--maxWorkers)/u.test(option)))
  options.push(`--maxWorkers=${Math.max(2, availableParallelism() - 1)}`);
run(['jest', '--config', '.config/jest.json', ...options]);
