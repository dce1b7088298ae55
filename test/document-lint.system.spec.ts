import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApplication } from './support/application.js';
import { openApiDocument } from './support/open-api.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const LINTER = path.join(projectRoot(), 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
/** The linter looks for no newer version and sends no reports. */
const QUIET = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', CI: 'true' };

/** Runs the linter with its recommended rules; returns its findings as one text. */
function lint(file: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: path.dirname(file), env: { PATH: process.env['PATH'] ?? '', ...QUIET }, timeout: 50_000 };
    execFile(process.execPath, [LINTER, 'lint', file, '--format=json'], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout === '' ? stderr : stdout }),
    );
  });
}

describe('the OpenAPI document, read by a linter', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-lint-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has no errors and no warnings', async () => {
    const running = await startApplication();
    const document = await openApiDocument(running);
    await running.stop();
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const { code, output } = await lint(file);
    const found = JSON.parse(output) as { problems: { ruleId: string; message: string; location: object[] }[] };
    expect(found.problems.map(({ ruleId, message, location }) => [ruleId, message, location])).toEqual([]);
    expect(code).toBe(0);
  });
});
