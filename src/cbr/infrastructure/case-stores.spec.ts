import fc from 'fast-check';
import { aCase } from '../../../test/support/a-case.js';
import { onEveryStore, openEmbedded, overShared, StoreUnderTest } from '../../../test/support/every-store.js';
import { openPostgres, PostgresUnderTest } from '../../../test/support/postgres-servers.js';
import { CategoryFilter, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { SuggestionLog } from '../domain/case-logs.js';
import { CaseStore } from '../domain/case-store.js';
import { Case } from '../domain/case.js';
import { FEEDBACKS } from '../domain/feedback.js';
import { VectorStore } from '../domain/question-embedder.js';
import { PLAIN_SIMILARITY } from '../domain/selector/case-selector.js';
import { SqlCaseLogs } from './sql-case-logs.js';
import { SqlSampleCaseState, SqlSelectorStore } from './sql-case-settings.js';
import { SqlCaseStatistics } from './sql-case-statistics.js';
import { PostgresCaseStore } from './postgres-case-store.js';
import { PostgresCaseVectors } from './postgres-case-vectors.js';
import { SqliteCaseStore } from './sqlite-case-store.js';
import { SqliteCaseVectors } from './sqlite-case-vectors.js';

/** All stores of the case base. */
function caseBase(opened: StoreUnderTest) {
  return {
    cases: opened.make<CaseStore>(
      (db) => new SqliteCaseStore(db),
      (db) => new PostgresCaseStore(db),
    ),
    logs: new SqlCaseLogs(opened.sql),
    statistics: new SqlCaseStatistics(opened.sql),
    vectors: opened.make<VectorStore>(
      (db) => new SqliteCaseVectors(db),
      (db) => new PostgresCaseVectors(db),
    ),
    selectors: new SqlSelectorStore(opened.sql),
    samples: new SqlSampleCaseState(opened.sql),
  };
}

const logOf = (logId: string, caseIds: readonly string[], more: Partial<SuggestionLog> = {}): SuggestionLog => ({
  logId,
  timestamp: '2026-11-22T09:00:00.000Z',
  query: '휴학 ’?',
  categoryPath: ['Study'],
  suggested: caseIds.map((caseId, i) => ({ caseId, features: [0.5, 0.25, 0, i, 1] })),
  executionTimeMs: 1.5,
  similarityMethod: 'cosine',
  userId: 'ann',
  ...more,
});

async function everyCase(store: CaseStore): Promise<Case[]> {
  const all: Case[] = [];
  for await (const batch of store.all(2)) all.push(...batch);
  return all;
}

onEveryStore('cases', 'cases', (opened) => {
  const base = () => caseBase(opened());
  const write = <T>(work: () => Promise<T>) => opened().transaction.run(work);
  const put = (...cases: Case[]) =>
    write(async () => {
      for (const each of cases) await base().cases.put(each);
    });

  it('are returned exactly as stored, in insertion order', async () => {
    const rich = aCase({
      caseId: '사례/1',
      qualityScore: 0.1 + 0.2,
      successRate: 1 / 3,
      usageCount: 3_000_000_000,
      metadata: { 가: [1, null], nul: '\u0000' },
      sources: [
        { documentId: '휴학규정', quote: '"30일" 전' },
        { documentId: 'old', unchangedSince: '2026-01-01T00:00:00.000Z', of: 'earlier' },
      ],
    });
    await put(aCase({ caseId: 'z' }), rich, aCase({ caseId: 'a' }));
    await put(aCase({ caseId: 'z', content: 'new' }));
    await opened().restart();
    expect(await base().cases.find('사례/1', UNRESTRICTED)).toEqual(rich);
    expect((await everyCase(base().cases)).map(({ caseId, content }) => [caseId, content])).toEqual([
      ['z', 'new'],
      ['사례/1', rich.content],
      ['a', rich.content],
    ]);
    expect(await base().cases.count()).toBe(3);
  });

  it('are paged by the bytes of their names, inside the filter and exactly in the category', async () => {
    const names = ['b', 'B', 'Ä', '가', 'a', '_', '😀'];
    await put(
      ...names.map((caseId) => aCase({ caseId })),
      aCase({ caseId: 'deep', categoryPath: ['Study', 'Leave', 'Army'] }),
    );
    const page = async (after: string, category?: string[], filter: CategoryFilter = UNRESTRICTED) =>
      base().cases.page({ filter, category, after, limit: 3 });
    const sorted = [...names].sort((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
    const first = await page('', ['study', 'LEAVE']);
    expect(first.items.map(({ caseId }) => caseId)).toEqual(sorted.slice(0, 3));
    const second = await page(sorted[2] ?? '', ['study', 'LEAVE']);
    const third = await page(sorted[5] ?? '', ['study', 'LEAVE']);
    expect([...second.items, ...third.items].map(({ caseId }) => caseId)).toEqual(sorted.slice(3));
    expect([first.nextCursor === null, third.nextCursor]).toEqual([false, null]);
    const narrow = restrictedTo([['Study', 'Leave', 'Army']]);
    expect((await page('', undefined, narrow)).items.map(({ caseId }) => caseId)).toEqual(['deep']);
    expect((await page('', ['Study', 'Leave'], narrow)).items).toEqual([]);
    expect((await base().cases.findMany(['a', 'deep', 'none'], narrow)).map(({ caseId }) => caseId)).toEqual(['deep']);
  });

  it('have separate ids for each set of categories', async () => {
    const part = restrictedTo([['Mine']]);
    await put(aCase({ caseId: 'x' }));
    const free = await write(() => base().cases.freeId('x', part));
    expect(await write(() => base().cases.freeId('x', UNRESTRICTED))).toBe('x');
    await put(aCase({ caseId: free, categoryPath: ['Mine'] }));
    expect((await base().cases.find('x', part))?.caseId).toBe(free);
    await put(aCase({ caseId: free, categoryPath: ['Elsewhere'] }));
    expect(await base().cases.find('x', part)).toBeUndefined();
    const next = await write(() => base().cases.freeId('x', part));
    expect(next).not.toBe(free);
    await put(aCase({ caseId: next, categoryPath: ['Mine'] }));
    expect((await base().cases.find('x', part))?.caseId).toBe(next);
  });

  it('are visible in the transaction that writes them, and not stored if it fails', async () => {
    const failing = write(async () => {
      await base().cases.put(aCase());
      expect(await base().cases.current('case-1', UNRESTRICTED)).toEqual(aCase());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await base().cases.find('case-1', UNRESTRICTED)).toBeUndefined();
  });

  it('are rejected with an invalid quality', async () => {
    await expect(put(aCase({ qualityScore: 1.5 }))).rejects.toThrow();
    expect(await base().cases.count()).toBe(0);
  });

  it('keep a vector until their question changes, per model', async () => {
    const one = { caseId: 'case-1', query: aCase().query };
    await put(aCase());
    await write(() => base().vectors.save('m', [{ ...one, vector: Float32Array.of(0.1, -2) }]));
    expect(await base().vectors.load('m', [one])).toEqual(new Map([['case-1', Float32Array.of(0.1, -2)]]));
    expect((await base().vectors.load('n', [one])).size).toBe(0);
    expect((await base().vectors.load('m', [{ ...one, query: 'other' }])).size).toBe(0);
    await write(() => base().vectors.save('m', [{ ...one, query: 'other', vector: Float32Array.of(9, 9) }]));
    await put(aCase({ content: 'other content' }));
    expect((await base().vectors.load('m', [one])).size).toBe(1);
    await put(aCase({ query: 'other' }));
    expect((await base().vectors.load('m', [{ caseId: 'case-1', query: 'other' }])).size).toBe(0);
  });

  it('have logs of the calling key, newest first', async () => {
    await put(aCase({ caseId: 'a' }), aCase({ caseId: 'b', categoryPath: ['Other'] }));
    await write(async () => {
      await base().logs.record(logOf('l1', ['a', 'b']));
      await base().logs.record(logOf('l1', ['a'], { userId: 'bob', categoryPath: null }));
      await base().logs.record(logOf('l2', []));
    });
    const list = async (userId: string, more = {}) =>
      base().logs.list({ userId, filter: UNRESTRICTED, limit: 10, successOnly: false, ...more });
    expect(await list('ann')).toMatchObject({
      total: 2,
      logs: [
        { logId: 'l2' },
        { logId: 'l1', suggestedCaseIds: ['a', 'b'], pickedCaseIds: [], successFlag: null, query: '휴학 ’?' },
      ],
    });
    expect((await list('ann', { limit: 1 })).total).toBe(2);
    expect((await list('bob')).logs[0]?.categoryPath).toBeNull();
    const narrow = { filter: restrictedTo([['Other']]) };
    expect((await list('ann', narrow)).logs.at(-1)?.suggestedCaseIds).toEqual(['b']);
    expect(await base().logs.suggested({ userId: 'ann', logId: 'l1', caseId: 'b' })).toBe(true);
    expect(await base().logs.suggested({ userId: 'bob', logId: 'l1', caseId: 'b' })).toBe(false);
  });

  it('have the logs that named one case, of one key or of all', async () => {
    await put(aCase({ caseId: 'a' }), aCase({ caseId: 'b', categoryPath: ['Other'] }));
    await write(async () => {
      await base().logs.record(logOf('l1', ['a', 'b']));
      await base().logs.record(logOf('l2', ['b']));
      await base().logs.record(logOf('l3', ['a'], { userId: 'bob' }));
    });
    const of = async (userId: string | undefined, filter: CategoryFilter = UNRESTRICTED, limit = 9) =>
      base().logs.ofCase({ caseId: 'a', userId, filter, limit });
    expect(await of(undefined)).toMatchObject({ total: 2, logs: [{ logId: 'l3' }, { logId: 'l1' }] });
    expect(await of(undefined, UNRESTRICTED, 1)).toMatchObject({ total: 2, logs: [{ logId: 'l3' }] });
    expect(await of('ann', restrictedTo([['Study']]))).toMatchObject({
      total: 1,
      logs: [{ logId: 'l1', suggestedCaseIds: ['a'] }],
    });
  });

  it('store the state of their samples and of the selector', async () => {
    expect([await base().samples.read(), await base().selectors.read()]).toEqual(['none', undefined]);
    await base().samples.write('started');
    await base().samples.write('done');
    await write(() => base().selectors.write({ ...PLAIN_SIMILARITY, reason: '이유' }));
    await opened().restart();
    expect(await base().samples.read()).toBe('done');
    expect(await base().selectors.read()).toEqual({ ...PLAIN_SIMILARITY, reason: '이유' });
    await opened().run(`UPDATE cbr_settings SET value = '{"inUse":"magic"}' WHERE key = 'selector'`);
    expect(await base().selectors.read()).toBeUndefined();
  });
});

// Few names, so that steps often collide.
const aName = fc.constantFrom('a', 'b', 'c');
const aLog = fc.constantFrom('l1', 'l2', 'l3');
const aUser = fc.constantFrom('ann', 'bob');
const aStep = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    caseId: aName,
    path: fc.constantFrom(['A'], ['A', 'B'], ['C']),
    quality: fc.integer({ min: 0, max: 10 }),
    usage: fc.nat(3),
  }),
  fc.record({ kind: fc.constant('remove' as const), caseId: aName }),
  fc.record({
    kind: fc.constant('record' as const),
    logId: aLog,
    userId: aUser,
    caseIds: fc.uniqueArray(aName, { maxLength: 3 }),
    method: fc.constantFrom('cosine', 'bm25', 'Zeta'),
    ms: fc.nat(5),
  }),
  fc.record({
    kind: fc.constant('rate' as const),
    logId: aLog,
    userId: aUser,
    caseId: aName,
    feedback: fc.constantFrom(...FEEDBACKS),
    success: fc.constantFrom(true, false, null),
  }),
);
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

async function take(opened: StoreUnderTest, step: Step): Promise<void> {
  const { cases, logs } = caseBase(opened);
  const write = (work: () => Promise<void>) => opened.transaction.run(work).catch(() => undefined);
  switch (step.kind) {
    case 'put':
      return write(() =>
        cases.put(
          aCase({
            caseId: step.caseId,
            categoryPath: step.path,
            qualityScore: step.quality / 10,
            usageCount: step.usage,
          }),
        ),
      );
    case 'remove':
      return write(() => cases.remove(step.caseId));
    case 'record':
      return write(() =>
        logs.record(
          logOf(step.logId, step.caseIds, {
            userId: step.userId,
            similarityMethod: step.method,
            executionTimeMs: step.ms,
          }),
        ),
      );
    default: {
      const { userId, logId, caseId, feedback, success } = step;
      return write(() =>
        logs.rate({ userId, logId, caseId }, { feedback, success, qualityChange: 0.1 }, '2026-11-22T09:00:00.000Z'),
      );
    }
  }
}

/** All reads of a case base. */
async function picture(opened: StoreUnderTest) {
  const { cases, logs, statistics } = caseBase(opened);
  const filters = [UNRESTRICTED, restrictedTo([['A']]), restrictedTo([['A', 'B']]), restrictedTo([])];
  const seen: unknown[] = [await everyCase(cases), await logs.ratedLogs(2), await logs.ratedLogs(100)];
  for (const userId of ['ann', 'bob'])
    for (const filter of filters) {
      seen.push(await statistics.read(filter, userId));
      for (const successOnly of [true, false]) seen.push(await logs.list({ userId, filter, limit: 4, successOnly }));
    }
  for (const userId of ['ann', 'bob'])
    for (const logId of ['l1', 'l2', 'l3'])
      for (const caseId of ['a', 'b', 'c'])
        seen.push(await logs.suggested({ userId, logId, caseId }), await logs.ratingOf({ userId, logId, caseId }));
  for (const caseId of ['a', 'b', 'c']) seen.push(await logs.successRate(caseId));
  return seen;
}

describe('any history of cases, suggestions and ratings', () => {
  let server: PostgresUnderTest;
  beforeAll(async () => {
    server = await openPostgres();
  });
  afterAll(() => server.drop());

  it('has the same result on both stores', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 30 }), async (steps) => {
        const embedded = await openEmbedded('cases');
        await server.empty();
        const shared = overShared(server, 'cases');
        try {
          for (const step of steps) {
            await take(embedded, step);
            await take(shared, step);
          }
          expect(await picture(shared)).toEqual(await picture(embedded));
        } finally {
          await embedded.close();
        }
      }),
      { numRuns: 10 },
    );
  });
});
