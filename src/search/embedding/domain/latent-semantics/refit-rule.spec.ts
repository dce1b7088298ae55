import fc from 'fast-check';
import { MIN_PASSAGES, refitDue } from './refit-rule.js';

describe('refitDue', () => {
  it('never requests a fit on too few passages', () => {
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.nat(MIN_PASSAGES - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fittedOn, now, share) => {
          expect(refitDue({ fittedOn, now, unknownTermShare: share })).toBe(false);
        },
      ),
    );
  });

  it('requests the first fit as soon as there are enough', () => {
    expect(refitDue({ fittedOn: 0, now: MIN_PASSAGES, unknownTermShare: 1 })).toBe(true);
  });

  it.each([
    { now: 200, due: true },
    { now: 199, due: false },
    { now: 100, due: false },
    { now: 51, due: false },
    { now: 50, due: true },
  ])('returns $due for $now passages after a fit on 100', ({ now, due }) => {
    expect(refitDue({ fittedOn: 100, now, unknownTermShare: 0 })).toBe(due);
  });

  it('requests one if a tenth more of the words are unknown than at the fit', () => {
    const drift = { fittedOn: 100, now: 100 };
    expect(refitDue({ ...drift, unknownTermShare: 0.1 })).toBe(true);
    expect(refitDue({ ...drift, unknownTermShare: 0.09 })).toBe(false);
    expect(refitDue({ ...drift, unknownTermShare: 0.3, unknownTermShareAtFit: 0.25 })).toBe(false);
    expect(refitDue({ ...drift, unknownTermShare: 0.4, unknownTermShareAtFit: 0.25 })).toBe(true);
  });

  it('requests none directly after any fit', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.double({ min: 0, max: 1, noNaN: true }), (passages, share) => {
        const now = passages + 1;
        const after = { fittedOn: now, now, unknownTermShare: share, unknownTermShareAtFit: share };
        expect(refitDue(after)).toBe(false);
      }),
    );
  });
});
