import fc from 'fast-check';
import { foldPath } from '../../shared/domain/category-path.js';
import { categoryConfidences } from './category-confidences.js';
import { CategoryEvidence } from './category-evidence.js';
import { Calibration } from './category-odds.js';

const BY: Calibration = { likeness: 1, nearness: 0, named: 0, area: 0, elsewhere: -4, missed: 0.1 };
const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyEvidence: fc.Arbitrary<CategoryEvidence[]> = fc.uniqueArray(
  fc.record({
    path: fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 4 }),
    likeness: share,
    nearness: share,
    named: share,
    learned: fc.boolean(),
  }),
  { selector: ({ path }) => foldPath(path), maxLength: 20 },
);

describe('categoryConfidences', () => {
  it('give a category at least the sum of its children and itself, and all top categories at most 1', () => {
    fc.assert(
      fc.property(anyEvidence, (categories) => {
        const all = categoryConfidences(categories, BY);
        const below = (parent: string) =>
          all.filter(({ path }) => foldPath(path.slice(0, -1)) === parent).reduce((sum, { within }) => sum + within, 0);
        expect(below('')).toBeLessThanOrEqual(1 - BY.missed + 1e-9);
        for (const { path, within, here } of all) {
          const children = below(foldPath(path));
          expect(within + 1e-9).toBeGreaterThanOrEqual(children === 0 ? here : children + here);
        }
      }),
    );
  });

  it('reserve a part for a missed category at each step down', () => {
    const lone = { path: ['A', 'X'], likeness: 1, nearness: 0, named: 0, learned: true };
    const [top, leaf] = categoryConfidences([lone], { ...BY, elsewhere: -100 });
    expect([top?.within, top?.here]).toEqual([expect.closeTo(0.9), 0]);
    expect([leaf?.within, leaf?.here]).toEqual([expect.closeTo(0.81), expect.closeTo(0.81)]);
  });

  it('distinguish a text that belongs exactly in an inner category from one that belongs below it', () => {
    const categories = [['A'], ['A', 'X']].map((path) => ({
      path,
      likeness: 0.5,
      nearness: 0,
      named: 0,
      learned: true,
    }));
    const [inner, leaf] = categoryConfidences(categories, { ...BY, elsewhere: -100 });
    expect(inner?.within).toBeCloseTo(0.9);
    expect([inner?.here, leaf?.here]).toEqual([expect.closeTo(0.405), expect.closeTo(0.405)]);
  });
});
