import fc from 'fast-check';
import {
  document,
  EVERYTHING,
  FoundByBoth,
  IndexUnderTest,
  passage,
  StoredCorpus,
  TODAY,
} from '../../../../test/support/stored-corpus.js';
import {
  CategoryFilter,
  FilterBypassError,
  parseFilters,
  restrictedTo,
  UNRESTRICTED,
} from '../../../shared/domain/category-filter.js';
import { SearchScope } from '../../ranking/domain/search-index.js';

const QUESTION = 'kiln 가마 glaze';
const inside = (paths: readonly (readonly string[])[]): SearchScope => ({ filter: restrictedTo(paths), asOf: TODAY });

const label = fc.constantFrom(
  'AI',
  'ai',
  'AI2',
  ' ML ',
  'Café',
  'café'.normalize('NFD'),
  '학칙',
  '학칙'.normalize('NFD'),
  '학칙2',
  '휴학',
);
const words = fc.array(fc.constantFrom('kiln', 'clay', 'glaze', '가마', '흙', '굽는다', 'oven'), {
  minLength: 1,
  maxLength: 12,
});
const entry = fc.record({ at: fc.array(label, { minLength: 1, maxLength: 4 }), words });
const listed = fc.array(fc.array(label, { maxLength: 3 }), { maxLength: 3 });

/** The meaning of a list of allowed paths, implemented differently from the code. */
function isInside(at: readonly string[], allowed: readonly (readonly string[])[]): boolean {
  const fold = (text: string) => text.trim().toLowerCase().normalize('NFC');
  return allowed.some(
    (below) =>
      below.length > 0 && below.length <= at.length && below.every((text, i) => fold(text) === fold(at[i] ?? '')),
  );
}

/** The full ranking, restricted to some passages and then cut: the expected result of a filter before the limit. */
function restricted(
  { lexical, vector }: FoundByBoth,
  ids: ReadonlySet<number>,
  limit: number,
): Omit<FoundByBoth, 'candidates'> {
  const cut = (list: FoundByBoth['lexical']) => list.filter(({ id }) => ids.has(id)).slice(0, limit);
  return { lexical: cut(lexical), vector: cut(vector) };
}

const NAMES = Array.from({ length: 12 }, (_, i) => `d${i}`);
let corpus: StoredCorpus;
let index: IndexUnderTest;
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  index = await corpus.index();
});
afterEach(() => corpus.close());

/** Replaces everything by one document for each entry; returns the ids of their passages. */
async function replaceAll(entries: readonly { at: readonly string[]; words: readonly string[] }[]): Promise<number[]> {
  await corpus.remove(...NAMES);
  const given = entries.map(({ at, words: text }, i) =>
    document(`d${i}`, { canonicalPath: at, passages: [passage(text.join(' '), { article: '제8조' })] }),
  );
  return corpus.put(...given);
}

/** Ids that the other methods of the index return, each in ascending order. */
async function otherWays(ids: readonly number[], scope: SearchScope): Promise<number[][]> {
  const found = [
    (await index.memory.passages(ids, scope)).map(({ id }) => id),
    (await index.memory.terms(ids, ['kiln'], scope)).map(({ id }) => id),
    (await index.memory.lookUp('가마 규정 제8조', scope)).places.map(({ id }) => id),
  ];
  return found.map((list) => [...list].sort((a, b) => a - b));
}

describe('the category filter', () => {
  it('returns the full ranking restricted to what it allows, before the limit, in both retrievers', async () => {
    const entries = fc.array(entry, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(entries, listed, fc.integer({ min: 1, max: 4 }), async (given, allowed, limit) => {
        const ids = await replaceAll(given);
        const allowedIds = new Set(ids.filter((_, i) => isInside(given[i]?.at ?? [], allowed)));
        const full = await index.retrieve(QUESTION);
        for (const cut of [limit, 1_000]) {
          const found = await index.retrieve(QUESTION, inside(allowed), cut);
          expect({ lexical: found.lexical, vector: found.vector }).toEqual(restricted(full, allowedIds, cut));
          expect(found.candidates.every(({ id }) => allowedIds.has(id))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('returns nothing outside it, and drops nothing inside it, for any query', async () => {
    const entries = fc.array(entry, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(entries, listed, async (given, allowed) => {
        const ids = await replaceAll(given);
        index.live.sync();
        const allowedIds = ids.filter((_, i) => isInside(given[i]?.at ?? [], allowed));
        expect(await otherWays(ids, inside(allowed))).toEqual([allowedIds, allowedIds, allowedIds]);
        const outside = ids.filter((id) => !allowedIds.includes(id)).map((id) => ({ id, weight: 1 }));
        expect(await index.memory.learn(outside, 10, inside(allowed))).toEqual([]);
        for (const pair of await index.memory.duplicates(ids, inside(allowed)))
          expect(allowedIds).toEqual(expect.arrayContaining(pair));
        expect([...(await index.memory.kinds(ids, inside(allowed))).keys()]).toEqual(allowedIds);
        const vectors = await index.memory.vectors(ids, inside(allowed));
        expect(ids.filter((_, i) => vectors[i] !== undefined)).toEqual(allowedIds);
        const cosines = await index.memory.cosines(ids, inside(allowed));
        expect(ids.filter((_, i) => cosines[i]?.some((cosine) => !Number.isNaN(cosine)))).toEqual(allowedIds);
      }),
      { numRuns: 40 },
    );
  });

  it('restricts every accepted payload to what it lists', async () => {
    const paths = [['AI'], ['AI', 'ML'], ['AI2'], ['Café'], ['학칙', '휴학'], ['휴학']];
    const ids = await replaceAll(paths.map((at) => ({ at, words: ['kiln'] })));
    const odd = fc.constantFrom(null, '..', '*', '', 'AI/ML', 0, 'AI\u0000');
    const some = fc.oneof(
      { arbitrary: fc.array(label, { maxLength: 3 }), weight: 8 },
      { arbitrary: fc.array(fc.oneof(label, odd), { maxLength: 6 }), weight: 1 },
      { arbitrary: odd, weight: 1 },
    );
    const payload = fc.oneof(
      { arbitrary: fc.record({ allowed_category_paths: fc.array(some, { maxLength: 3 }) }), weight: 5 },
      { arbitrary: fc.jsonValue(), weight: 1 },
    );
    await fc.assert(
      fc.asyncProperty(payload, async (sent) => {
        let filter: CategoryFilter;
        try {
          filter = parseFilters(JSON.parse(JSON.stringify(sent)));
        } catch (error) {
          expect(error).toBeInstanceOf(FilterBypassError);
          return;
        }
        if (filter.kind === 'unrestricted') {
          expect(sent).toEqual({});
          return;
        }
        const { allowed_category_paths: allowed } = sent as { allowed_category_paths: string[][] };
        const { candidates } = await index.retrieve(QUESTION, { filter, asOf: TODAY });
        const found = new Set(candidates.map(({ id }) => id));
        expect(ids.filter((id) => found.has(id))).toEqual(ids.filter((_, i) => isInside(paths[i] ?? [], allowed)));
      }),
      { numRuns: 80 },
    );
  });

  it('does not starve the result: allowed passages are found after any number of better ones', async () => {
    const near = Array.from({ length: 60 }, (_, i) => document(`near${i}`, { passages: [passage('kiln kiln kiln')] }));
    const far = document('far', {
      canonicalPath: ['유약'],
      passages: [passage('흙 이야기가 길고 clay clay clay kiln 하나')],
    });
    await corpus.put(...near, far);
    const { lexical, vector } = await index.retrieve('kiln kiln', inside([['유약']]), 1);
    expect(await index.documentsOf([...lexical, ...vector].map(({ id }) => id))).toEqual(['far', 'far']);
    expect((await index.retrieve('kiln', EVERYTHING, 5)).lexical).toHaveLength(5);
  });

  it.each([[[]], [[[]]]])('finds nothing through %j', async (allowed: string[][]) => {
    const ids = await replaceAll([{ at: ['AI'], words: ['kiln'] }]);
    expect(await index.retrieve(QUESTION, inside(allowed))).toEqual({ lexical: [], vector: [], candidates: [] });
    expect(await otherWays(ids, inside(allowed))).toEqual([[], [], []]);
    expect(await otherWays(ids, EVERYTHING)).toEqual([ids, ids, ids]);
  });
});

describe('the day on which a document must be in force', () => {
  const old = document('old', { effectiveFrom: '2020-01-01', effectiveTo: '2024-12-31' });
  const current = document('new', { effectiveFrom: '2025-01-01' });

  it.each([
    ['2019-12-31', []],
    ['2020-01-01', ['old']],
    ['2024-12-31', ['old']],
    ['2025-01-01', ['new']],
    ['2030-01-01', ['new']],
  ])('selects the edition of %s, for any query', async (asOf, expected) => {
    const ids = await corpus.put(old, current);
    const scope = { filter: UNRESTRICTED, asOf };
    expect(await index.byWords(QUESTION, scope)).toEqual(expected);
    expect(await index.byVector(QUESTION, scope)).toEqual(expected);
    expect(await index.byName('가마 규정 제8조', scope)).toEqual(expected);
    expect(await index.documentsOf(ids, scope)).toEqual(expected);
  });

  it('applies together with the filter', async () => {
    await corpus.put(old, current, document('undated', { canonicalPath: ['AI'] }));
    expect(await index.byWords(QUESTION, { filter: restrictedTo([['AI']]), asOf: '1999-01-01' })).toEqual(['undated']);
    expect(await index.byWords(QUESTION, inside([['도예']]))).toEqual(['new']);
  });
});
