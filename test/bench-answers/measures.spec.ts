import fc from 'fast-check';
import {
  areaEstimate,
  calibrationError,
  calibrationEstimate,
  evenBins,
  rankingArea,
  seededRandom,
  share,
} from './measures.js';
import { fitChoice, fitLogistic } from './minimise.js';

describe('share', () => {
  it("gives Wilson's interval", () => {
    const { value, low, high } = share(8, 10);
    expect([value, low, high].map((x) => x.toFixed(3))).toEqual(['0.800', '0.490', '0.943']);
  });

  it('is not a number for no questions', () => {
    expect(share(0, 0).value).toBeNaN();
  });
});

describe('rankingArea', () => {
  it('is 1 where all positives are above, 0 where all are below, one half for ties', () => {
    expect(rankingArea([2, 3], [0, 1])).toBe(1);
    expect(rankingArea([0, 1], [2, 3])).toBe(0);
    expect(rankingArea([1, 1], [1])).toBe(0.5);
  });

  it('is the share of pairs in the right order', () => {
    const scores = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        const pairs = positives.flatMap((p) => negatives.map((n) => (p > n ? 1 : p === n ? 0.5 : 0)));
        const mean = pairs.reduce<number>((a, b) => a + b, 0) / pairs.length;
        expect(rankingArea(positives, negatives)).toBeCloseTo(mean, 12);
      }),
    );
  });
});

describe('calibrationError', () => {
  it('is 0 where every bin reaches what it states', () => {
    const half = Array.from({ length: 20 }, (_, i) => ({ probability: 0.5, right: i % 2 === 0 }));
    expect(calibrationError(half)).toBe(0);
  });

  it('is the distance where all state the same and none is right', () => {
    const wrong = Array.from({ length: 20 }, () => ({ probability: 0.7, right: false }));
    expect(calibrationError(wrong)).toBeCloseTo(0.7, 12);
  });

  it('is counted over bins of the same width as well, the last with its upper end', () => {
    const forecasts = [
      { probability: 1, right: true },
      { probability: 0.95, right: true },
      { probability: 0.31, right: false },
      { probability: 0.39, right: true },
    ];
    expect(calibrationError(forecasts, evenBins)).toBeCloseTo(0.5 * 0.025 + 0.5 * 0.15, 12);
  });
});

describe('intervals', () => {
  it('are the same every time and hold their value', () => {
    const positives = Array.from({ length: 60 }, (_, i) => i + 20);
    const negatives = Array.from({ length: 60 }, (_, i) => i);
    const area = areaEstimate(positives, negatives);
    expect(areaEstimate(positives, negatives)).toEqual(area);
    expect(area.low).toBeLessThan(area.value);
    expect(area.high).toBeGreaterThan(area.value);
    const forecasts = positives.map((x) => ({ probability: x / 80, right: x % 3 === 0 }));
    expect(calibrationEstimate(forecasts)).toEqual(calibrationEstimate(forecasts));
  });
});

describe('fits', () => {
  const random = seededRandom(7);
  const normalish = () => random() + random() + random() - 1.5;

  it('finds the weights that made the data', () => {
    const data = Array.from({ length: 4000 }, () => {
      const x = [normalish(), normalish()];
      const p = 1 / (1 + Math.exp(-(2 * x[0]! - x[1]! + 0.5)));
      return { x, y: random() < p ? (1 as const) : (0 as const), weight: 1 };
    });
    const [a, b, bias] = fitLogistic(data, 1e-3);
    expect(a).toBeCloseTo(2, 0);
    expect(b).toBeCloseTo(-1, 0);
    expect(bias).toBeCloseTo(0.5, 0);
  });

  it('counts a row of weight 2 as two rows', () => {
    const rows = [
      { x: [1], y: 1 as const, weight: 2 },
      { x: [0.5], y: 0 as const, weight: 1 },
      { x: [-1], y: 0 as const, weight: 1 },
    ];
    const twice = [...rows.map((row) => ({ ...row, weight: 1 })), { x: [1], y: 1 as const, weight: 1 }];
    fitLogistic(rows, 1).forEach((w, i) => expect(w).toBeCloseTo(fitLogistic(twice, 1)[i]!, 6));
  });

  it('finds the feature that identifies the right candidate', () => {
    const choices = Array.from({ length: 500 }, () => {
      const candidates = Array.from({ length: 5 }, () => [normalish(), normalish()]);
      const best = candidates.reduce((top, x, i) => (x[0]! > candidates[top]![0]! ? i : top), 0);
      return { candidates, right: candidates.map((_, i) => (i === best ? 1 : 0)), weight: 1 };
    });
    const [told, noise] = fitChoice(choices, 1);
    expect(told).toBeGreaterThan(3);
    expect(Math.abs(noise!)).toBeLessThan(1);
  });
});
