import { rmSync } from 'node:fs';
import { FileSampleCorpus } from '../src/documents/infrastructure/sample-documents.js';
import { temporaryFolder } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';
import { call, until } from './support/server-calls.js';
import { kill, type Server, startServer } from './support/started-server.js';

const DOCUMENTS = 14;
/** Answers that come before the process dies; the next call is under way then. */
const ANSWERED = 4;

describe('a session whose process dies', () => {
  let folder: string;
  let target: FakeServer;
  let targetUrl: string;
  let server: Server;

  beforeAll(async () => {
    folder = temporaryFolder();
    target = new FakeServer();
    targetUrl = await target.start();
    server = await startServer(folder);
    const drafts = (await new FileSampleCorpus().documents()).filter((d) => d.canonicalPath[0] === '학사');
    for (const { documentId, title, text, canonicalPath } of drafts.slice(0, DOCUMENTS))
      await call(`${server.url}/documents`, { document_id: documentId, title, text, canonical_path: canonicalPath });
  }, 120_000);
  afterAll(async () => {
    await kill(server);
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('resumes where it stopped, repeats no answered question, and loses nothing', async () => {
    const answer = { choices: [{ message: { content: '안녕하세요.' } }] };
    const answered: string[] = [];
    let isHeld = true;
    target.respond = (response, { body }, count) => {
      if (isHeld && count > ANSWERED) return;
      answered.push(JSON.stringify(body));
      sendJson(response, 200, answer);
    };
    const order = {
      seed: 5,
      personas: ['freshman', 'third_year_student'],
      queries_per_persona: 3,
      multi_turn: { scenarios: 1, turns: 3 },
      concurrency: 1,
      judge: 'rules',
      target: { kind: 'openai', base_url: targetUrl, model: 'm' },
    };
    const { session_id: id } = await call(`${server.url}/test-sessions`, order);
    await until(
      () => target.calls.length,
      (calls) => calls > ANSWERED,
    );
    await kill(server);

    server = await startServer(folder);
    const session = () => call(`${server.url}/test-sessions/${id}`);
    expect((await session()).status).toBe('interrupted');
    isHeld = false;
    await call(`${server.url}/test-sessions/${id}/resume`, {});
    const ended = await until(session, ({ status }) => status === 'completed' || status === 'failed');
    expect(ended).toMatchObject({ status: 'completed', seed: 5, planned: { queries: 6, turns: 4 } });
    // Every answer was asked for once; only the call that was under way when the process died was made again.
    expect(new Set(answered).size).toBe(answered.length);
    expect(answered).toHaveLength(10);
    expect(target.calls).toHaveLength(11);
    const { items } = await call(`${server.url}/test-sessions/${id}/results?limit=100`);
    expect(items).toHaveLength(10);
    expect(new Set(items.map((r: { result_id: string }) => r.result_id)).size).toBe(10);
  }, 180_000);
});
