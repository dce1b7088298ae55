import fc from 'fast-check';
import { FakePassage, FakeSearchIndex } from '../../../../test/support/fake-search-index.js';
import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { RankingRequest } from '../domain/passage-ranking.js';
import { Candidates, Ordered } from './find-candidates.js';
import { FinalizeRanking } from './finalize-ranking.js';

const REQUEST: RankingRequest = {
  query: '휴학은 언제 신청하나요?',
  topK: 10,
  mode: 'hybrid',
  rerank: true,
  scope: { filter: UNRESTRICTED, asOf: '2025-06-01' },
  synonyms: true,
  feedback: true,
  vector: undefined,
};

/** A passage with words that no other has. */
const own = (id: number, more: Partial<FakePassage> = {}): FakePassage => ({
  id,
  words: Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`word${id}-${i}`, 1])),
  ...more,
});
/** A passage with words that others have too. */
const shared = (id: number): FakePassage => ({ ...own(id), words: own(0).words });
const ids = (list: readonly { readonly id: number }[]) => list.map((s) => s.id);

/** Passages in the order of their scores; with an option, the fused scores have the reverse order. */
function ordered(scores: readonly (readonly [id: number, score: number])[], isFusedReversed = false): Candidates {
  const order = scores.map(([id, score]): Ordered => ({
    id,
    score,
    fused: isFusedReversed ? -score : score,
    relevance: undefined,
    support: undefined,
  }));
  const times = { words: 0, vectors: 0, comparison: 0 };
  return {
    words: [],
    vector: [],
    decisiveness: 0,
    learned: [],
    feedbackWords: [],
    feedbackVector: [],
    times,
    ordered: order,
    found: order.length,
  };
}

async function settle(
  passages: readonly FakePassage[],
  found: Candidates,
  more: Partial<RankingRequest> = {},
  named: number[] = [],
) {
  const index = new FakeSearchIndex(passages);
  index.named = named;
  return (await new FinalizeRanking(index).finalize({ ...REQUEST, ...more }, found)).order;
}

describe('passages that the question names', () => {
  const passages = [1, 2, 3, 4].map((id) => own(id));

  it('come first in the order of the lookup, whatever the ranking is, once each', async () => {
    const found = ordered([
      [1, 9],
      [2, 8],
      [3, 1],
    ]);
    const order = await settle(passages, found, {}, [3, 4]);
    expect(ids(order)).toEqual([3, 4, 1, 2]);
    expect(order.map((s) => s.lookUp)).toEqual([0.95, 0.95, undefined, undefined]);
    // The ranking's data of one are kept; the ranking did not find the other one.
    expect(order.slice(0, 2)).toMatchObject([
      { score: 1, fused: 1 },
      { score: 0, fused: 0 },
    ]);
  });

  it('come first also if they are supplements or near duplicates', async () => {
    const found = ordered([
      [1, 9],
      [2, 8],
      [3, 1],
    ]);
    const order = await settle([own(1), shared(2), { ...shared(3), kind: 'supplement' }], found, {}, [3, 2]);
    expect(order.map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([
      [3, undefined],
      [2, undefined],
      [1, undefined],
    ]);
  });
});

describe('supplements and forms', () => {
  const passages = [own(1), own(2, { kind: 'supplement' }), own(3, { kind: 'form' }), own(4, { kind: 'other' })];
  const close = ordered([
    [2, 5.3],
    [3, 5.2],
    [4, 5.1],
    [1, 5],
  ]);

  it('rank below articles and other text of about the same score', async () => {
    expect(ids(await settle(passages, close))).toEqual([4, 1, 2, 3]);
  });

  it.each([
    ['부칙의 시행일은 언제인가요?', [2, 4, 1, 3]],
    ['별표 1에 무엇이 있나요?', [3, 4, 1, 2]],
    ['부칙과 별표', [2, 3, 4, 1]],
    ['What does the application form ask for?', [3, 4, 1, 2]],
  ])('keep their rank if the question requests them: %s', async (query, expected) => {
    expect(ids(await settle(passages, close, { query }))).toEqual(expected);
  });

  it('keep a rank that is far ahead', async () => {
    expect(
      ids(
        await settle(
          passages,
          ordered([
            [2, 6.1],
            [3, 5.9],
            [1, 5],
          ]),
        ),
      ),
    ).toEqual([2, 1, 3]);
  });

  it('keep the rank of the fused score if the order may not change', async () => {
    const reversed = ordered(
      [
        [1, 5.3],
        [3, 5.2],
        [2, 5.1],
      ],
      true,
    );
    expect(ids(await settle(passages, reversed, { rerank: false }))).toEqual([2, 3, 1]);
  });
});

describe('copies', () => {
  it('come after all others and name the best passage of their group, which keeps its rank', async () => {
    const passages = [own(1), shared(2), shared(3), own(4), shared(5)];
    const order = await settle(
      passages,
      ordered([
        [1, 9],
        [2, 8],
        [3, 7],
        [4, 6],
        [5, 5],
      ]),
    );
    expect(order.map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([
      [1, undefined],
      [2, undefined],
      [4, undefined],
      [3, 2],
      [5, 2],
    ]);
  });

  it('of an article and its supplement are the supplement', async () => {
    const order = await settle(
      [{ ...shared(1), kind: 'supplement' }, shared(2)],
      ordered([
        [1, 5.5],
        [2, 5],
      ]),
    );
    expect(order.map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([
      [2, undefined],
      [1, 2],
    ]);
  });

  it('come after passages too far down to be compared', async () => {
    const passages = [shared(1), shared(2), ...Array.from({ length: 70 }, (_, i) => own(i + 3))];
    const found = ordered(passages.map(({ id }) => [id, 100 - id]));
    const order = await settle(passages, found, { topK: 100 });
    expect([order.length, order.at(-1)?.id, order.at(-1)?.duplicateOf]).toEqual([72, 2, 1]);
  });

  it('leave enough others for the requested number', async () => {
    const passages = [
      ...Array.from({ length: 60 }, (_, i) => shared(i + 1)),
      ...Array.from({ length: 60 }, (_, i) => own(i + 61)),
    ];
    const order = await settle(passages, ordered(passages.map(({ id }) => [id, 200 - id])), { topK: 100 });
    expect(order.length).toBeGreaterThanOrEqual(100);
    const few = await settle(passages.slice(31), ordered(passages.slice(31).map(({ id }) => [id, 200 - id])), {
      topK: 20,
    });
    expect(few.slice(0, 20).every((s) => s.duplicateOf === undefined)).toBe(true);
  });
});

describe('a single mode', () => {
  const passages = [own(1), shared(2), shared(3), own(4, { kind: 'supplement' })];
  const found: Candidates = {
    ...ordered([
      [1, 9],
      [2, 8],
      [3, 7],
      [4, 6],
    ]),
    words: [4, 3, 2].map((id, i) => ({ id, score: 3 - i })),
    vector: [2, 3, 1].map((id, i) => ({ id, score: 0.9 - i / 10 })),
  };

  it.each([
    ['bm25', [4, 3, 2]],
    ['vector', [2, 3, 1]],
  ] as const)(
    '%s keeps the order and the scores of its own retriever, with named passages and near duplicates',
    async (mode, expected) => {
      const order = await settle(passages, found, { mode }, [1]);
      expect(ids(order)).toEqual(expected);
      expect(order.map(({ id, score }) => ({ id, score }))).toEqual(mode === 'bm25' ? found.words : found.vector);
      expect(order.every((s) => s.duplicateOf === undefined && s.lookUp === undefined)).toBe(true);
      expect(order.map((s) => s.fused)).toEqual(expected.map((id) => 10 - id));
    },
  );
});

describe('the final order', () => {
  it('contains every passage that was found or named once, and no other', async () => {
    const kinds = fc.constantFrom('article', 'supplement', 'form', 'other');
    const passage = fc.record({
      kind: kinds,
      isShared: fc.boolean(),
      score: fc.double({ min: -3, max: 3, noNaN: true }),
    });
    const named = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(passage, { maxLength: 15 }), named, fc.boolean(), async (given, first, rerank) => {
        const passages = given.map(({ kind, isShared }, id) => ({ ...(isShared ? shared(id) : own(id)), kind }));
        const found = ordered(given.map(({ score }, id) => [id, score] as const).sort((a, b) => b[1] - a[1]));
        const order = await settle(passages, found, { rerank }, first);
        const all = [...new Set([...first, ...given.keys()])];
        expect([...ids(order)].sort((a, b) => a - b)).toEqual(all.sort((a, b) => a - b));
        expect(ids(order).slice(0, first.length)).toEqual(first);
        const copies = order.findIndex((s) => s.duplicateOf !== undefined);
        if (copies >= 0) expect(order.slice(copies).every((s) => s.duplicateOf !== undefined)).toBe(true);
      }),
    );
  });
});
