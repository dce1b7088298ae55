import { readHalves } from './half-floats.js';

function sent(...bits: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(4 + 2 * bits.length);
  bytes.writeUInt16BE(bits.length, 0);
  bits.forEach((value, i) => bytes.writeUInt16BE(value, 4 + 2 * i));
  return bytes;
}

describe('readHalves', () => {
  it('decodes bits as the standard defines', () => {
    // From the table of binary16 in IEEE 754-2008: 1, -2, 1/3 rounded, 0, -0, the smallest subnormal and the largest
    // one, 65504.
    const read = readHalves(sent(0x3c00, 0xc000, 0x3555, 0x0000, 0x8000, 0x0001, 0x03ff, 0x7bff));
    expect([...read]).toEqual([1, -2, 0.333251953125, 0, -0, 2 ** -24, Math.fround(1023 * 2 ** -24), 65504]);
  });

  it('reads a part of a larger buffer', () => {
    const whole = Buffer.concat([Buffer.from([7, 7, 7]), sent(0x3800)]);
    expect([...readHalves(whole.subarray(3))]).toEqual([0.5]);
    expect(readHalves(sent())).toHaveLength(0);
  });
});
