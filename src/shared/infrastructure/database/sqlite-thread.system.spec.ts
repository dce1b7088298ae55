import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Starts threads that load SQLite and ends each after another moment; prints how many there were. */
const PROGRAM = `
  const { SqliteThread } = await import(process.argv[1]);
  const url = new URL(process.argv[2]);
  for (let i = 0; i < 60; i++) {
    const thread = new SqliteThread(url, { workerData: [process.argv[3]] });
    thread.on('error', () => undefined);
    await new Promise((resolve) => setTimeout(resolve, i));
    await thread.terminate();
  }
  new SqliteThread(url, { workerData: [process.argv[3]] }).on('error', () => undefined);
  await SqliteThread.whenNoneLoads();
  console.log('60 ended');
  process.exit(0);
`;

describe('a thread that uses SQLite', () => {
  it('is ended at any moment without ending its process', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'threads-'));
    try {
      const file = (name: string) => new URL(name, import.meta.url).href;
      const words = ['--input-type=module', '-e', PROGRAM, file('./sqlite-thread.js'), file('./checkpoint-worker.js')];
      const { stdout } = await promisify(execFile)(process.execPath, [...words, path.join(folder, 'none.db')]);
      expect(stdout.trim()).toBe('60 ended');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
