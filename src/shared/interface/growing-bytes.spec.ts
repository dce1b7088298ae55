import fc from 'fast-check';
import { freeBytes, GrowingBytes } from './growing-bytes.js';

describe('GrowingBytes', () => {
  it('holds what was added, however it was cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40_000 }), { maxLength: 8 }),
        fc.option(fc.nat(100_000), { nil: undefined }),
        (pieces, expected) => {
          const bytes = new GrowingBytes(expected);
          for (const piece of pieces) bytes.add(piece);
          expect(Buffer.compare(bytes.whole(), Buffer.concat(pieces))).toBe(0);
          expect(bytes.length).toBe(bytes.whole().length);
        },
      ),
    );
  });

  it('takes no more memory than was announced, and at most twice what has come', () => {
    const announced = new GrowingBytes(1_000_000);
    for (let i = 0; i < 100; i++) announced.add(Buffer.alloc(10_000));
    expect(announced.whole().buffer.byteLength).toBe(1_000_000);
    const unannounced = new GrowingBytes();
    for (let i = 0; i < 100; i++) {
      unannounced.add(Buffer.alloc(10_000));
      expect(unannounced.whole().buffer.byteLength).toBeLessThanOrEqual(Math.max(16_384, 2 * unannounced.length));
    }
  });

  it('frees its memory at once, and takes no more then', () => {
    const bytes = new GrowingBytes();
    bytes.add(Buffer.alloc(100_000));
    const whole = bytes.whole();
    bytes.free();
    bytes.add(Buffer.alloc(100_000));
    expect([whole.length, bytes.length, bytes.whole().length]).toEqual([0, 0, 0]);
  });
});

describe('freeBytes', () => {
  it('does not free bytes that are part of a larger buffer', () => {
    const whole = Buffer.allocUnsafeSlow(100);
    freeBytes(whole.subarray(0, 50));
    expect(whole).toHaveLength(100);
    freeBytes(whole);
    expect(whole).toHaveLength(0);
    freeBytes(whole);
  });
});
