import { limitByteArrays, limitExpressions } from './extraction-thread.js';

describe('limitByteArrays', () => {
  const native = globalThis.Uint8Array;
  afterEach(() => {
    globalThis.Uint8Array = native;
  });

  it('refuses an array above the limit, and makes ordinary arrays below it', () => {
    limitByteArrays(1000);
    expect(() => new Uint8Array(1001)).toThrow(RangeError);
    const array = new Uint8Array(1000);
    expect(array).toBeInstanceOf(native);
    expect(array.subarray(10).length).toBe(990);
    expect(new Uint8Array([1, 2])).toEqual(native.of(1, 2));
  });

  it('does not change views of existing memory and subclasses', () => {
    const memory = new ArrayBuffer(5000);
    limitByteArrays(1000);
    class Bytes extends Uint8Array {}
    expect(new Uint8Array(memory)).toHaveLength(5000);
    expect(new Bytes(3)).toBeInstanceOf(Bytes);
    expect(Buffer.alloc(2000)).toHaveLength(2000);
  });
});

describe('limitExpressions', () => {
  const native = globalThis.RegExp;
  afterEach(() => {
    globalThis.RegExp = native;
  });

  it('refuses an expression above the limit, and makes ordinary ones below it', () => {
    limitExpressions(10);
    expect(() => new RegExp('a'.repeat(11))).toThrow(RangeError);
    expect(() => RegExp('a'.repeat(11))).toThrow(RangeError);
    const made = new RegExp('^a+$', 'u');
    expect(made).toBeInstanceOf(native);
    expect(made.test('aaa')).toBe(true);
    expect('b1, b2'.replaceAll(/b(\d)/gu, '$1')).toBe('1, 2');
    expect(new RegExp(/a literal of more than ten characters/u).source).toHaveLength(37);
  });
});
