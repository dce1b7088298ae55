import { firedShares, measuredBars } from './contributions.js';

const observed = (component: string, fired: boolean | null) => ({
  component,
  fired,
  effect: null,
  observed: null,
  took_ms: null,
});
const measured = (component: string, effect: number, ci95: readonly number[] | null, verdict: string) => ({
  component,
  fired: 3,
  effect,
  ci95,
  p: 0.01,
  verdict,
  needed_queries: null,
});

describe('measuredBars', () => {
  it('sorts by contribution, with sign and interval, harmful components last', () => {
    const components = [
      measured('reranker', -0.25, [-0.4, -0.1], 'negative'),
      measured('hyde', 0, null, 'inactive'),
      measured('hybrid_search', 1.5, [1.2, 1.8], 'positive'),
    ];
    expect(measuredBars({ components })).toEqual([
      { component: 'hybrid_search', value: 1.5, shown: '+1.50 (+1.20 – +1.80)', verdict: 'positive' },
      { component: 'hyde', value: 0, shown: '0.00', verdict: 'inactive' },
      { component: 'reranker', value: -0.25, shown: '-0.25 (-0.40 – -0.10)', verdict: 'negative' },
    ]);
  });
});

describe('firedShares', () => {
  it('counts only results whose trace contains attributions', () => {
    const results = [
      { attribution: [observed('hyde', true), observed('reranker', null)] },
      { attribution: [observed('hyde', false)] },
      { attribution: [] },
    ];
    expect(firedShares(results)).toEqual([{ component: 'hyde', share: 0.5 }]);
  });
});
