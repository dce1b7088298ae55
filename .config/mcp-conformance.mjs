// `npm run conformance:mcp`: the conformance suite of the Model Context Protocol asks the built server over an empty store.
// The suite is used here alone, so that npx brings it; without a registry the exit code is 3: not run. The scenarios that do not apply are in
// mcp-conformance.yaml.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const SUITE = '@modelcontextprotocol/conformance@0.1.16';
const READY_LIMIT_MS = 120_000;
const DOWNLOAD_LIMIT_MS = 60_000;
const root = path.join(import.meta.dirname, '..');

/** A port of this machine on which nothing listens at the moment. */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function isReady(url) {
  for (const until = Date.now() + READY_LIMIT_MS; Date.now() < until; await delay(250)) {
    const response = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (response?.ok) return true;
  }
  return false;
}

// A registry that does not answer is tried for minutes otherwise.
const isThere = spawnSync('npx', ['--yes', SUITE, '--version'], { stdio: 'ignore', timeout: DOWNLOAD_LIMIT_MS });
if (isThere.status !== 0) {
  console.error(`Not run: ${SUITE} could not be downloaded.`);
  process.exit(3);
}
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-conformance-'));
const settings = {
  DATA_DIR: folder,
  PORT: String(port),
  SAMPLE_DATA: 'skip',
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
};
const server = spawn(process.execPath, ['--v8-pool-size=0', process.argv[2] ?? 'dist/src/main.js'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...settings },
});
let status = 1;
try {
  if (await isReady(url)) {
    const baseline = path.join(import.meta.dirname, 'mcp-conformance.yaml');
    const args = ['--yes', SUITE, 'server', '--url', `${url}/mcp`, '--expected-failures', baseline];
    status = spawnSync('npx', args, { stdio: 'inherit', cwd: root }).status ?? 1;
  } else console.error(`The server was not ready within ${READY_LIMIT_MS / 1000} s.`);
} finally {
  const ended = new Promise((resolve) => server.on('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
