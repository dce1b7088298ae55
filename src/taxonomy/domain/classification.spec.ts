import fc from 'fast-check';
import { foldPath } from '../../shared/domain/category-path.js';
import { CategoryEvidence } from './category-evidence.js';
import { needsReview, toCandidates } from './classification.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyEvidence: fc.Arbitrary<CategoryEvidence[]> = fc.uniqueArray(
  fc.record({
    path: fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'a'), { minLength: 1, maxLength: 5 }),
    likeness: fc.double({ min: 0.0001, max: 1, noNaN: true }),
    nearness: share,
    named: share,
    learned: fc.boolean(),
  }),
  { selector: ({ path }) => foldPath(path), maxLength: 20 },
);
const evidence = (path: string, likeness: number): CategoryEvidence => ({
  path: path.split('/'),
  likeness,
  nearness: 0.3,
  named: 0,
  learned: false,
});
const everywhere = () => true;
const told = (categories: CategoryEvidence[], isOpen: (path: readonly string[]) => boolean = everywhere) =>
  toCandidates(categories, isOpen).map(({ path }) => path.join('/'));

describe('toCandidates', () => {
  it('returns categories by falling confidence from 0 to 1, none twice, each with documents or above one with documents', () => {
    fc.assert(
      fc.property(anyEvidence, (categories) => {
        const candidates = toCandidates(categories, everywhere);
        const confidences = candidates.map(({ confidence }) => confidence);
        expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
        for (const confidence of confidences) expect(confidence >= 0 && confidence <= 1).toBe(true);
        const keys = candidates.map(({ path }) => foldPath(path));
        expect(new Set(keys).size).toBe(keys.length);
        const holders = categories.map(({ path }) => foldPath(path));
        for (const key of keys.slice(1)) expect(holders).toContain(key);
        if (keys[0] !== undefined) expect(holders.some((holder) => `${holder}/`.startsWith(`${keys[0]}/`))).toBe(true);
      }),
    );
  });

  it('names an inner category first if only that one is certain, then its descendants', () => {
    const names = told([evidence('A/X', 0.3), evidence('A/Y', 0.29), evidence('B', 0.03)]);
    expect(names).toEqual(['A', 'A/X', 'A/Y', 'B']);
  });

  it('names the deepest category with sufficient confidence, not the one above it', () => {
    const names = told([evidence('A/M/X', 0.5), evidence('A/M/Y', 0.48), evidence('A/N', 0.05)]);
    expect(names.slice(0, 3)).toEqual(['A/M', 'A/M/X', 'A/M/Y']);
    expect(told([evidence('A/M/X', 0.5), evidence('A/M/Y', 0.05)])[0]).toBe('A/M/X');
  });

  it('names the likeliest category with documents first if none has sufficient confidence, and requires a review', () => {
    const candidates = toCandidates([evidence('A/X', 0.21), evidence('B/X', 0.2), evidence('C/X', 0.2)], everywhere);
    expect(candidates.map(({ path }) => path.join('/'))).toEqual(['A/X', 'B/X', 'C/X']);
    expect(needsReview(candidates)).toBe(true);
  });

  it('names no category that the caller may not use, whatever its confidence', () => {
    const belowA = (path: readonly string[]) => path.length > 1;
    expect(told([evidence('A/X', 0.3), evidence('A/Y', 0.29)], belowA)).toEqual(['A/X', 'A/Y']);
  });

  it('has high confidence in a single similar category, and none in dissimilar ones', () => {
    const top = (likeness: number) => toCandidates([evidence('A', likeness)], everywhere)[0]?.confidence ?? 0;
    expect(top(0.3)).toBeGreaterThan(0.9);
    expect(top(0.001)).toBeLessThan(0.1);
  });

  it('has high confidence in a learned score that is far above the others, and low confidence in one that is close to another or low', () => {
    const taught = (path: string, score: number) => ({ ...evidence(path, score), learned: true });
    const judged = (...scores: [number, number]) =>
      toCandidates([taught('A', scores[0]), taught('B', scores[1])], everywhere);
    expect([judged(0.1, 0.9)[0]?.path, needsReview(judged(0.1, 0.9))]).toEqual([['B'], false]);
    expect(judged(0.1, 0.9)[0]?.confidence).toBeGreaterThan(0.9);
    expect([needsReview(judged(0.5, 0.45)), needsReview(judged(0.1, 0.01))]).toEqual([true, true]);
  });

  it('prefers the category that the title names and the nearer one', () => {
    const even = [evidence('A', 0.2), evidence('B', 0.2)] as const;
    expect(told([even[0], { ...even[1], named: 1 }])[0]).toBe('B');
    expect(told([even[0], { ...even[1], nearness: 0.9 }])[0]).toBe('B');
  });
});

describe('needsReview', () => {
  it('requires a review below 0.70 and without a candidate', () => {
    const one = (confidence: number) => [{ path: ['A'], confidence }];
    expect([[], one(0.699), one(0.7)].map(needsReview)).toEqual([true, true, false]);
  });
});
