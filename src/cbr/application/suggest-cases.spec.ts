import { aRequest, CaseBase, openCaseBase } from '../../../test/support/case-base.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';

const LEAVE = { categoryPath: ['학사', '학적'], content: '답', metadata: {} };

describe('suggesting cases', () => {
  let base: CaseBase;
  beforeEach(async () => {
    base = await openCaseBase();
    await base.create.create({ ...LEAVE, caseId: 'leave', query: '휴학 신청 방법', qualityScore: 0.5 }, UNRESTRICTED);
    await base.create.create({ ...LEAVE, caseId: 'return', query: '복학 신청 방법', qualityScore: 0.9 }, UNRESTRICTED);
    await base.create.create(
      { ...LEAVE, caseId: 'secret', categoryPath: ['인사'], query: '휴학 신청 방법', qualityScore: 1 },
      UNRESTRICTED,
    );
  });
  afterEach(() => base.close());

  const ids = (found: { cases: readonly { one: { caseId: string } }[] }) => found.cases.map(({ one }) => one.caseId);

  it('finds the most similar inside the filter, and writes down what it showed', async () => {
    const found = await base.suggest.suggest(
      aRequest({ query: '휴학 신청 방법', filter: restrictedTo([['학사']]), k: 2 }),
      'key-1',
    );
    expect(ids(found)).toEqual(['leave', 'return']);
    const { logs, total } = await base.logs.list({
      userId: 'key-1',
      filter: UNRESTRICTED,
      limit: 10,
      successOnly: false,
    });
    expect(total).toBe(1);
    expect(logs[0]).toMatchObject({
      logId: found.logId,
      suggestedCaseIds: ['leave', 'return'],
      pickedCaseIds: [],
      successFlag: null,
      similarityMethod: 'cosine',
      userId: 'key-1',
    });
  });

  it('suggests no case whose document is gone, also not from the cache: the next one takes its place', async () => {
    const confirmed = { question: '휴학 신청 방법 안내', answer: '30일 전', categoryPath: ['학사'], metadata: {} };
    const { one } = await base.retain.retain(
      { ...confirmed, sources: [{ documentId: 'rule', quote: '30일' }] },
      UNRESTRICTED,
    );
    const request = aRequest({ query: confirmed.question, filter: restrictedTo([['학사']]), k: 1 });
    expect(ids(await base.suggest.suggest(request, 'a'))).toEqual([one.caseId]);
    base.quotes.gone.add('rule');
    expect(ids(await base.suggest.suggest(request, 'a'))).toEqual(['leave']);
    const { content, query, metadata, isWithheld } = await base.read.one(one.caseId, UNRESTRICTED);
    expect([isWithheld, metadata]).toEqual([true, {}]);
    expect(`${content} ${query}`).not.toMatch(/30일|안내/u);
    const exported: string[] = [];
    for await (const each of base.read.all(UNRESTRICTED)) exported.push(each.caseId);
    expect(exported.sort()).toEqual(['leave', 'return', 'secret']);
  });

  it('checks what it shows in one query', async () => {
    await base.suggest.suggest(aRequest({ query: '휴학 신청 방법', k: 3 }), 'a');
    expect(base.quotes.questions).toBe(1);
  });

  it('remembers an answer for callers of the same filter alone, until anything is written', async () => {
    const request = aRequest({ query: '휴학 신청 방법', k: 1 });
    expect(ids(await base.suggest.suggest(request, 'a'))).toEqual(['secret']);
    expect(ids(await base.suggest.suggest({ ...request, filter: restrictedTo([['학사']]) }, 'b'))).toEqual(['leave']);
    expect(ids(await base.suggest.suggest(request, 'c'))).toEqual(['secret']);
    expect(base.cache.hitRate).toBeCloseTo(1 / 3);
    await base.remove.delete('secret', UNRESTRICTED);
    expect(ids(await base.suggest.suggest(request, 'a'))).toEqual(['leave']);
  });

  it('keeps the logs of a key to that key, and no longer names cases that the key may not see', async () => {
    await base.suggest.suggest(aRequest({ query: '휴학', k: 3 }), 'key-1');
    const list = (userId: string, filter = UNRESTRICTED) =>
      base.logs.list({ userId, filter, limit: 10, successOnly: false });
    expect((await list('key-2')).total).toBe(0);
    expect((await list('key-1', restrictedTo([['학사']]))).logs[0]?.suggestedCaseIds).toEqual(['leave', 'return']);
  });

  it('compares by words and reports it while the embedding is unavailable', async () => {
    base.embedder.away = true;
    const found = await base.suggest.suggest(aRequest({ query: '복학 신청', method: 'embedding', k: 1 }), 'a');
    expect([ids(found), found.method, found.degraded]).toEqual([['return'], 'tfidf_cosine', ['embedding']]);
    base.embedder.away = false;
    const again = await base.suggest.suggest(aRequest({ query: '복학 신청', method: 'embedding', k: 1 }), 'a');
    expect([ids(again), again.method, again.degraded]).toEqual([['return'], 'embedding', []]);
  });

  it('calls a provider once for each question, also after a restart, and again for another model', async () => {
    await base.suggest.suggest(aRequest({ query: 'x', method: 'embedding' }), 'a');
    expect(base.embedder.asked).toBe(1 + 3);
    base = await base.reopen();
    const restarted = base;
    await restarted.suggest.suggest(aRequest({ query: 'x', method: 'embedding' }), 'a');
    expect(restarted.embedder.asked).toBe(1);
    await restarted.update.update('leave', { query: '휴학 기간' }, UNRESTRICTED);
    await restarted.suggest.suggest(aRequest({ query: 'x', method: 'embedding' }), 'a');
    expect(restarted.embedder.asked).toBe(1 + 2);
    restarted.embedder.model = 'model-2';
    await restarted.suggest.suggest(aRequest({ query: 'y', method: 'embedding' }), 'a');
    expect(restarted.embedder.asked).toBe(3 + 1 + 3);
  });

  it('finds the same cases after a restart', async () => {
    base = await base.reopen();
    expect(ids(await base.suggest.suggest(aRequest({ query: '복학 신청 방법', k: 1 }), 'a'))).toEqual(['return']);
  });
});
