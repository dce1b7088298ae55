import { seededRandom } from '../../../search/embedding/domain/latent-semantics/seeded-random.js';
import { RatedLog } from '../case-logs.js';
import { CaseFeatures, categoryDistance } from './case-features.js';
import { fitSelector, NEEDED_HELD_OUT, refitDue, selectorScore, SelectorState } from './case-selector.js';
import { isSelectorState } from './stored-selector.js';

const numbers = seededRandom(7);
const random = () => numbers() / 2 ** 32;

/** Logs of five suggestions, of which users pick the one with the highest `worth`. */
function logs(count: number, worth: (features: CaseFeatures) => number): RatedLog[] {
  return Array.from({ length: count }, () => {
    const features = Array.from({ length: 5 }, (): CaseFeatures => [random(), random(), random(), 0, 0]).sort(
      (a, b) => b[0] - a[0],
    );
    const worths = features.map(worth);
    const best = features[worths.indexOf(Math.max(...worths))];
    return {
      suggested: features.map((one) => ({
        features: one,
        feedback: one === best ? ('selected' as const) : null,
        success: one === best ? true : null,
      })),
    };
  });
}

function fit(rated: readonly RatedLog[]): SelectorState {
  const fitting = fitSelector(rated, { now: '2026-11-22T00:00:00.000Z', rated: 1_000 });
  for (;;) {
    const step = fitting.next();
    if (step.done === true) return step.value;
  }
}

describe('the learned order of cases', () => {
  it('is active if users pick good cases and not the most similar ones', () => {
    const state = fit(logs(1_000, ([similarity, quality]) => 0.2 * similarity + quality));
    expect(state.inUse).toBe('learned');
    expect(state.heldOut?.logs).toBe(200);
    expect(state.heldOut?.learned ?? 0).toBeGreaterThan((state.heldOut?.similarity ?? 1) + 0.2);
    expect(selectorScore(state, [0.4, 0.9, 0, 0, 0])).toBeGreaterThan(selectorScore(state, [0.5, 0.1, 0, 0, 0]) ?? 1);
    expect(isSelectorState(JSON.parse(JSON.stringify(state)))).toBe(true);
  });

  it('is not active if similarity already predicts the picks', () => {
    const state = fit(logs(1_000, ([similarity]) => similarity));
    expect([state.inUse, state.heldOut?.similarity]).toEqual(['similarity', 1]);
    expect(state.reason).toContain('not surely better');
    expect(selectorScore(state, [1, 1, 1, 0, 0])).toBeUndefined();
  });

  it('is not active if users pick at random', () => {
    expect(fit(logs(1_000, () => random())).inUse).toBe('similarity');
  });

  it('is not evaluated on too few held-out suggestions, and reports their number', () => {
    const state = fit(logs(5 * NEEDED_HELD_OUT - 5, ([, quality]) => quality));
    expect([state.inUse, state.heldOut]).toEqual(['similarity', null]);
    expect(state.reason).toContain(`not evaluated: ${NEEDED_HELD_OUT - 1} held-out`);
    expect(isSelectorState(state)).toBe(true);
  });

  it('is fitted again after 10 % more ratings', () => {
    const state = { ...fit([]), fittedOn: 1_000 };
    expect([refitDue(state, 1_099), refitDue(state, 1_100)]).toEqual([false, true]);
  });

  it('rejects foreign values as a stored selector', () => {
    const state = fit([]);
    for (const wrong of [null, 'x', {}, { ...state, inUse: 'learned' }, { ...state, model: { weights: [1] } }])
      expect(isSelectorState(wrong)).toBe(false);
  });
});

describe('the distance of two categories', () => {
  it.each([
    [['A', 'B'], ['a', ' b'], 0],
    [['A', 'B'], ['A', 'C'], 0.5],
    [['A'], ['B'], 1],
  ])('of %j and %j is %d', (a, b, distance) => expect(categoryDistance(a, b)).toBe(distance));
});
