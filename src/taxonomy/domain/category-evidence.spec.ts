import { categoryEvidence, CountedPassage, learnedEvidence, nearestCategories } from './category-evidence.js';
import { countTerms } from './term-vector.js';

const counts = (terms: string) => countTerms(terms.split(' '), [], 1);
const passage = (path: string, terms: string, rank?: number): CountedPassage => ({
  path: path.split('/'),
  counts: counts(terms),
  rank,
});
const nameOf = (path: readonly string[]) => (path.at(-1) ?? '').toLowerCase().split(' ');
const evidence = (text: string, passages: readonly CountedPassage[], title: readonly string[] = []) =>
  categoryEvidence({ counts: counts(text), title }, passages, nameOf);

const PASSAGES = [
  passage('Garden/Roses', 'rose prune bud sun'),
  passage('Garden/Roses', 'rose thorn sun'),
  passage('Garden/Lawn', 'lawn mow sun'),
  passage('Harbour', 'ship berth night'),
];

describe('nearestCategories', () => {
  it('ranks the category first whose passages have the best ranks, and cuts the list', () => {
    const passages = [passage('A', 'x', 3), passage('B', 'x', 0), passage('A', 'x', 2), passage('C', 'x', 1)];
    expect(nearestCategories(passages, 2)).toEqual([['A'], ['B']]);
  });

  it('does not rank a category higher because it has more documents', () => {
    const many = Array.from({ length: 50 }, (_, i) => passage('Large', 'x', i + 40));
    expect(nearestCategories([...many, passage('Small', 'x', 0)], 1)).toEqual([['Small']]);
  });
});

describe('categoryEvidence', () => {
  it('finds the most similar category, whose passages share the rarest terms with the text', () => {
    const paths = evidence('rose sun', PASSAGES).map(({ path }) => path.join('/'));
    expect(paths).toEqual(['Garden/Roses', 'Garden/Lawn']);
    expect(evidence('berth sun', PASSAGES)[0]?.path).toEqual(['Harbour']);
  });

  it('leaves out categories that share no term with the text', () => {
    expect(evidence('sonnet', PASSAGES)).toEqual([]);
    expect(evidence('sun', [])).toEqual([]);
  });

  it('treats spellings that differ in case as one category', () => {
    const found = evidence('rose', [passage('Garden', 'rose sun'), passage('GARDEN', 'rose bud')]);
    expect(found.map(({ path }) => path)).toEqual([['Garden']]);
  });

  it('requires no more near passages of a small category than it has', () => {
    const found = evidence('x', [passage('Small', 'x', 0), passage('Large', 'x', 0), passage('Large', 'x')]);
    expect(found.map(({ path, nearness }) => [path[0], nearness])).toEqual([
      ['Large', 0.5],
      ['Small', 1],
    ]);
  });

  it('returns the share of the words of a category name that the title contains', () => {
    const named = evidence('bud', [passage('Rose bud', 'bud')], ['rose', 'care']);
    expect(named.map((one) => one.named)).toEqual([0.5]);
  });

  it('returns a similarity from 0 to 1, whatever the number of passages', () => {
    const many = Array.from({ length: 30 }, (_, i) => passage('Garden', `rose sun w${i}`));
    for (const { likeness } of evidence('rose sun', many)) {
      expect(likeness).toBeGreaterThan(0);
      expect(likeness).toBeLessThanOrEqual(1);
    }
  });
});

describe('learnedEvidence', () => {
  const learned = [
    { path: ['Garden', 'Roses'], score: 0.8 },
    { path: ['Harbour'], score: -0.1 },
  ];
  const near = [passage('Garden/Roses', 'rose', 0), passage('Garden/Roses', 'bud', 1), passage('New', 'rose', 2)];
  const found = learnedEvidence({ title: ['roses'], learned }, near, nameOf);

  it('uses the learned scores, and the ranks of the passages', () => {
    expect(found[0]).toEqual({
      path: ['Garden', 'Roses'],
      likeness: 0.8,
      learned: true,
      nearness: expect.closeTo((1 + 1 / 1.1) / 3),
      named: 1,
    });
    expect(found[1]).toMatchObject({ likeness: 0, learned: true, nearness: 0, named: 0 });
  });

  it('adds categories of near passages that have no learned score yet', () => {
    expect(found[2]).toMatchObject({ path: ['New'], likeness: 0, learned: true });
  });
});
