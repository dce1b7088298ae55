// Bundles what the compiler made: a start no longer reads two thousand small modules, and takes two thirds of the time.
//   node .config/bundle.mjs FOLDER    of the compiled `src`, default dist; the programs and the files of threads in it are written anew
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const compiled = path.join(root, process.argv[2] ?? 'dist', 'src');
const PROGRAMS = ['main.js', 'cli.js', 'test-session.js'];
/**
 * Packages of many small modules. All others are loaded as they are: they look for files or natives of their own, or Nest loads them
 * when they are wanted (class-validator and class-transformer, which would then be there twice).
 */
const BUNDLED = [
  /^@nestjs\/(?!microservices|websockets|platform-express)/u,
  /^(rxjs|es-toolkit|zod)(\/|$)/u,
  /^(iterare|tslib|uid|zod-to-json-schema)$/u,
  /^@modelcontextprotocol\/sdk\//u,
];

const threads = readdirSync(compiled, { recursive: true }).filter((name) => name.endsWith('-worker.js'));
const entries = [...PROGRAMS, ...threads.filter((name) => path.dirname(name) !== '.')];
await build({
  // Threads are started by names beside the file that starts them: everything lies in one folder.
  entryPoints: entries.map((name) => ({ in: path.join(compiled, name), out: path.basename(name, '.js') })),
  outdir: compiled,
  chunkNames: 'part-[hash]',
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Classes are found by their names: problems, entities, parts of the OpenAPI document.
  keepNames: true,
  legalComments: 'none',
  // For packages that are no ES modules.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
  // What the Swagger plugin writes beside a decorator's own words.
  logOverride: { 'duplicate-object-key': 'silent' },
  plugins: [
    {
      name: 'packages',
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
          kind === 'entry-point' || BUNDLED.some((names) => names.test(name)) ? undefined : { external: true },
        );
      },
    },
  ],
});
