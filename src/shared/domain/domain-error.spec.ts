import { DomainError, InvalidInputError, NotFoundError } from './domain-error.js';

const faults = (count: number, detail = 'must be a string') =>
  Array.from({ length: count }, (_, i) => ({ pointer: `/items/${i}`, detail }));

describe('what a refusal repeats of what it refuses', () => {
  it('lists up to 100 faults, and names how many more there are', () => {
    const few = new InvalidInputError(faults(3));
    expect([few.faults.length, few.message]).toEqual([3, expect.stringContaining('/items/2: must be a string')]);
    const many = new InvalidInputError(faults(90_000));
    expect(many.faults).toHaveLength(100);
    expect(many.message.length).toBeLessThanOrEqual(2_001);
    expect(many.message).toMatch(/^\/items\/0: must be a string; .*; and 89\d\d\d more faults$/u);
  });

  it('cuts long names and long values', () => {
    const error = new InvalidInputError([{ pointer: `/${'a'.repeat(1e6)}`, detail: 'b'.repeat(1e6) }]);
    expect(JSON.stringify([error.message, error.faults]).length).toBeLessThan(4_000);
    expect(new NotFoundError('document', 'x'.repeat(1e6)).message.length).toBeLessThan(2_100);
    expect(new DomainError('conflict', 'conflict', '가'.repeat(1e6)).message.length).toBeLessThan(2_100);
  });

  it('never cuts through a character', () => {
    for (const start of ['', 'a']) {
      const { message } = new DomainError('conflict', 'conflict', `${start}${'😀'.repeat(2_000)}`);
      expect(Buffer.from(message).toString()).toBe(message);
      expect(message.endsWith('…')).toBe(true);
    }
  });
});
