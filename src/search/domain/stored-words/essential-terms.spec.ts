import fc from 'fast-check';
import { CountedTerm, essentialTerms, isComplete, rarestTerms } from './essential-terms.js';

const MOST = 2.2;
const terms = fc
  .array(
    fc.record({ weight: fc.double({ min: 0.01, max: 9, noNaN: true }), passages: fc.integer({ min: 1, max: 1_000 }) }),
    {
      maxLength: 12,
    },
  )
  .map((all) => all.map((each, id): CountedTerm => ({ ...each, id, term: String(id) })));
const floors = fc.double({ min: 0, max: 40, noNaN: true });

describe('essential terms', () => {
  it('leave out only what cannot reach the floor all together', () => {
    fc.assert(
      fc.property(terms, floors, (all, floor) => {
        const kept = essentialTerms(all, floor, MOST);
        const left = all.filter((term) => !kept.includes(term));
        if (left.length > 0) expect(left.reduce((sum, { weight }) => sum + weight * MOST, 0)).toBeLessThan(floor);
        expect(isComplete(all, kept, floor, MOST)).toBe(true);
      }),
    );
  });

  it('are all terms where any score is enough', () => {
    fc.assert(fc.property(terms, (all) => expect(essentialTerms(all, 0, MOST)).toEqual(all)));
  });

  it('spare the lists of common words that weigh little', () => {
    const common = { id: 1, term: 'of', weight: 0.1, passages: 900 };
    const rare = { id: 2, term: 'kiln', weight: 3, passages: 4 };
    expect(essentialTerms([common, rare], 1, MOST)).toEqual([rare]);
  });
});

describe('a list of some terms', () => {
  it('is incomplete while the others can reach the floor', () => {
    const [a, b] = [
      { id: 1, term: 'a', weight: 1, passages: 5 },
      { id: 2, term: 'b', weight: 1, passages: 9 },
    ];
    expect(isComplete([a, b], [a], 2.1, MOST)).toBe(false);
    expect(isComplete([a, b], [a], 2.3, MOST)).toBe(true);
    expect(isComplete([a, b], [a, b], 0, MOST)).toBe(true);
  });
});

describe('the rarest terms', () => {
  it('stand in no more passages than asked for, but for the rarest alone', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 1, max: 2_000 }), (all, passages) => {
        const rarest = rarestTerms(all, passages);
        const sum = rarest.reduce((n, term) => n + term.passages, 0);
        expect(rarest.length <= 1 || sum <= passages).toBe(true);
        expect(rarest.length > 0 || all.length === 0).toBe(true);
        const last = Math.max(0, ...rarest.map((term) => term.passages));
        for (const term of all) if (!rarest.includes(term)) expect(term.passages).toBeGreaterThanOrEqual(last);
      }),
    );
  });
});
