import fc from 'fast-check';
import { EnglishLexicon } from '../../../shared/infrastructure/english-lexicon.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { allows, CategoryFilter, restrictedTo, UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { aCase } from '../../../../test/support/a-case.js';
import { FullScan } from '../../../../test/support/full-scan.js';
import { Case } from '../../domain/case.js';
import { NearestRequest } from '../../domain/case-index.js';
import { charNgrams } from '../../../text/tokens/char-ngrams.js';
import { SIMILARITY_METHODS } from '../../domain/similarity.js';
import { termCounter } from '../case-index-loader.js';
import { MemoryCaseIndex } from './memory-case-index.js';

const countTerms = termCounter(new Analyser(new EnglishLexicon()));
const MODEL = 'test-model';
const DIMENSIONS = 24;

/** A vector that depends only on the text; texts without letters have the zero vector. */
function embed(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const [gram, count] of charNgrams(text)) {
    let h = 7;
    for (let i = 0; i < gram.length; i++) h = (h * 31 + gram.charCodeAt(i)) % 9_973;
    vector[h % DIMENSIONS]! += (h % 2 === 0 ? 1 : -1) * count;
  }
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((x) => x / norm);
}

const WORDS = [
  'leave',
  'Leave',
  'absence',
  'fee',
  'fees',
  'the',
  'of',
  '휴학',
  '휴학을',
  '신청',
  '등록금',
  '2026',
  '제8조',
  '!!',
  '😀',
];
const PATHS = [['A'], ['a', 'B'], ['A', 'b', 'C'], ['학사'], ['학사', '학적'], ['Ab']];
const query = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const path = fc.constantFrom(...PATHS);
const cases = fc.uniqueArray(
  fc.record({
    caseId: fc.string({ minLength: 1, maxLength: 3 }),
    query,
    categoryPath: path,
    qualityScore: fc.constantFrom(0, 0.5, 0.7, 1),
    usageCount: fc.constantFrom(0, 1, 2),
  }),
  { selector: (one) => one.caseId, maxLength: 40 },
);
const filter = fc.oneof(fc.constant(UNRESTRICTED), fc.array(path, { maxLength: 3 }).map(restrictedTo));
const request = fc.record({
  query,
  filter,
  category: fc.option(path, { nil: undefined }),
  minQuality: fc.constantFrom(0, 0.5, 0.8),
  method: fc.constantFrom(...SIMILARITY_METHODS),
  k: fc.constantFrom(1, 3, 50),
});

const fullScan = (index: MemoryCaseIndex) => new FullScan(countTerms, (id) => index.vectorOf(id, MODEL));

function embedAll(index: MemoryCaseIndex): void {
  for (const one of index.unembedded(MODEL, 1_000)) index.setVector(one, { model: MODEL, values: embed(one.query) });
}

function check(index: MemoryCaseIndex, stored: readonly Case[], asked: Omit<NearestRequest, 'vector'>): void {
  const whole = { ...asked, vector: { model: MODEL, values: embed(asked.query) } };
  expect(index.nearest(whole)).toEqual(fullScan(index).nearest(stored, whole));
}

describe('the case index', () => {
  it('finds by every method the results of a full scan, in the same order', () => {
    fc.assert(
      fc.property(cases, request, (drafts, asked) => {
        const stored = drafts.map((draft) => aCase(draft));
        const index = new MemoryCaseIndex(countTerms);
        for (const one of stored) index.put(one);
        embedAll(index);
        check(index, stored, asked);
      }),
      { numRuns: 300 },
    );
  });

  it('finds the same among many cases, most of which are pruned', () => {
    let n = 0;
    const many = fc.array(fc.tuple(query, path), { minLength: 1_500, maxLength: 1_500 });
    fc.assert(
      fc.property(many, fc.array(request, { minLength: 40, maxLength: 40 }), (drafts, requests) => {
        const stored = drafts.map(([text, categoryPath]) =>
          aCase({ caseId: `c${++n}`, query: text, categoryPath, qualityScore: (n % 7) / 7, usageCount: n % 3 }),
        );
        const index = new MemoryCaseIndex(countTerms);
        for (const one of stored) index.put(one);
        while (index.unembedded(MODEL, 1).length > 0) embedAll(index);
        for (const asked of requests) check(index, stored, asked);
      }),
      // Shrinking a thousand cases would take longer than finding the fault in them.
      { numRuns: 3, endOnFailure: true },
    );
  });

  it('finds the same after changes, moves and removals of cases', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.record({
        query: fc.option(query),
        categoryPath: fc.option(path),
        qualityScore: fc.option(fc.constantFrom(0, 0.9)),
      }),
      fc.boolean(),
    );
    fc.assert(
      fc.property(cases, fc.array(change, { maxLength: 20 }), request, (drafts, changes, asked) => {
        const stored = new Map(drafts.map((draft) => [draft.caseId, aCase(draft)]));
        const index = new MemoryCaseIndex(countTerms);
        for (const one of stored.values()) index.put(one);
        embedAll(index);
        // Queried before and between, so that cached values of a filter have to follow each change.
        const byTerms = { ...asked, method: 'tfidf_cosine' as const };
        check(index, [...stored.values()], byTerms);
        for (const [at, to, isRemoved] of changes) {
          const one = [...stored.values()][at % Math.max(1, stored.size)];
          if (one === undefined) continue;
          if (isRemoved) {
            stored.delete(one.caseId);
            index.remove(one.caseId);
            continue;
          }
          const changed = {
            ...one,
            query: to.query ?? one.query,
            categoryPath: to.categoryPath ?? one.categoryPath,
            qualityScore: to.qualityScore ?? one.qualityScore,
          };
          stored.set(one.caseId, changed);
          index.put(changed);
          check(index, [...stored.values()], byTerms);
        }
        embedAll(index);
        expect(index.size).toBe(stored.size);
        check(index, [...stored.values()], asked);
      }),
      { numRuns: 300 },
    );
  });

  it('returns the same to a caller as if invisible cases did not exist', () => {
    fc.assert(
      fc.property(cases, request, (drafts, asked) => {
        const all = new MemoryCaseIndex(countTerms);
        const visible = new MemoryCaseIndex(countTerms);
        for (const one of drafts.map((draft) => aCase(draft))) {
          all.put(one);
          if (allows(asked.filter, one.categoryPath)) visible.put(one);
        }
        embedAll(all);
        embedAll(visible);
        const whole = { ...asked, vector: { model: MODEL, values: embed(asked.query) } };
        expect(all.nearest(whole)).toEqual(visible.nearest(whole));
      }),
      { numRuns: 300 },
    );
  });

  it('finds the cases whose question contains all words, inside the filter and the category', () => {
    const index = new MemoryCaseIndex(() => new Map());
    const put = (caseId: string, query: string, categoryPath: string[]) =>
      index.put(aCase({ caseId, query, categoryPath }));
    put('c', '휴학하면 등록금은 언제 내나요?', ['학사']);
    put('b', 'When is the Library open?', ['Library']);
    put('a', '등록금 환불과 휴학', ['학사', '학적']);
    const found = (words: string, filter: CategoryFilter = UNRESTRICTED, category?: string[]) =>
      index.containing({ words, filter, category });
    expect(found('등록금 휴학')).toEqual(['a', 'c']);
    expect(found('ＬＩＢＲＡＲＹ')).toEqual(['b']);
    expect(found('휴학', restrictedTo([['Library']]))).toEqual([]);
    expect(found('휴학', UNRESTRICTED, ['학사'])).toEqual(['c']);
    index.remove('c');
    expect(found('휴학')).toEqual(['a']);
    expect(found('volcano')).toEqual([]);
  });

  it('orders near ties exactly, despite the rounding of the vector scan', () => {
    const index = new MemoryCaseIndex(countTerms);
    const base = Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(i + 1));
    const stored = Array.from({ length: 200 }, (_, i) => aCase({ caseId: `c${i}`, query: `q${i}` }));
    stored.forEach((one) => index.put(one));
    index.unembedded(MODEL, 1_000).forEach((one, i) => {
      const vector = Float32Array.from(base, (x, j) => x + (j === i % DIMENSIONS ? i * 1e-4 : 0));
      const norm = Math.hypot(...vector);
      index.setVector(one, { model: MODEL, values: vector.map((x) => x / norm) });
    });
    const norm = Math.hypot(...base);
    const values = Float32Array.from(base, (x) => x / norm);
    const asked = {
      query: 'q',
      filter: UNRESTRICTED,
      category: undefined,
      minQuality: 0,
      method: 'embedding' as const,
      k: 10,
      vector: { model: MODEL, values },
    };
    for (const k of [1, 10, 100, 150])
      expect(index.nearest({ ...asked, k })).toEqual(fullScan(index).nearest(stored, { ...asked, k }));
  });

  it('holds the vectors of two models, and returns the cases without one', () => {
    const index = new MemoryCaseIndex(countTerms);
    index.put(aCase({ caseId: 'a', query: 'leave' }));
    index.put(aCase({ caseId: 'b', query: 'fees' }));
    embedAll(index);
    expect([index.embedded(MODEL), index.unembedded(MODEL, 9)]).toEqual([2, []]);
    expect(index.unembedded('another', 9).map(({ caseId }) => caseId)).toEqual(['a', 'b']);
    expect(index.embedded(MODEL)).toBe(2);
    index.setVector({ caseId: 'a', query: 'leave' }, { model: 'another', values: embed('leave') });
    index.setVector({ caseId: 'b', query: 'no longer this' }, { model: 'another', values: embed('x') });
    index.remove('a');
    expect([index.embedded('another'), index.unembedded('another', 9).map(({ caseId }) => caseId)]).toEqual([0, ['b']]);
    expect(index.embedded(MODEL)).toBe(1);
    index.unembedded('a third', 9);
    expect([index.embedded(MODEL), index.unembedded('another', 9).length]).toEqual([0, 1]);
  });
});
