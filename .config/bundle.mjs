// Bundles the compiler's output: a start no longer reads and compiles two thousand small modules.
//   node .config/bundle.mjs FOLDER    of the compiled `src`, default dist; rewrites the programs and the worker files in it
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { asciiSource } from './ascii-source.mjs';
import { LOADED_AS_THEY_ARE, OPTIONAL } from './loaded-packages.mjs';

const root = path.join(import.meta.dirname, '..');
const compiled = path.join(root, process.argv[2] ?? 'dist', 'src');
const sources = path.join(root, 'src');
/** They are bundled from their sources: the bundles replace the compiler's output. */
const PROGRAMS = ['main', 'cli', 'test-session', 'check-llm', 'review-session'];
const programFiles = new Set(PROGRAMS.map((name) => path.join(sources, `${name}.ts`)));
const namesOf = (packages) => new RegExp(`^(?:${packages.join('|')})(?:/|$)`, 'u');
/** Optional dependencies of packages. */
const NOT_INSTALLED = [
  /^@nestjs\/(microservices|websockets|platform-express)(\/|$)/u,
  /^(@fastify\/view|@google-cloud\/spanner|@sap\/hana-client|expo-sqlite|ioredis|mongodb|mssql|mysql2?|oracledb)(\/|$)/u,
  /^(react-native-sqlite-storage|redis|sql\.js|typeorm-aurora-data-api-driver)(\/|$)/u,
];
/** Files that threads start with are adapters; other workers are classes of ours. */
const threads = readdirSync(compiled, { recursive: true }).filter((name) =>
  /(?:^|\/)infrastructure\/(?:.*\/)?[^/]*-worker\.js$/u.test(name.replaceAll(path.sep, '/')),
);

/** @param more packages and files that are not bundled */
const packages = (...more) => ({
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path: name, kind }) => {
      const isLeftOut = [namesOf([...LOADED_AS_THEY_ARE, ...OPTIONAL]), ...NOT_INSTALLED, ...more].some((names) =>
        names.test(name),
      );
      return kind !== 'entry-point' && (name.startsWith('node:') || isLeftOut) ? { external: true } : undefined;
    });
  },
});
/** Imports resolve to the compiler's output, with the additions of the Swagger plugin. */
const compiledParts = {
  name: 'compiled-parts',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\// }, ({ path: name, importer }) =>
      programFiles.has(importer) ? { path: path.join(compiled, name) } : undefined,
    );
  },
};
const ascii = {
  name: 'ascii',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      const contents = asciiSource(text);
      return contents === text ? undefined : { contents };
    });
  },
};
const common = {
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  target: 'node22',
  // Classes are found by their names: problems, entities, parts of the OpenAPI document.
  keepNames: true,
  legalComments: 'none',
  // Keeps names and short lines, so that stack traces are readable.
  minifyWhitespace: true,
  lineLimit: 200,
  logLevel: 'warning',
  // What the Swagger plugin adds to a decorator's own text.
  logOverride: { 'duplicate-object-key': 'silent' },
};

// V8 checks cached code only by the length of its source: remove the cache of an earlier build.
rmSync(path.join(compiled, 'program.code'), { force: true });
await build({
  ...common,
  entryPoints: [path.join(compiled, 'program.js')],
  outfile: path.join(compiled, 'program.cjs'),
  format: 'cjs',
  // A script has no import statements: modules that load on demand are required.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'programUrl', 'import.meta.dirname': '__dirname' },
  banner: { js: "const programUrl = require('node:url').pathToFileURL(__filename).href;" },
  plugins: [packages(), ascii],
});
const entries = [
  ...PROGRAMS.map((name) => ({ in: path.join(sources, `${name}.ts`), out: name })),
  ...threads
    .filter((name) => path.dirname(name) !== '.')
    .map((name) => ({ in: path.join(compiled, name), out: path.basename(name, '.js') })),
];
for (const name of readdirSync(compiled)) if (/^part-.*\.js$/u.test(name)) rmSync(path.join(compiled, name));
await build({
  ...common,
  // A worker file is loaded by its name from the folder of the file that starts it: all output is in one folder.
  entryPoints: entries,
  outdir: compiled,
  chunkNames: 'part-[hash]',
  splitting: true,
  format: 'esm',
  // For CommonJS packages.
  banner: {
    js: [
      "import { createRequire as requireFrom } from 'node:module';",
      'const require = requireFrom(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;',
    ].join(' '),
  },
  plugins: [packages(/^\.\/program\.js$/u), compiledParts],
});

const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'compile-program.mjs'), compiled], {
  stdio: 'inherit',
});
if (status !== 0) throw new Error('The program could not be compiled.');
