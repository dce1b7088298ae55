import pg from 'pg';
import { PostgresDatabase } from '../src/shared/infrastructure/database/postgres/postgres-database.js';
import { dropSchema, settingsOfOwnSchema, SERVER_LACK, TEST_DATABASE_URL } from './support/postgres-servers.js';
import { RunningApplication, startApplication } from './support/application.js';
import { describeUnless } from './support/lacking.js';

interface Hit {
  readonly document_id: string;
  readonly score: number;
}

interface Found {
  readonly hits: readonly Hit[];
  readonly degraded?: readonly string[];
}

const TOPICS = [
  'kiln oven fire brick',
  'glaze colour ash oxide',
  'wheel clay throw centre',
  '가마 불 장작 소성',
  '흙 반죽 물레',
];

function notes(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({
    document_id: `note${i}`,
    title: `Notes ${i}`,
    text: `${TOPICS[i % TOPICS.length] ?? ''} batch${(7 * i) % 13} ${TOPICS[(i + 2) % TOPICS.length] ?? ''}`,
    canonical_path: i % 4 === 0 ? ['Pottery', 'Glass'] : ['Pottery'],
  }));
}

describeUnless(SERVER_LACK, 'the application with its searches in the database', () => {
  const { schema } = settingsOfOwnSchema();
  const start = (store: string) =>
    startApplication({ DATABASE_URL: TEST_DATABASE_URL, DATABASE_SCHEMA: schema, SEARCH_STORE: store });
  const search = async (app: RunningApplication, query: string, more: object = {}): Promise<Found> =>
    (await app.post('/search', { query, top_k: 20, ...more })).json();
  const names = ({ hits }: Found) => hits.map((hit) => hit.document_id);
  afterAll(() => dropSchema(schema));

  it('finds what was stored a moment ago, forgets what was removed, and ranks as the index in memory does', async () => {
    const inDatabase = await start('database');
    let first: Found;
    try {
      const lines = notes(80).map((note) => JSON.stringify(note));
      const loaded = await inDatabase.call({
        method: 'POST',
        url: '/documents/bulk',
        headers: { 'content-type': 'application/x-ndjson' },
        payload: lines.join('\n'),
      });
      expect(loaded.json()).toMatchObject({ indexed: 80, failed: 0 });
      await inDatabase.post('/documents', {
        document_id: 'leave',
        title: '휴학·복학 규정',
        text: '제8조(휴학의 신청) 휴학하려는 학생은 학기 시작 전에 신청한다.',
        canonical_path: ['학칙'],
      });
      expect(names(await search(inDatabase, '휴학 규정 제8조'))[0]).toBe('leave');
      expect(names(await search(inDatabase, 'kiln fire', { mode: 'vector' }))).toContain('note0');
      const filters = { allowed_category_paths: [['Pottery', 'Glass']] };
      const inside = names(await search(inDatabase, 'kiln fire ash', { filters }));
      expect(inside.length).toBeGreaterThan(0);
      for (const id of inside) expect(Number(id.slice('note'.length)) % 4).toBe(0);
      await inDatabase.call({ method: 'DELETE', url: '/documents/note0' });
      expect(names(await search(inDatabase, 'kiln fire'))).not.toContain('note0');
      first = await search(inDatabase, 'kiln fire brick', { mode: 'bm25' });
      expect(first.hits.length).toBeGreaterThan(10);
    } finally {
      await inDatabase.stop();
    }
    const inMemory = await start('memory');
    try {
      const again = await search(inMemory, 'kiln fire brick', { mode: 'bm25' });
      expect(again.hits.map(({ document_id, score }) => [document_id, score])).toEqual(
        first.hits.map(({ document_id, score }) => [document_id, score]),
      );
      // A process that searches in memory keeps the words for those that do not.
      await inMemory.post('/documents', {
        document_id: 'late',
        title: 'Late',
        text: 'latecomer kiln',
        canonical_path: ['Pottery'],
      });
    } finally {
      await inMemory.stop();
    }
    const back = await start('database');
    try {
      expect(names(await search(back, 'latecomer'))[0]).toBe('late');
    } finally {
      await back.stop();
    }
  });

  it('ends the query of a client that left', async () => {
    const running = await start('database');
    const other = new pg.Client({ connectionString: TEST_DATABASE_URL });
    // A transaction sees the activity at its first query: the observer uses no transaction.
    const watching = new pg.Client({ connectionString: TEST_DATABASE_URL });
    await Promise.all([other.connect(), watching.connect()]);
    // The maintenance of the words also waits for the table when it is due; a search sets how it is planned.
    const searching = async () =>
      (
        await watching.query(
          `SELECT 1 FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid AND NOT l.granted
            JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE a.application_name = 'touchstone' AND a.state = 'active' AND n.nspname = $1
              AND a.query LIKE '%plan_cache_mode%'`,
          [schema],
        )
      ).rowCount;
    const until = async (count: number) => {
      for (let tries = 0; tries < 500 && (await searching()) !== count; tries++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await searching()).toBe(count);
    };
    try {
      await running.app.listen(0, '127.0.0.1');
      await other.query('BEGIN');
      await other.query(`LOCK TABLE ${schema}.search_words IN ACCESS EXCLUSIVE MODE`);
      const client = new AbortController();
      const answer = fetch(`${await running.app.getUrl()}/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'kiln glaze' }),
        signal: client.signal,
      }).catch((error: unknown) => (error instanceof Error ? error.name : 'unknown'));
      await until(1);
      client.abort();
      expect(await answer).toBe('AbortError');
      await until(0);
      await other.query('ROLLBACK');
      expect(names(await search(running, 'kiln')).length).toBeGreaterThan(0);
    } finally {
      await Promise.all([other.end(), watching.end()]);
      await running.stop();
    }
  });

  it('leaves no connection behind when it stops', async () => {
    const running = await start('database');
    const { process: number } = running.app.get(PostgresDatabase, { strict: false });
    const client = new pg.Client({ connectionString: TEST_DATABASE_URL });
    await client.connect();
    // Its process holds a lock of its number while it is connected.
    const held = async () =>
      (await client.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1::bigint::oid`, [number]))
        .rowCount;
    expect(await held()).toBe(1);
    await running.stop();
    for (let tries = 0; tries < 50 && (await held()) !== 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await held()).toBe(0);
    await client.end();
  });

  it('fits the embedding on the passages of the database and searches by it', async () => {
    const running = await start('database');
    try {
      const started = await running.call({ method: 'POST', url: '/index/optimize' });
      const { job_id } = started.json<{ job_id: string }>();
      let status = 'running';
      while (status === 'running' || status === 'queued') {
        await new Promise((resolve) => setTimeout(resolve, 100));
        status = (await running.call({ url: `/jobs/${job_id}` })).json<{ status: string }>().status;
      }
      expect(status).toBe('succeeded');
      const index = (await running.call({ url: '/index' })).json<{ embedding: { model: string } }>();
      expect(JSON.stringify(index)).toMatch(/lsa/iu);
      const found = await search(running, 'kiln fire', { mode: 'vector' });
      expect(found.hits.length).toBeGreaterThan(10);
      expect(found.degraded ?? []).toEqual([]);
    } finally {
      await running.stop();
    }
  });
});
