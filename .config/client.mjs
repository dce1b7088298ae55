// `npm run client [-- --out FOLDER --from URL_OR_FILE]`: writes a typed TypeScript client of every route, made from the OpenAPI
// document: of this program as it is built, or of a running server, whose version may be another.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';

const root = path.join(import.meta.dirname, '..');
const TEMPLATES = path.join(import.meta.dirname, 'client');

function options() {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' }, from: { type: 'string' } } });
    return { out: path.resolve(values.out ?? path.join(root, '.cache', 'client')), from: values.from };
  } catch (error) {
    console.error(`${error.message}\nUse: npm run client -- --out FOLDER --from http://127.0.0.1:8001/openapi.json`);
    process.exit(2);
  }
}

/** The document of the built program, which is started for a moment over an empty store and listens to nobody. */
async function ownDocument() {
  const built = (file) => path.join(root, 'dist', 'src', file);
  if (!existsSync(built('app.js'))) {
    const { status } = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit', shell: true });
    if (status !== 0) process.exit(status ?? 1);
  }
  const { createApp } = await import(built('app.js'));
  const { readEnvironment } = await import(built('config/environment.js'));
  const { createLogger } = await import(built('shared/interface/pino-logger.js'));
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-client-'));
  try {
    const settings = readEnvironment({ DATA_DIR: folder, SAMPLE_DATA: 'skip' });
    const app = await createApp(settings, createLogger({ level: 'silent', format: 'json' }));
    const { body } = await app.getHttpAdapter().getInstance().inject({ method: 'GET', url: '/openapi.json' });
    await app.close();
    return JSON.parse(body);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function documentFrom(place) {
  if (place === undefined) return ownDocument();
  if (!/^https?:/.test(place)) return JSON.parse(readFileSync(place, 'utf8'));
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place} answers ${response.status}`);
  return response.json();
}

const { out, from } = options();
const document = await documentFrom(from);
const isNew = !existsSync(out);
mkdirSync(out, { recursive: true });
const heading = `// Types of every route of Touchstone ${document.info.version}, made by \`npm run client\`. Make it again instead of changing it.\n\n`;
writeFileSync(
  path.join(out, 'schema.d.ts'),
  heading + astToString(await openapiTS(document, { emptyObjectsUnknown: true, defaultNonNullable: false })),
);
for (const file of ['client.ts', 'example.ts']) copyFileSync(path.join(TEMPLATES, file), path.join(out, file));
if (isNew) {
  // A folder of its own is a package of its own; inside another project that project's package.json counts.
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: 'touchstone-client',
    private: true,
    type: 'module',
    dependencies: { 'openapi-fetch': devDependencies['openapi-fetch'] },
  };
  writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
console.log(
  `${Object.keys(document.paths).length} paths: ${path.relative(process.cwd(), out) || '.'}/schema.d.ts, client.ts, example.ts`,
);
process.exit(0);
