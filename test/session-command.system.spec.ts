import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './support/application.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { confuseTools, easyYardDocuments, storeYard } from './support/yard.js';

const COMMAND = path.join(import.meta.dirname, '..', 'src', 'test-session.js');
const HANDBOOK = ['--set', 'handbook', '--seed', '7'];

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** The command line as a separate process, over a data folder. */
function command(dataFolder: string, ...args: readonly string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataFolder, SAMPLE_DATA: 'skip', LOG_LEVEL: 'silent' };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env, timeout: 240_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}

/** Stores documents and keeps the folder. @param isBroken all tools are taken for the same thing */
async function stored(documents?: typeof easyYardDocuments, isBroken = false): Promise<string> {
  const dataFolder = temporaryFolder();
  const running: RunningApplication = await startApplication({ DATA_DIR: dataFolder });
  await storeYard(running, documents);
  if (isBroken) await confuseTools(running);
  await running.app.close();
  return dataFolder;
}

describe('npm run test-session', () => {
  it('ends with 0 when every gate is passed, and leaves report and JUnit file', async () => {
    const folder = await stored(easyYardDocuments);
    const junit = path.join(folder, 'out', 'junit.xml');
    const ended = await command(folder, ...HANDBOOK, '--queries', '6', '--scenarios', '12', '--junit', junit);
    expect([ended.code, ended.output]).toEqual([0, expect.stringContaining('component_tests')]);
    expect(ended.output).not.toContain('FAIL');
    const [session] = readdirSync(path.join(folder, 'output', 'test_sessions'));
    expect(existsSync(path.join(folder, 'output', 'test_sessions', session ?? '', 'report.md'))).toBe(true);
    expect(readFileSync(junit, 'utf8')).toContain('<testsuites');
    rmSync(folder, { recursive: true, force: true });
  }, 240_000);

  it('ends with 1 when a gate is not passed, and says which', async () => {
    const folder = await stored(undefined, true);
    const ended = await command(folder, ...HANDBOOK, '--queries', '3', '--scenarios', '1');
    expect([ended.code, ended.output]).toEqual([1, expect.stringMatching(/FAIL component_tests .*query_analyzer/u)]);
    rmSync(folder, { recursive: true, force: true });
  }, 240_000);

  it('ends with 2 when nothing can be measured, and when the command cannot be read', async () => {
    const folder = temporaryFolder();
    const empty = await command(folder, '--seed', '7');
    expect([empty.code, empty.output]).toEqual([2, expect.stringContaining('There are no documents')]);
    for (const args of [['--no-such-option'], ['--personas', 'wizard'], ['--compare', 'nobody']]) {
      const refused = await command(folder, ...args);
      expect(refused.code).toBe(2);
      expect(refused.output).not.toMatch(/\bat .+\.js:\d+/u);
    }
    rmSync(folder, { recursive: true, force: true });
  }, 240_000);
});
