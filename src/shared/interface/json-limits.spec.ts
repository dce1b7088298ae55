import fc from 'fast-check';
import { JSON_LIMITS, jsonExcess, MANY_VALUES, MAX_VALUES } from './json-limits.js';

const excessOf = (text: string, maxDepth?: number, maxValues?: number) =>
  jsonExcess(new TextEncoder().encode(text), {
    ...JSON_LIMITS,
    ...(maxDepth === undefined ? {} : { depth: maxDepth }),
    ...(maxValues === undefined ? {} : { values: maxValues }),
  });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Members and elements of a value, as a reader of the whole tree counts them. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  return members.length + members.reduce((sum: number, member) => sum + countOf(member), 0);
}

describe('jsonExcess', () => {
  it('takes 32 levels and refuses 33, or a million', () => {
    expect(excessOf(nested(32))).toBeUndefined();
    for (const depth of [33, 1_000_000]) expect(excessOf(nested(depth))).toContain('32 levels');
  });

  it('counts the members and elements of any JSON, whatever its strings hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 2 }), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        const count = countOf(value);
        expect(excessOf(text, 32, count)).toBeUndefined();
        if (count > 0) expect(excessOf(text, 32, count - 1)).toContain('more than');
      }),
    );
  });

  it.each(['"[[[["', '"\\"[[[["', '"\\\\"', '"\\\\\\"]]{{,,,"', '"가[[,,"', '"unclosed [[[[', '"\\'])(
    'takes the brackets and commas in the string %s for text',
    (text) => {
      expect(excessOf(text, 1, 0)).toBeUndefined();
    },
  );

  it('takes objects of up to 1,000 members, and lists of more', () => {
    const object = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, [i, { a: i }]])));
    expect(excessOf(object(1_000))).toBeUndefined();
    expect(excessOf(object(1_001))).toContain('1000 members');
    expect(excessOf(`{"a":[${object(1_000)},${object(1_001)}]}`)).toContain('1000 members');
    expect(excessOf(JSON.stringify(Array(MAX_VALUES).fill(0)))).toBeUndefined();
    expect(excessOf(JSON.stringify([{}, { a: 1 }, Array(20_000).fill(0), { b: 1 }]))).toBeUndefined();
  });

  it('refuses a million empty objects', () => {
    expect(excessOf(`{"a":[${'{},'.repeat(1_000_000)}{}]}`)).toContain('30000 members');
  });

  it('takes as many values as 20,000 documents with their paths where a route asks for them', () => {
    const many = new TextEncoder().encode(JSON.stringify(Array(MANY_VALUES).fill(0)));
    expect(jsonExcess(many)).toContain('30000 members');
    expect(jsonExcess(many, { ...JSON_LIMITS, values: MANY_VALUES })).toBeUndefined();
  });

  it('looks at each byte of a long string once, however many quotes it escapes', () => {
    // Quadratic work over eleven million bytes would outlast the limit of any test.
    expect(excessOf(`{"a":"${'\\"'.repeat(5_500_000)}"}`)).toBeUndefined();
    expect(excessOf(`{"a":"${'\\'.repeat(11_000_000)}"}`)).toBeUndefined();
  });
});
