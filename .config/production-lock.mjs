// Writes package.json and package-lock.json of what runs in production alone, for a list of contents (`npm sbom --package-lock-only`): in the
// checkout npm leaves out of it whatever the specs use as well.
//   node .config/production-lock.mjs FOLDER
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const target = path.resolve(process.argv[2] ?? path.join('.cache', 'production'));
const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
const ofProduction = ({ devDependencies: _tools, workspaces: _specs, scripts: _scripts, ...manifest }) => manifest;
/** What is installed for development, the workspace of the specs and its link. */
const isOfSpecs = ([place, { dev, devOptional, link }]) => place === 'test' || dev || devOptional || link;

const lock = read('package-lock.json');
const { '': own, ...others } = lock.packages;
const kept = Object.entries(others).filter((entry) => !isOfSpecs(entry));
mkdirSync(target, { recursive: true });
for (const [name, content] of [
  ['package.json', ofProduction(read('package.json'))],
  ['package-lock.json', { ...lock, packages: { '': ofProduction(own), ...Object.fromEntries(kept) } }],
])
  writeFileSync(path.join(target, name), `${JSON.stringify(content, null, 2)}\n`);
