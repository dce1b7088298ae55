import fc from 'fast-check';
import { SeededRandom } from '../../../domain/seeded-random.js';
import { RAG_COMPONENTS } from '../trace-attribution.js';
import { contributionOf, ContributionTier, DESIGNS, QuestionScores } from './contribution.js';
import {
  FACTORIAL_SETS,
  Game,
  leaveOneOut,
  mainEffects,
  shapleyValues,
  ALL_COMPONENTS,
  namesOf,
  offIn,
  setOf,
  sizeOf,
} from './designs.js';
import { scoresOf } from './set-runs.js';

const has = (set: number, i: number) => (set >> i) % 2 === 1;

/**
 * A simulated pipeline with known effects. Component 0 adds 0.8 and component 1 subtracts 0.5; 2 and 3 are redundant and together worth
 * 0.6; 4 and 5 are worth 0.7 only together; 6 fires without an effect; 7 never fires.
 */
const TRUTH: Game = (set) =>
  2 +
  (has(set, 0) ? 0.8 : 0) -
  (has(set, 1) ? 0.5 : 0) +
  (has(set, 2) || has(set, 3) ? 0.6 : 0) +
  (has(set, 4) && has(set, 5) ? 0.7 : 0);
const TRUE_SHARES = [0.8, -0.5, 0.3, 0.3, 0.35, 0.35, 0, 0];
const FIRED = 0b0111_1111;

/** Questions of the simulated pipeline with random difficulty and random variation of each effect. */
function simulated(tier: ContributionTier, queries: number): QuestionScores[] {
  const random = new SeededRandom('simulation');
  return Array.from({ length: queries }, (_, q) => {
    const level = random.next() - 0.5;
    const feeling = Array.from({ length: 8 }, () => (random.next() - 0.5) * 0.2);
    const value = (set: number) =>
      TRUTH(set) + level + feeling.reduce((sum, f, i) => sum + (has(set, i) && i < 6 ? f : 0), 0);
    const scores = new Map(DESIGNS[tier].sets.map((set) => [set, value(set)]));
    return { cluster: `persona-${q % 10}`, scores, fired: FIRED, asked: scores.size };
  });
}

const game = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 256, maxLength: 256 });

describe('shapleyValues', () => {
  it('are the known shares of a simulated pipeline with two redundant components and a synergy', () => {
    shapleyValues(TRUTH).forEach((value, i) => expect(value).toBeCloseTo(TRUE_SHARES[i]!, 10));
  });

  it('sum to the worth of all components over none, for any game', () => {
    fc.assert(
      fc.property(game, (values) => {
        const parts = shapleyValues((set) => values[set]!);
        expect(parts.reduce((a, b) => a + b, 0)).toBeCloseTo(values[255]! - values[0]!, 9);
      }),
    );
  });

  it('refuse a game without a number for a set', () => {
    expect(() => shapleyValues((set) => (set === 17 ? Number.NaN : 1))).toThrow('sum');
  });

  it('give two exchangeable players the same', () => {
    const values = shapleyValues((set) => sizeOf(set) ** 2);
    for (const value of values) expect(value).toBeCloseTo(8, 10);
  });
});

describe('the factorial design', () => {
  it('has each component on in eight of sixteen runs, each pair together in four', () => {
    for (let i = 0; i < 8; i++) {
      expect(FACTORIAL_SETS.filter((set) => has(set, i))).toHaveLength(8);
      for (let j = 0; j < i; j++) expect(FACTORIAL_SETS.filter((set) => has(set, i) && has(set, j))).toHaveLength(4);
    }
  });

  it('has main effects without two-factor aliasing (resolution IV), so that they are the Shapley values', () => {
    const coefficient = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 36, maxLength: 36 });
    fc.assert(
      fc.property(coefficient, (c) => {
        const v: Game = (set) => {
          let sum = 0;
          let at = 0;
          for (let i = 0; i < 8; i++)
            for (let j = i; j < 8; j++) sum += (c[at++] ?? 0) * Number(has(set, i) && has(set, j));
          return sum;
        };
        const exact = shapleyValues(v);
        mainEffects(v).forEach((effect, i) => expect(effect).toBeCloseTo(exact[i]!, 9));
      }),
    );
  });

  it('finds the known shares, since the simulated interactions are of two factors', () => {
    mainEffects(TRUTH).forEach((effect, i) => expect(effect).toBeCloseTo(TRUE_SHARES[i]!, 9));
  });
});

describe('leaveOneOut', () => {
  it('gives 0 to both of two redundant components and the whole synergy to each of its two', () => {
    const effects = leaveOneOut(TRUTH);
    [0.8, -0.5, 0, 0, 0.7, 0.7, 0, 0].forEach((truth, i) => expect(effects[i]).toBeCloseTo(truth, 10));
  });
});

describe('contributionOf', () => {
  it.each(['factorial', 'shapley'] as const)('distinguishes the components of a simulated pipeline (%s)', (tier) => {
    const report = contributionOf(tier, simulated(tier, 60), 0);
    expect(report.components.map((c) => c.verdict)).toEqual([
      'positive',
      'negative',
      'positive',
      'positive',
      'positive',
      'positive',
      'no effect',
      'inactive',
    ]);
    report.components.forEach((c, i) => expect(Math.abs(c.effect - TRUE_SHARES[i]!)).toBeLessThan(0.05));
  });

  it('reports that leave-one-out is blind to redundancy, and finds no effect for either of the two', () => {
    const report = contributionOf('leave_one_out', simulated('leave_one_out', 60), 0);
    expect(report.components[2]?.verdict).toBe('no effect');
    expect(report.components[3]?.verdict).toBe('no effect');
    expect(report.notes.join(' ')).toContain('gives 0 to both');
  });

  it('has parts that sum to the whole', () => {
    const report = contributionOf('shapley', simulated('shapley', 20), 0);
    const sum = report.components.reduce((total, c) => total + c.effect, 0);
    expect(sum).toBeCloseTo(report.valueOfAll - (report.valueOfNone ?? 0), 9);
  });

  it('is inconclusive for few noisy questions, with the number that would decide', () => {
    const random = new SeededRandom('noise');
    const questions = Array.from({ length: 6 }, (_, q): QuestionScores => {
      const scores = new Map(DESIGNS.leave_one_out.sets.map((set) => [set, 5 * random.next()]));
      return { cluster: `persona-${q}`, scores, fired: ALL_COMPONENTS, asked: 9 };
    });
    const [first] = contributionOf('leave_one_out', questions, 0).components;
    expect(first?.verdict).toBe('inconclusive');
    expect(first?.neededQueries).toBeGreaterThan(6);
  });

  it('corrects for eight comparisons', () => {
    // One component whose raw p value is below 5 %, but not below 5 % / 8.
    const scores = (q: number) =>
      new Map(DESIGNS.leave_one_out.sets.map((set) => [set, has(set, 0) || q >= 6 ? 3.5 : 3]));
    const questions = Array.from({ length: 40 }, (_, q): QuestionScores => {
      return { cluster: `persona-${q}`, scores: scores(q), fired: 1, asked: 2 };
    });
    const [first] = contributionOf('leave_one_out', questions, 0).components;
    expect(first?.p).toBeGreaterThan(0.05);
    expect(first?.verdict).not.toBe('positive');
  });
});

describe('scoresOf', () => {
  it('runs only what changes a step: a component that does not fire is run once', async () => {
    // Only components 0 and 2 have an effect.
    const asked: number[] = [];
    const found = await scoresOf(DESIGNS.shapley.sets, (set) => {
      asked.push(set);
      return Promise.resolve({ score: Number(has(set, 0)) + 2 * Number(has(set, 2)), fired: set & 0b101 });
    });
    expect(asked).toHaveLength(4);
    for (const [set, score] of found.scores) expect(score).toBe(Number(has(set, 0)) + 2 * Number(has(set, 2)));
    expect(found.scores.size).toBe(256);
    expect(found.fired).toBe(0b101);
  });

  it('runs a component that fires only without another in every set in which it fires', async () => {
    const found = await scoresOf(DESIGNS.shapley.sets, (set) =>
      // 1 has an effect only if 0 is off.
      Promise.resolve({ score: has(set, 0) ? 5 : has(set, 1) ? 3 : 1, fired: (set & 1) | (has(set, 0) ? 0 : set & 2) }),
    );
    expect([found.scores.get(3), found.scores.get(1), found.scores.get(2), found.scores.get(0)]).toEqual([5, 5, 3, 1]);
  });
});

describe('sets of components', () => {
  it('list the components that are on and those to switch off', () => {
    const set = setOf(['reranker', 'hyde']);
    expect(namesOf(set)).toEqual(['hyde', 'reranker']);
    expect(offIn(set)).toHaveLength(RAG_COMPONENTS.length - 2);
    expect(offIn(ALL_COMPONENTS)).toEqual([]);
  });
});
