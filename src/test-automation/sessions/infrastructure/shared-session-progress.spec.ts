import { asDeadProcess, POSTGRES_SERVERS, PostgresUnderTest } from '../../../../test/support/postgres-servers.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { SessionFeed } from '../application/watch-session.js';
import { noteOf, SessionEvent } from '../domain/session-progress.js';
import { SharedSessionProgress } from './shared-session-progress.js';

describe.each(POSTGRES_SERVERS)('session events over %s', (_name, open) => {
  let server: PostgresUnderTest;
  beforeAll(async () => {
    server = await open();
  });
  afterAll(() => server.drop());

  /** The events that a watcher of the session in this process receives, until it ends. */
  async function eventsOf(feed: SessionFeed, sessionId: string): Promise<SessionEvent[]> {
    const events: SessionEvent[] = [];
    for await (const event of feed.watch(sessionId).queue) events.push(event);
    return events;
  }

  it('reach every watcher in any process, once and in their order', async () => {
    const [here, there] = [new SessionFeed(), new SessionFeed()];
    const progress = new SharedSessionProgress(here, server.database);
    new SharedSessionProgress(there, asDeadProcess(server.database));
    const both = Promise.all([eventsOf(here, 'ses_1'), eventsOf(there, 'ses_1')]);
    const note = noteOf(testResultOf('a', 'success', { query: '휴학 '.repeat(2_000) }));
    const events: SessionEvent[] = [
      { type: 'status', status: 'running', error: null },
      { type: 'result', result: note },
      ...Array.from({ length: 20 }, (_, done) => ({ type: 'progress' as const, done, total: 20, success: done })),
      { type: 'status', status: 'completed', error: null },
    ];
    await Promise.all(events.map((event) => progress.publish('ses_1', event)));
    await progress.publish('ses_2', { type: 'progress', done: 1, total: 1, success: 1 });
    const [near, far] = await both;
    expect(near).toEqual(events);
    // A notification has at most 8000 bytes.
    expect(far).toEqual(
      events.map((e) => (e.type === 'result' ? { ...e, result: { ...note, query: note.query.slice(0, 1_000) } } : e)),
    );
  });

  it('end a stream after a missed notification of its end', async () => {
    const feed = new SessionFeed();
    const session = {
      sessionId: 'ses_3',
      owner: 'ann',
      status: 'failed',
      request: {},
      planned: {},
      startState: {},
      error: 'why',
    };
    await server.database.change(sql`INSERT INTO test_sessions (session_id, owner, status, created_at, session, process)
      VALUES ('ses_3', 'ann', 'failed', '2026-11-22', ${JSON.stringify(session)}, 0)`);
    const waiting = eventsOf(feed, 'ses_3');
    // As after a short loss of the connection.
    const listeners: ((payload: string) => void)[] = [];
    const broken = Object.create(server.database, {
      onNotification: { value: (listener: (payload: string) => void) => listeners.push(listener) },
    });
    new SharedSessionProgress(feed, broken);
    for (const listener of listeners) listener('');
    expect(await waiting).toEqual([{ type: 'status', status: 'failed', error: 'why' }]);
  });
});
