import fc from 'fast-check';
import { sql, trusted } from './sql.js';

describe('sql', () => {
  it('binds any values by number', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, number) => {
        expect(sql`SELECT ${text} WHERE a = ${number}`.whole).toEqual({
          text: 'SELECT $1 WHERE a = $2',
          values: [text, number],
        });
      }),
    );
  });

  it('numbers the values of fragments in their order in the statement', () => {
    const inside = sql`path IN (${'a'}, ${'b'})`;
    expect(sql`SELECT ${1} FROM ${trusted('cases')} WHERE ${inside} AND ${sql`x`} LIMIT ${2}`.whole).toEqual({
      text: 'SELECT $1 FROM cases WHERE path IN ($2, $3) AND x LIMIT $4',
      values: [1, 'a', 'b', 2],
    });
  });

  it('binds null, lists and bytes as one value each', () => {
    const bytes = new Uint8Array([0, 255]);
    expect(sql`${null}${['a', 'b']}${bytes}`.whole).toEqual({ text: '$1$2$3', values: [null, ['a', 'b'], bytes] });
  });
});
