import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/application.js';
import { kill, type Server, startServer } from '../support/started-server.js';

const FILES = 400;
/** Files that are stored when the server dies. */
const STORED_BEFORE = 60;

async function json<T>(server: Server, url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(server.url + url, init);
  return (await response.json()) as T;
}

interface Run {
  readonly run_id: string;
  readonly status: string;
  readonly done: number;
  readonly counts: Readonly<Record<string, number>>;
}

describe('a run whose server is killed', () => {
  it('is interrupted, and the next run resumes without storing anything twice', async () => {
    const [data, folder] = [temporaryFolder(), temporaryFolder()];
    for (let i = 0; i < FILES; i++)
      writeFileSync(path.join(folder, `${i}.md`), `# Pier ${i}\n\nPier ${i} has ${i * 3} berths.\n`);
    let server = await startServer(data);
    try {
      const source = await json<{ source_id: string }>(server, '/sources', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'piers', kind: 'folder', location: { folder }, category: ['Piers'] }),
      });
      const url = `/sources/${source.source_id}`;
      await json(server, `${url}/sync`, { method: 'POST' });
      const stored = async () => (await json<{ items: unknown[] }>(server, '/documents?limit=500')).items.length;
      while ((await stored()) < STORED_BEFORE) await new Promise((resolve) => setTimeout(resolve, 5));
      await kill(server);
      server = await startServer(data);
      const before = await stored();
      expect(before).toBeGreaterThanOrEqual(STORED_BEFORE);
      expect(before).toBeLessThan(FILES);
      const [first] = (await json<{ items: Run[] }>(server, `${url}/runs`)).items;
      expect(first?.status).toBe('interrupted');
      const { run_id: runId } = await json<Run>(server, `${url}/sync`, { method: 'POST' });
      let run = await json<Run>(server, `${url}/runs/${runId}`);
      while (run.status === 'queued' || run.status === 'running') run = await json<Run>(server, `${url}/runs/${runId}`);
      expect(run).toMatchObject({ status: 'completed', counts: { failed: 0, removed: 0, moved: 0 } });
      expect(await stored()).toBe(FILES);
      expect((run.counts['added'] ?? 0) + before).toBe(FILES);
    } finally {
      await kill(server);
      for (const each of [data, folder]) rmSync(each, { recursive: true, force: true });
    }
  });
});
