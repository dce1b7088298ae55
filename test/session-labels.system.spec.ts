import { rmSync } from 'node:fs';
import { SessionStore } from '../src/test-automation/sessions/domain/session-store.js';
import { aSession } from './support/a-session.js';
import { startApplication, temporaryFolder } from './support/application.js';
import { exitOf, startServer } from './support/started-server.js';
import { testResultOf } from './support/test-result-of.js';

const ROWS = Array.from({ length: 12 }, (_, i) => `result-q${i}`);
const URL = '/test-sessions/ses_ended/labels';

const NO_SOURCE = {
  documentId: null,
  section: null,
  quote: null,
  requiredFacts: ['14일'],
  forbiddenFacts: [],
  answerable: true,
};

describe('labels when the process is killed', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are kept if they were acknowledged', async () => {
    const running = await startApplication({ DATA_DIR: folder });
    const store = running.app.get(SessionStore, { strict: false });
    await store.create(aSession({ sessionId: 'ses_ended', status: 'completed', owner: 'anonymous' }));
    for (const id of ROWS)
      await store.saveResult('ses_ended', testResultOf(id.slice('result-'.length), 'success', { gold: NO_SOURCE }));
    await running.app.close();

    const server = await startServer(folder);
    for (const id of ROWS.slice(0, -1)) {
      const body = JSON.stringify({ reviewer: 'ann', label: 'partial' });
      const headers = { 'content-type': 'application/json' };
      const given = await fetch(`${server.url}${URL}/${id}`, { method: 'PUT', headers, body });
      expect(given.status).toBe(200);
    }
    server.process.kill('SIGKILL');
    await exitOf(server.process);

    const again = await startServer(folder);
    const found = (await (await fetch(`${again.url}${URL}?reviewer=ann`)).json()) as {
      readonly rows: readonly { readonly result_id: string; readonly label: string | null }[];
    };
    again.process.kill('SIGKILL');
    await exitOf(again.process);
    const labels = new Map(found.rows.map((row) => [row.result_id, row.label]));
    expect(ROWS.map((id) => labels.get(id))).toEqual([...ROWS.slice(1).map(() => 'partial'), null]);
  }, 120_000);
});
