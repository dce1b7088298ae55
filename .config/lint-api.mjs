// `npm run lint:api [-- FILE_OR_URL]`: two linters read the OpenAPI document, of this program as it is built or the one that is named.
// Spectral is large and used here alone, so that npx brings it; without a registry that check counts as not run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { documentFrom } from './own-document.mjs';

const SPECTRAL = '@stoplight/spectral-cli@6.16.3';
const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-api-'));
const file = path.join(folder, 'openapi.json');
const ruleset = path.join(folder, 'spectral.yaml');
const env = {
  ...process.env,
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_TELEMETRY: 'off',
  SCARF_ANALYTICS: 'false',
};
const npx = (...args) =>
  spawnSync('npx', args, { stdio: 'inherit', env, cwd: path.join(import.meta.dirname, '..') }).status;

let failed = false;
try {
  writeFileSync(file, JSON.stringify(await documentFrom(process.argv[2]), null, 1));
  writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');
  failed = npx('--no-install', 'redocly', 'lint', file) !== 0;
  const isThere = spawnSync('npx', ['--yes', SPECTRAL, '--version'], { stdio: 'ignore', env }).status === 0;
  if (isThere)
    failed = npx('--yes', SPECTRAL, 'lint', file, '--ruleset', ruleset, '--fail-severity', 'warn') !== 0 || failed;
  else console.error(`Not run: ${SPECTRAL} could not be downloaded.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
