// `npm run client [-- --out FOLDER --from URL_OR_FILE --language typescript|python]`: writes a typed client of every route, made from the
// OpenAPI document: of this program as it is built, or of a running server, whose version may be another.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { writePythonClient } from './client-python.mjs';
import { documentFrom } from './own-document.mjs';

const root = path.join(import.meta.dirname, '..');
const LANGUAGES = ['typescript', 'python'];
const TEMPLATES = path.join(import.meta.dirname, 'client');

function options() {
  try {
    const { values } = parseArgs({
      options: {
        out: { type: 'string' },
        from: { type: 'string' },
        language: { type: 'string', default: 'typescript' },
      },
    });
    const { language, from } = values;
    if (!LANGUAGES.includes(language)) throw new Error(`Unknown language '${language}'.`);
    const usual = path.join(root, '.cache', language === 'python' ? 'client-in-python' : 'client');
    return { out: path.resolve(values.out ?? usual), from, language };
  } catch (error) {
    const use = `--out FOLDER --from http://127.0.0.1:8001/openapi.json --language ${LANGUAGES.join('|')}`;
    console.error(`${error.message}\nUse: npm run client -- ${use}`);
    process.exit(2);
  }
}

const { out, from, language } = options();
const document = await documentFrom(from);
if (language === 'python') {
  writePythonClient(document, out);
  process.exit(0);
}
const isNew = !existsSync(out);
mkdirSync(out, { recursive: true });
const heading = `// Types of every route of Touchstone ${document.info.version}, made by \`npm run client\`. Make it again instead of changing it.\n\n`;
writeFileSync(
  path.join(out, 'schema.d.ts'),
  heading + astToString(await openapiTS(document, { emptyObjectsUnknown: true, defaultNonNullable: false })),
);
for (const file of ['client.ts', 'example.ts']) copyFileSync(path.join(TEMPLATES, file), path.join(out, file));
const versionOf = (folder, name) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')).devDependencies[name];
const library = versionOf('test', 'openapi-fetch');
if (isNew) {
  // A separate folder is a project of its own: its tools compile it wherever it is.
  const tools = ['typescript', '@types/node'].map((name) => [name, versionOf('.', name)]);
  const manifest = {
    name: 'touchstone-client',
    private: true,
    type: 'module',
    dependencies: { 'openapi-fetch': library },
    devDependencies: Object.fromEntries(tools),
  };
  const compilerOptions = { strict: true, target: 'es2023', module: 'nodenext', types: ['node'], skipLibCheck: true };
  for (const [name, content] of [
    ['package.json', manifest],
    ['tsconfig.json', { compilerOptions }],
  ])
    writeFileSync(path.join(out, name), `${JSON.stringify(content, null, 2)}\n`);
}
console.log(
  `${Object.keys(document.paths).length} paths: ${path.relative(process.cwd(), out) || '.'}/schema.d.ts, client.ts, example.ts`,
);
if (!isNew) console.log(`The project needs the package openapi-fetch: npm install openapi-fetch@${library}`);
process.exit(0);
