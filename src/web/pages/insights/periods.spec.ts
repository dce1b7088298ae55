import { periodsOf } from './periods.js';

const at = (day: string) => ({ day });

describe('the periods of a trend', () => {
  it('are days for a short time, from the first one with a figure', () => {
    const periods = periodsOf([at('2026-03-02'), at('2026-03-04')], '2026-03-01', '2026-03-04');
    expect(periods.map(({ from, until, days }) => [from, until, days.length])).toEqual([
      ['2026-03-02', '2026-03-03', 1],
      ['2026-03-03', '2026-03-04', 0],
      ['2026-03-04', '2026-03-05', 1],
    ]);
  });

  it('are longer for a longer time, and hold each day once', () => {
    const figures = Array.from({ length: 90 }, (_, i) =>
      at(new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)),
    );
    const periods = periodsOf(figures, '2026-01-01', '2026-03-31');
    expect(periods.length).toBeLessThanOrEqual(16);
    expect(periods.flatMap(({ days }) => days)).toEqual(figures);
    expect(periods.at(-1)?.until).toBe('2026-04-01');
  });

  it('are none without a figure', () => {
    expect(periodsOf([], '2026-01-01', '2026-03-31')).toEqual([]);
  });
});
