import fc from 'fast-check';
import { document, EVERYTHING, IndexUnderTest, passage, StoredCorpus } from '../../../../test/support/stored-corpus.js';
import { restrictedTo } from '../../../shared/domain/category-filter.js';
import { Retrieved, RetrieverQuery } from '../../ranking/domain/search-index.js';

const QUESTION = 'kiln 가마 glaze';
const word = fc.constantFrom('kiln', 'clay', 'glaze', '가마', '흙', '굽는다', 'oven');
const texts = fc.array(
  fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
  { minLength: 1, maxLength: 12 },
);

const byId = ({ lists, candidates }: Retrieved) =>
  [...lists, candidates].map((list) => [...list].sort((a, b) => a.id - b.id));

let corpus: StoredCorpus;
let index: IndexUnderTest;
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  index = await corpus.index();
});
afterEach(() => corpus.close());

describe('the results of the two retrievers', () => {
  it('have both scores for every candidate, whichever of them returned it', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 3 }), async (given, limit) => {
        await corpus.put(document('a', { passages: given.map((text) => passage(text)) }));
        const full = await index.retrieve(QUESTION);
        const byWords = new Map(full.lexical.map(({ id, score }) => [id, score]));
        const byVector = new Map(full.vector.map(({ id, score }) => [id, score]));
        const { lexical, vector, candidates } = await index.retrieve(QUESTION, EVERYTHING, limit);
        const returned = new Set([...lexical, ...vector].map(({ id }) => id));
        expect(candidates).toHaveLength(returned.size);
        for (const { id, scores } of candidates) {
          expect(returned.has(id)).toBe(true);
          expect(scores).toEqual([byWords.get(id) ?? 0, byVector.get(id)]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are the same where a second pass asks queries of the first again, with a write between as well', async () => {
    const other = await corpus.index();
    const vectorOf = (text: string) => index.live.space?.embed(index.memory.termsOf(text)) ?? new Float32Array(0);
    const query = fc
      .tuple(fc.boolean(), word)
      .map(([isTerms, text]): (() => RetrieverQuery) =>
        isTerms
          ? () => ({ kind: 'terms', terms: index.terms(text) })
          : () => ({ kind: 'vector', vector: vectorOf(text) }),
      );
    const asked = fc.array(query, { minLength: 4, maxLength: 4 });
    const passes = fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, asked, passes, async (given, makers, order) => {
        await corpus.put(document('a', { passages: given.map((text) => passage(text)) }));
        index.live.sync();
        const kept = makers.map((make) => make());
        for (const [i, pass] of order.entries()) {
          if (i === 3) await corpus.put(document('late', { passages: [passage('oven 흙 glaze')] }));
          for (const { live } of [index, other]) live.sync();
          // All passages: which of equally good ones are cut off depends on their slots.
          const again = await index.memory.retrieve(
            pass.flatMap((at) => kept[at] ?? []),
            100,
            EVERYTHING,
          );
          const fresh = await other.memory.retrieve(
            pass.flatMap((at) => makers[at]?.() ?? []),
            100,
            EVERYTHING,
          );
          expect(byId(again)).toEqual(byId(fresh));
        }
        await corpus.remove('late');
      }),
      { numRuns: 40 },
    );
  });

  it('are ordered best first, and equal scores by id', async () => {
    const same = Array.from({ length: 9 }, (_, i) => document(`d${i}`, { passages: [passage('kiln clay')] }));
    const best = document('best', { passages: [passage('kiln')] });
    const ids = await corpus.put(...same.slice(0, 5), best, ...same.slice(5));
    const { lexical, vector } = await index.retrieve('kiln', EVERYTHING, 4);
    const expected = [ids[5], ids[0], ids[1], ids[2]];
    expect(lexical.map(({ id }) => id)).toEqual(expected);
    expect(vector.map(({ id }) => id)).toEqual(expected);
  });

  it('have a cosine of one for the same text, and none for a text without terms', async () => {
    const bare = { title: '…', passages: [passage('…!')] };
    const [, , empty] = await corpus.put(
      document('a', { title: '흙', passages: [passage('clay 반죽')] }),
      document('b', { title: '가마', passages: [passage('kiln 소성')] }),
      document('c', bare),
    );
    const { vector } = await index.retrieve('가마 kiln 소성');
    expect(vector[0]?.score).toBeCloseTo(1, 2);
    expect(await index.documentsOf(vector.map(({ id }) => id))).toEqual(['b', 'a']);
    expect(vector.map(({ id }) => id)).not.toContain(empty);
    expect((await index.retrieve('…')).candidates).toEqual([]);
  });

  it('are empty for a vector of another width, and words still find theirs', async () => {
    const [a] = await corpus.put(document('a'));
    index.live.sync();
    const words = { kind: 'terms', terms: index.terms('kiln') } as const;
    const narrow = { kind: 'vector', vector: new Float32Array(7).fill(0.3) } as const;
    const { lists, candidates } = await index.memory.retrieve([words, narrow], 5, EVERYTHING);
    expect([lists[0]?.map(({ id }) => id), lists[1]]).toEqual([[a], []]);
    expect(candidates).toEqual([{ id: a, scores: [lists[0]?.[0]?.score, undefined] }]);
  });

  it('are separate for any number of retrievers, in any order', async () => {
    await corpus.put(
      ...['kiln oven', 'oven', 'clay 가마', '가마 oven'].map((text, i) =>
        document(`d${i}`, { passages: [passage(text)] }),
      ),
    );
    const vectorOf = (text: string) => index.live.space?.embed(index.memory.termsOf(text)) ?? new Float32Array();
    index.live.sync();
    const queries: RetrieverQuery[] = ['kiln', 'oven', '가마'].flatMap((text) => [
      { kind: 'vector', vector: vectorOf(text) },
      { kind: 'terms', terms: index.terms(text) },
    ]);
    const alone = await Promise.all(queries.map((query) => index.memory.retrieve([query], 9, EVERYTHING)));
    const together = await index.memory.retrieve(queries, 9, EVERYTHING);
    expect(together.lists).toEqual(alone.map(({ lists }) => lists[0]));
    expect(together.lists.map((list) => list.length)).toEqual([4, 1, 4, 3, 4, 4]);
    for (const { id, scores } of together.candidates)
      expect(scores).toEqual(
        together.lists.map((list, i) => list.find((s) => s.id === id)?.score ?? (i % 2 ? 0 : undefined)),
      );
  });

  it('are empty without a query', async () => {
    await corpus.put(document('a'));
    index.live.sync();
    expect(await index.memory.retrieve([], 5, EVERYTHING)).toMatchObject({ lists: [], candidates: [] });
    expect(await index.memory.retrieve([{ kind: 'terms', terms: [] }], 5, EVERYTHING)).toMatchObject({
      lists: [[]],
      candidates: [],
    });
  });

  it('include a term with any characters, in the heading too, and nothing for an unknown one', async () => {
    await corpus.put(document('a', { title: 'oven', passages: [passage('3-2-23 제15조의2 GPT4')] }));
    index.live.sync();
    const found = async (term: string) =>
      (await index.memory.retrieve([{ kind: 'terms', terms: [{ term, weight: 1 }] }], 5, EVERYTHING)).lists[0] ?? [];
    for (const term of ['3-2-23', '제15조의2', 'gpt4', 'oven'])
      expect([term, (await found(term)).length]).toEqual([term, 1]);
    for (const term of ['"', '*', 'a" OR "gpt4', '__proto__', '']) expect(await found(term)).toEqual([]);
  });
});

describe('the passages of the index', () => {
  it('are returned as they were put', async () => {
    const history = [{ kind: 'amended', date: '2024-03-01' }];
    const text = '① 가마는 굽는다. 😀 <개정 2024.3.1.>';
    const metadata = { kind: 'article', history };
    const place = { start: 7, end: 36, section: '제2장 > 제8조', article: '제8조' };
    await corpus.put(
      document('한글 id', {
        canonicalPath: ['도예', 'AI'],
        url: 'https://a.example/x',
        date: '2025-01-01',
        version: '3',
        metadata: { owner: '공방', kind: 'overruled' },
        passages: [passage(text, { ...place, metadata })],
      }),
    );
    index.live.sync();
    const [found] = await index.memory.passages([corpus.number('SELECT max(id) FROM search_chunks')], EVERYTHING);
    expect(found).toMatchObject({ ...place, documentId: '한글 id', chunkId: '한글 id#0', ordinal: 0, text });
    expect(found).toMatchObject({
      canonicalPath: ['도예', 'AI'],
      url: 'https://a.example/x',
      date: '2025-01-01',
      version: '3',
    });
    expect(found?.metadata).toEqual({ owner: '공방', kind: 'article', history });
  });

  it('are returned in the requested order, without unknown ones', async () => {
    const [a = 0, b = 0, c = 0] = await corpus.put(document('a'), document('b'), document('c'));
    index.live.sync();
    expect(await index.documentsOf([c, 9_999, a, b])).toEqual(['c', 'a', 'b']);
    expect(await index.documentsOf([])).toEqual([]);
    expect((await index.memory.terms([c, 9_999, a], [], EVERYTHING)).map(({ id }) => id)).toEqual([c, a]);
  });

  it('report the kind of each in its rule book, inside the scope only', async () => {
    const kinds = [
      ['제3조(가마)', '① 가마를 굽는다.'],
      ['부칙 > 제1조(시행일)', '이 규정은 공포한 날부터 시행한다.'],
      ['별표 1', '가마의 종류'],
      [undefined, '가마 이야기'],
    ].map(([section, text = '']) => passage(text, { section }));
    const ids = await corpus.put(document('a', { passages: kinds }));
    const [hidden = 0] = await corpus.put(document('b', { canonicalPath: ['유약'] }));
    index.live.sync();
    const scope = { filter: restrictedTo([['도예']]), asOf: EVERYTHING.asOf };
    expect(await index.memory.kinds([...ids, hidden, 9_999], scope)).toEqual(
      new Map(['article', 'supplement', 'form', 'other'].map((kind, i) => [ids[i], kind])),
    );
  });

  it('report how many of them contain a term', async () => {
    await corpus.put(document('a'), document('b', { passages: [passage('oven'), passage('oven oven')] }));
    index.live.sync();
    const { byTerm, passages } = await index.memory.frequencies(['oven', 'kiln', 'nowhere'], EVERYTHING);
    expect([...byTerm.values(), passages]).toEqual([2, 1, 0, 3]);
  });
});
