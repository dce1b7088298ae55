import { afterSessionEvent, type Watched } from './watch.js';

const NOTHING: Watched = { progress: undefined, told: [], status: undefined, error: undefined };
const result = (n: number) => ({ name: 'result', data: { result_id: `r${n}`, query: 'q', verdict: 'success' } });

describe('afterSessionEvent', () => {
  it('contains progress, state, and the newest results first', () => {
    const events = [
      { name: 'progress', data: { done: 3, total: 9 } },
      result(1),
      result(2),
      { name: 'status', data: { status: 'running', error: null } },
    ];
    const watched = events.reduce(afterSessionEvent, NOTHING);
    expect(watched).toMatchObject({ progress: { done: 3, total: 9 }, status: 'running' });
    expect(watched.told.map((told) => told.result_id)).toEqual(['r2', 'r1']);
  });

  it('keeps eight results, and ignores unknown events', () => {
    const watched = Array.from({ length: 12 }, (_, n) => result(n)).reduce(afterSessionEvent, NOTHING);
    expect(watched.told).toHaveLength(8);
    expect(afterSessionEvent(watched, { name: 'news', data: {} })).toBe(watched);
  });
});
