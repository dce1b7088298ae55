import pg from 'pg';
import { DatabaseCorpus } from '../../../../test/support/database-corpus.js';
import {
  openServer,
  POSTGRES_SERVERS,
  PostgresUnderTest,
  SERVER_LACK,
  TEST_DATABASE_URL,
} from '../../../../test/support/postgres-servers.js';
import { document, EVERYTHING, passage, pottery, StoredCorpus, TODAY } from '../../../../test/support/stored-corpus.js';
import { CategoryFilter, restrictedTo, seenBy } from '../../../shared/domain/category-filter.js';
import { Ranking, RankingRequest, SearchMode } from '../../ranking/domain/passage-ranking.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { PLAIN_SETTINGS } from '../../ranking/domain/search-settings.js';
import { SearchEngine } from '../../index-memory/infrastructure/search-engine.js';
import { describeUnless } from '../../../../test/support/lacking.js';
import { setDeadline } from '../../../shared/domain/time-limit.js';

const RULES = document('leave', {
  title: '휴학·복학 규정',
  canonicalPath: ['학칙'],
  passages: [
    passage('제8조(휴학의 신청) 휴학하려는 학생은 학기 시작 전에 신청한다.', {
      article: '제8조',
      section: '제8조(휴학의 신청)',
    }),
    passage('부칙 이 규정은 공포한 날부터 시행한다.', { section: '부칙' }),
  ],
});
const QUESTIONS = [
  'kiln fire brick',
  '가마 불 장작',
  '휴학 규정 제8조',
  '휴학은 언제 신청하나요?',
  'glaze of ash and oxide',
];

function request(query: string, mode: SearchMode, filter: CategoryFilter = EVERYTHING.filter): RankingRequest {
  return {
    query,
    mode,
    topK: 20,
    rerank: true,
    scope: { filter, asOf: TODAY },
    synonyms: true,
    feedback: true,
    vector: undefined,
  };
}

/** Everything that a caller sees, except the times; row ids are the store's own. */
function shown({ hits, totalCount, degraded, expansion, frequencies }: Ranking) {
  return {
    totalCount,
    degraded,
    expansion,
    frequencies,
    hits: hits.map(({ passage: own, ...more }) => ({ ...more, passage: { ...own, id: 0 } })),
  };
}

describe.each(POSTGRES_SERVERS)('the ranking inside %s', (_name, open) => {
  let server: PostgresUnderTest;
  let embedded: StoredCorpus;
  let engine: SearchEngine;
  let corpus: DatabaseCorpus;
  beforeAll(async () => {
    server = await open();
    corpus = new DatabaseCorpus(server.database);
    await corpus.upkeep.begin();
    embedded = await StoredCorpus.open();
    for (const store of [corpus, embedded])
      await store.put(...pottery(120), RULES, document('g', { canonicalPath: ['Glass'] }));
    engine = await SearchEngine.open(embedded.file, { onChange: () => undefined, onDamage: () => undefined });
    await corpus.settle();
  });
  afterAll(async () => {
    engine.close();
    await embedded.close();
    await server.drop();
  });

  it.each<[SearchMode, string]>(
    (['bm25', 'words'] as const).flatMap((mode) => QUESTIONS.map((question): [SearchMode, string] => [mode, question])),
  )('shows in mode %s the results of the embedded store: %s', async (mode, question) => {
    for (const filter of [
      EVERYTHING.filter,
      restrictedTo([['도예']]),
      seenBy('key', restrictedTo([['학칙'], ['Glass']]), true),
    ]) {
      const wanted = shown(await engine.rank(request(question, mode, filter)));
      expect(shown(await corpus.ranking.rank(request(question, mode, filter)))).toEqual(wanted);
    }
  });

  it('names the same passages first and lists the same ones with vectors', async () => {
    for (const question of QUESTIONS) {
      const wanted = await engine.rank(request(question, 'hybrid'));
      const found = await corpus.ranking.rank(request(question, 'hybrid'));
      expect(found.degraded).toEqual(wanted.degraded);
      const named = ({ hits }: Ranking) => hits.filter((hit) => hit.named).map((hit) => hit.passage.chunkId);
      expect(named(found)).toEqual(named(wanted));
      expect(found.hits[0]?.passage.chunkId).toBe(wanted.hits[0]?.passage.chunkId);
    }
  });

  it('applies other settings from the next search on, and changes its generation', async () => {
    const before = corpus.ranking.generation;
    corpus.ranking.use({ ...PLAIN_SETTINGS, synonyms: [['furnace', 'kiln']] });
    expect(corpus.ranking.generation).toBeGreaterThan(before);
    const { hits } = await corpus.ranking.rank(request('furnace', 'words'));
    expect(hits.length).toBeGreaterThan(0);
    corpus.ranking.use(PLAIN_SETTINGS);
    expect((await corpus.ranking.rank(request('furnace', 'words'))).hits).toEqual([]);
  });
});

describeUnless(SERVER_LACK, 'a cancelled search', () => {
  let server: PostgresUnderTest;
  let corpus: DatabaseCorpus;
  let other: pg.Client;
  beforeAll(async () => {
    server = await openServer();
    corpus = new DatabaseCorpus(server.database);
    await corpus.upkeep.begin();
    await corpus.put(...pottery(20));
    other = new pg.Client({ connectionString: TEST_DATABASE_URL });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await server.drop();
  });
  beforeEach(async () => {
    await other.query('BEGIN');
    await other.query(`LOCK TABLE ${server.database.schema}.search_words IN ACCESS EXCLUSIVE MODE`);
  });
  afterEach(() => other.query('ROLLBACK'));

  const waiting = async () =>
    Number(
      (
        await other.query<{ n: string }>(
          `SELECT count(*) AS n FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
            JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND NOT l.granted`,
          [server.database.schema],
        )
      ).rows[0]?.n,
    );
  const untilOneWaits = async () => {
    while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('ends on the server too, and leaves its connection to the next one', async () => {
    const stop = new AbortController();
    const ended = corpus.ranking.rank(request('kiln fire', 'hybrid'), stop.signal).catch((error: unknown) => error);
    await untilOneWaits();
    stop.abort();
    expect(await ended).toMatchObject({ code: 'cancelled' });
    expect(await waiting()).toBe(0);
    await other.query('ROLLBACK');
    expect((await corpus.ranking.rank(request('kiln fire', 'hybrid'))).hits.length).toBeGreaterThan(0);
  });

  it('is ended by the server itself if its step is out of time', async () => {
    const { signal } = new AbortController();
    // Long enough for the search to reach the lock, and to be observed there.
    setDeadline(signal, performance.now() + 3_000);
    const ended = corpus.ranking.rank(request('kiln fire', 'hybrid'), signal).catch((error: unknown) => error);
    await untilOneWaits();
    expect(await ended).toMatchObject({ code: 'store-slow' });
    expect(await waiting()).toBe(0);
    // The limit applied to the search only.
    await other.query('ROLLBACK');
    const limits = await server.database.query(sql`SELECT current_setting('statement_timeout') AS limit`);
    expect(limits).toEqual([{ limit: '10s' }]);
  });
});
