import { afterSessionEvent, remainingMs, type Watched } from './watch.js';

const NOTHING: Watched = {
  progress: undefined,
  phase: undefined,
  steps: undefined,
  told: [],
  status: undefined,
  error: undefined,
};
const result = (n: number) => ({ name: 'result', data: { result_id: `r${n}`, query: 'q', verdict: 'success' } });
const progress = (done: number) => ({ name: 'progress', data: { done, total: 9 } });
const phase = (name: string, steps: object = { done: null, total: null }) => ({
  name: 'phase',
  data: { phase: name, elapsed_ms: 5000, phase_elapsed_ms: 1000, ...steps },
});
/** Events that arrive a second after one another. */
const after = (...events: Parameters<typeof afterSessionEvent>[1][]) =>
  events.reduce((watched, event, second) => afterSessionEvent(watched, event, second * 1000), NOTHING);

describe('afterSessionEvent', () => {
  it('contains progress, state, and the newest results first', () => {
    const watched = after(progress(3), result(1), result(2), {
      name: 'status',
      data: { status: 'running', error: null },
    });
    expect(watched).toMatchObject({ progress: { done: 3, total: 9 }, status: 'running' });
    expect(watched.told.map((told) => told.result_id)).toEqual(['r2', 'r1']);
  });

  it('keeps eight results, and ignores unknown events', () => {
    const watched = after(...Array.from({ length: 12 }, (_, n) => result(n)));
    expect(watched.told).toHaveLength(8);
    expect(afterSessionEvent(watched, { name: 'news', data: {} }, 0)).toBe(watched);
  });

  it('knows the phase, since when, and how many of its steps are done', () => {
    const watched = after(
      phase('asking'),
      progress(1),
      phase('finding_causes'),
      phase('finding_causes', { done: 1, total: 4 }),
    );
    expect(watched.phase).toMatchObject({ phase: 'finding_causes', done: 1, total: 4, heardAt: 3000 });
    expect(watched.steps?.first).toEqual({ phase: 'finding_causes', at: 3000, done: 1, total: 4 });
  });
});

describe('the remaining time of a phase', () => {
  it('follows from the pace of its own steps, and becomes less with time', () => {
    const { steps } = after(phase('asking'), progress(0), progress(1), progress(2), progress(3));
    // A question a second, six are left.
    expect(remainingMs(steps, 4000)).toBe(6000);
    expect(remainingMs(steps, 5500)).toBe(4500);
    expect(remainingMs(steps, 60_000)).toBe(0);
  });

  it('is not known before a few steps are measured, and in a phase whose steps are not counted', () => {
    expect(remainingMs(after(progress(5), progress(6)).steps, 0)).toBeUndefined();
    expect(remainingMs(after(progress(0), progress(5), phase('checking_judge')).steps, 0)).toBeUndefined();
    expect(remainingMs(after(progress(0), progress(9)).steps, 0)).toBeUndefined();
  });
});
