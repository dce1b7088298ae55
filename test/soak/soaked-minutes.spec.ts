import { ends, judge, type Minute, newMinute, record, tellMachine } from './soaked-minutes.js';

const LIMITS = { success: 0.9999, growth: 0.1 };

function minute({ tookMs = 10, memoryMb = 300, descriptors = 40, status = 200, times = 100 } = {}): Minute {
  const made = newMinute();
  for (let n = 0; n < times; n++) record(made, { status, tookMs });
  made.memoryMb.push(memoryMb);
  made.descriptors.push(descriptors);
  return made;
}

const sixty = (change: (n: number) => Parameters<typeof minute>[0]) =>
  Array.from({ length: 60 }, (_, n) => minute(change(n)));
const failed = (minutes: readonly Minute[]) =>
  judge(minutes, LIMITS).flatMap(({ holds, said }) => (holds ? [] : [said.split(/[ :]/u)[0] ?? '']));

describe('the verdict over a soak', () => {
  it('holds where nothing failed and nothing grew', () => {
    expect(failed(sixty(() => ({})))).toEqual([]);
  });

  it('does not hold with one failure in less than ten thousand', () => {
    const minutes = sixty(() => ({}));
    record(minutes[30] ?? newMinute(), { status: 503, tookMs: 1 });
    expect(judge(minutes, LIMITS)[0]).toEqual({
      holds: false,
      said: '6000 of 6001 requests succeeded (99.9833 %), by status {"200":6000,"503":1}',
    });
  });

  it.each([
    ['memory', { memoryMb: 331 }],
    ['file', { descriptors: 45 }],
    ['p95', { tookMs: 11.5 }],
  ])('does not hold where %s ends more than a tenth above its beginning', (what, late) => {
    expect(failed(sixty((n) => (n >= 50 ? late : {})))).toEqual([what]);
  });

  it('leaves the first minutes out, in which memory fills', () => {
    expect(failed(sixty((n) => (n < 6 ? { memoryMb: 200, tookMs: 3 } : {})))).toEqual([]);
  });

  it('reports how slow the machine was at the start and the end, by the median time of the same work', () => {
    const minutes = Array.from({ length: 60 }, (_, n) => {
      const one = newMinute();
      one.fixedWorkMs.push(...(n >= 50 ? [3, 3, 90] : [2, 2, 40]));
      return one;
    });
    expect(tellMachine(minutes)).toBe('fixed work took 2.00 ms of a processor in the first minutes, 3.00 in the last');
  });

  it('does not hold where nothing was asked', () => {
    expect(judge([newMinute(), newMinute()], LIMITS)[0]?.holds).toBe(false);
  });

  it.each([2, 3, 5, 60])('compares two ends of %d minutes that do not overlap', (count) => {
    const minutes = Array.from({ length: count }, newMinute);
    const { first, last } = ends(minutes);
    expect(first.length).toBe(last.length);
    expect(first.filter((one) => last.includes(one))).toEqual([]);
  });
});
