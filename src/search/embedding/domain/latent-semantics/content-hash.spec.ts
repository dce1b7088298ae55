import { contentHash } from './model-bytes.js';

describe('contentHash', () => {
  it('differs for every change of one byte and for every length', () => {
    const seen = new Set<string>();
    let contents = 0;
    for (let length = 0; length < 12; length++) {
      seen.add(contentHash(new Uint8Array(length)));
      contents++;
      for (let at = 0; at < length; at++) {
        for (let value = 1; value < 256; value++) {
          const bytes = new Uint8Array(length);
          bytes[at] = value;
          seen.add(contentHash(bytes));
          contents++;
        }
      }
    }
    expect(seen.size).toBe(contents);
    for (const hash of seen) expect(hash).toMatch(/^[0-9a-f]{16}$/u);
  });

  it('reads only the given part of a buffer', () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, i) => i);
    expect(contentHash(bytes.subarray(3, 12))).toBe(contentHash(bytes.slice(3, 12)));
  });
});
