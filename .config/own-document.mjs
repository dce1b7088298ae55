// The source of the OpenAPI document for the scripts of this folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** The document of the built program, which is started briefly over an empty store without a port. */
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

/** The OpenAPI document at a URL or in a file; that of the built program if neither is named. */
export async function documentFrom(place) {
  if (place === undefined) return ownDocument();
  if (!/^https?:/.test(place)) return JSON.parse(readFileSync(place, 'utf8'));
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place} answers ${response.status}`);
  return response.json();
}
