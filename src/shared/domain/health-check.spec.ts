import { Degradations } from './health-check.js';

describe('degradations', () => {
  it('are counted by door and mark, once an answer', () => {
    const degradations = new Degradations();
    degradations.record('chat', ['llm', 'llm', 'embedding']);
    degradations.record('chat', ['llm']);
    degradations.record('search', ['embedding']);
    degradations.record('search', []);
    expect([...(degradations.read().get('chat') ?? [])]).toEqual([
      ['llm', 2],
      ['embedding', 1],
    ]);
    expect([...(degradations.read().get('search') ?? [])]).toEqual([['embedding', 1]]);
  });
});
