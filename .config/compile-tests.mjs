// Compiles source and specs into .cache/test with the Swagger plugin, as the Nest CLI does. Keeps TypeScript's build
// information: the next run checks and writes only the files that a change affects. Removes outputs without a source.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before } from '@nestjs/swagger/plugin';
import ts from 'typescript';

const root = path.join(import.meta.dirname, '..');
const output = path.join(root, '.cache', 'test');
const CONFIGURATION = path.join(root, '.config', 'tsconfig.test.json');
const COMPILED = path.join(output, '.compiled');
const FOLDERS = ['src', 'migrations', 'test'];
/** The other inputs of the output, in addition to the sources. */
const SETTINGS = [
  'tsconfig.json',
  'package-lock.json',
  '.config/tsconfig.test.json',
  '.config/nest-cli.test.json',
  '.config/compile-tests.mjs',
];
const isPage = (name) => name.startsWith(path.join('src', 'web', 'pages') + path.sep);

/** Files below the folders, as paths from the root; sorted. */
function filesIn(base, matches) {
  return FOLDERS.flatMap((folder) =>
    existsSync(path.join(base, folder))
      ? readdirSync(path.join(base, folder), { recursive: true }).map((name) => path.join(folder, name))
      : [],
  )
    .filter(matches)
    .sort();
}

/** Fingerprint that detects a change: names, sizes and times of the files. */
export function stateOf(files) {
  const hash = createHash('sha256');
  for (const name of files) {
    const { mtimeMs, size } = statSync(path.join(root, name));
    hash.update(`${name} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

/** All inputs of the compiled product, without specs. */
export const productSources = () => [
  ...filesIn(root, (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith('test')),
  ...SETTINGS,
];

/** Files that `.config/bundle.mjs` adds are in `src` itself and have no source file. */
const isBundled = (name) => /^src.(?:part-[^/\\]*|[^/\\]*-worker)\.js$/u.test(name);

function sweep(sources) {
  const kept = new Set(sources.map((name) => name.replace(/\.tsx?$/u, '.js')));
  for (const name of filesIn(output, (file) => /\.js(\.map)?$/u.test(file)))
    if (!kept.has(name.replace(/\.map$/u, '')) && !isBundled(name)) rmSync(path.join(output, name));
}

function report(diagnostics) {
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => ts.sys.newLine,
  };
  console.error(ts.formatDiagnosticsWithColorAndContext(diagnostics, host));
  console.error(`Found ${diagnostics.length} error(s).`);
}

/** @returns whether everything could be compiled; otherwise the errors are printed */
export function compileTests() {
  const sources = filesIn(root, (name) => /\.tsx?$/u.test(name));
  // The pages are compiled for the browser, by esbuild.
  const state = stateOf([...sources.filter((name) => !isPage(name)), ...SETTINGS]);
  if (existsSync(COMPILED) && readFileSync(COMPILED, 'utf8') === state) return true;
  mkdirSync(output, { recursive: true });
  sweep(sources);
  const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(CONFIGURATION, {}, ts.sys);
  const program = ts.createIncrementalProgram({ rootNames: fileNames, options });
  const { plugins } = JSON.parse(
    readFileSync(path.join(root, '.config', 'nest-cli.test.json'), 'utf8'),
  ).compilerOptions;
  // Checks before it writes, so that the diagnostics are stored too.
  const found = ts.getPreEmitDiagnostics(program);
  const { diagnostics } = program.emit(undefined, undefined, undefined, undefined, {
    before: [before(plugins[0].options, program.getProgram())],
  });
  const errors = [...found, ...diagnostics];
  if (errors.length > 0) {
    report(errors);
    return false;
  }
  writeFileSync(COMPILED, state);
  return true;
}
