import { StoredSessions } from './session-row.js';

const rowOf = (id: string, status: string, outcome: string | null = null) => ({
  session_id: id,
  session: JSON.stringify({ sessionId: id, owner: 'ann', status, request: {}, planned: {}, startState: {} }),
  outcome,
});

describe('StoredSessions', () => {
  it('parses a row once while it does not change', () => {
    const sessions = new StoredSessions();
    const first = sessions.of(rowOf('a', 'running'));
    expect(sessions.of(rowOf('a', 'running'))).toBe(first);
    expect(first.session.status).toBe('running');
  });

  it('reads later changes of the session or of its outcome', () => {
    const sessions = new StoredSessions();
    sessions.of(rowOf('a', 'running'));
    expect(sessions.of(rowOf('a', 'completed')).session.status).toBe('completed');
    const outcome = JSON.stringify({ summary: {}, gates: [], causes: [] });
    expect(sessions.of(rowOf('a', 'completed')).outcome).toBeNull();
    expect(sessions.of(rowOf('a', 'completed', outcome)).outcome).toEqual({ summary: {}, gates: [], causes: [] });
  });

  it('evicts the least recently used row', () => {
    const sessions = new StoredSessions(2);
    const [a, b] = [sessions.of(rowOf('a', 'running')), sessions.of(rowOf('b', 'running'))];
    sessions.of(rowOf('a', 'running'));
    sessions.of(rowOf('c', 'running'));
    expect(sessions.of(rowOf('a', 'running'))).toBe(a);
    expect(sessions.of(rowOf('b', 'running'))).not.toBe(b);
  });

  it('caches nothing of a row that it cannot read', () => {
    const sessions = new StoredSessions();
    const broken = { ...rowOf('a', 'running'), session: '{}' };
    expect(() => sessions.of(broken)).toThrow('another version');
    expect(() => sessions.of(broken)).toThrow('another version');
  });
});
