import { fitsSchema } from './json-fit.js';

const SCHEMA = {
  type: 'object',
  properties: {
    days: { type: 'integer' },
    kind: { enum: ['a', 'b'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    list: { type: 'array', items: { $ref: '#/$defs/entry' } },
  },
  required: ['days', 'list'],
  additionalProperties: false,
  $defs: { entry: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
};

describe('fitsSchema', () => {
  it('accepts values that fit', () => {
    expect(fitsSchema({ days: 3, kind: 'a', note: null, list: [{ name: 'x' }] }, SCHEMA)).toBe(true);
    expect(fitsSchema({ anything: 1 }, undefined)).toBe(true);
  });

  it.each([
    [{ list: [] }],
    [{ days: 1.5, list: [] }],
    [{ days: 1, list: [{}] }],
    [{ days: 1, list: [], kind: 'c' }],
    [{ days: 1, list: [], note: 7 }],
    [{ days: 1, list: [], more: true }],
    [[]],
    ['text'],
    [null],
  ])('refuses %j', (value) => {
    expect(fitsSchema(value, SCHEMA)).toBe(false);
  });

  it('ends on a schema that refers to itself', () => {
    expect(fitsSchema({}, { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } })).toBe(true);
  });
});
