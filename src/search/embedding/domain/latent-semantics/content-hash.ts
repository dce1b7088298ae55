function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

/** Final mixing of MurmurHash3 (Appleby 2011, public domain): each bit of the input turns about half of the output. */
function finish(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * 64 bits of a content as 16 hexadecimal digits: two 32-bit lanes in the manner of MurmurHash3, with different
 * constants. It distinguishes contents and detects damage; it does not resist an attacker who searches for collisions.
 */
export function contentHash(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 4);
  let a = 0x9747b28c;
  let b = 0x3c6ef372;
  const mix = (word: number): void => {
    a = Math.imul(rotate(a ^ Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593), 13), 5) + 0xe6546b64;
    b = Math.imul(rotate(b ^ Math.imul(rotate(Math.imul(word, 0x239b961b), 16), 0xab0e9789), 17), 9) + 0x561ccd1b;
  };
  for (let at = 0; at < whole; at += 4) mix(view.getUint32(at, true));
  for (let at = whole; at < bytes.length; at++) mix(bytes[at] ?? 0);
  return [finish(a ^ bytes.length), finish(b ^ bytes.length)].map((h) => h.toString(16).padStart(8, '0')).join('');
}
