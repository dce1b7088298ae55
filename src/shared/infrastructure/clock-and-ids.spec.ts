import { RandomIdGenerator } from './clock-and-ids.js';

const COUNT = 1_000;

describe('new ids', () => {
  const ids = new RandomIdGenerator();

  it('are a prefix and a UUID of version 7, and are unique', () => {
    const made = Array.from({ length: COUNT }, () => ids.next('trace'));
    for (const id of made) expect(id).toMatch(/^trace_[\da-f]{12}7[\da-f]{3}[89ab][\da-f]{15}$/u);
    expect(new Set(made).size).toBe(COUNT);
  });

  it('start with the time of their creation', () => {
    const before = Date.now();
    const made = Number.parseInt(ids.next('doc').slice('doc_'.length, 'doc_'.length + 12), 16);
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  });
});
