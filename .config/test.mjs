// `npm test` and `npm run test:system`: compiles what changed, then runs Jest on the output.
//   node .config/test.mjs [--system | --unit | --build] [options and paths for Jest]
// Without either: unit specs, stores and the API. --system: what starts processes or takes long. --unit: only the
// specs in src/. --build: compiles and bundles, and runs nothing. See test/README.md.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { compileTests, productSources, stateOf } from './compile-tests.mjs';

const root = path.join(import.meta.dirname, '..');
const cache = path.join(root, '.cache');

function run(program, args, what) {
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status === 0) return;
  if (what !== undefined) console.error(`${what} failed; the lines above say why.`);
  process.exit(result.status ?? 1);
}
const script = (name, ...args) => run(process.execPath, [path.join('.config', name), ...args], name);

/** Does something only when its sources changed since it was done last. */
function whenChanged(stamp, sources, output, work) {
  const file = path.join(cache, stamp);
  const state = stateOf(sources);
  if (existsSync(output) && existsSync(file) && readFileSync(file, 'utf8') === state) return;
  work();
  writeFileSync(file, state);
}

function pageSources() {
  const folder = path.join('src', 'web', 'pages');
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((name) => statSync(path.join(root, name)).isFile())
    .concat('package-lock.json', path.join('.config', 'build-pages.mjs'), path.join('.config', 'build-page-specs.mjs'))
    .sort();
}

/** Which specs a run takes, as options for Jest; undefined where everything is only built. */
const SELECTIONS = {
  '--build': undefined,
  '--system': ['--testMatch', '**/*.system.spec.js'],
  '--unit': ['--testMatch', '<rootDir>/src/**/*.spec.js', '--testPathIgnorePatterns', '\\.system\\.spec\\.js$'],
  '': ['--testPathIgnorePatterns', '\\.system\\.spec\\.js$'],
};

const [first = '', ...others] = process.argv.slice(2);
const kind = first in SELECTIONS ? first : '';
const options = kind === '' ? process.argv.slice(2) : others;

if (!compileTests()) process.exit(1);
whenChanged('pages.state', pageSources(), path.join(root, 'dist', 'web', 'index.html'), () => {
  script('build-pages.mjs');
  script('build-page-specs.mjs');
});
// Only system specs start the program.
if (kind === '--system' || kind === '--build')
  whenChanged(
    'bundle.state',
    [
      ...productSources(),
      ...['bundle.mjs', 'ascii-source.mjs', 'compile-program.mjs'].map((name) => path.join('.config', name)),
    ],
    path.join(cache, 'test', 'src', 'program.code'),
    () => script('bundle.mjs', path.join('.cache', 'test')),
  );

if (SELECTIONS[kind] === undefined) process.exit(0);
const jest = [
  path.join('node_modules', 'jest', 'bin', 'jest.js'),
  ...SELECTIONS[kind],
  '--config',
  '.config/jest.json',
];
// Many specs wait for something: a second worker is worth it on two processors, where Jest would take one.
if (!options.some((option) => /^(-i$|-w|--runInBand|--maxWorkers)/u.test(option)))
  jest.push(`--maxWorkers=${Math.max(2, availableParallelism() - 1)}`);
run(process.execPath, [...jest, ...options]);
