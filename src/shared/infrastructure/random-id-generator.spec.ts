import { RandomIdGenerator } from './random-id-generator.js';

const COUNT = 1_000;

describe('new ids', () => {
  const ids = new RandomIdGenerator();

  it('are UUIDs of version 7 behind their prefix, never the same twice', () => {
    const made = Array.from({ length: COUNT }, () => ids.next('trace'));
    for (const id of made) expect(id).toMatch(/^trace_[\da-f]{12}7[\da-f]{3}[89ab][\da-f]{15}$/u);
    expect(new Set(made).size).toBe(COUNT);
  });

  it('begin with the time at which they were made', () => {
    const before = Date.now();
    const made = Number.parseInt(ids.next('doc').slice('doc_'.length, 'doc_'.length + 12), 16);
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  });
});
