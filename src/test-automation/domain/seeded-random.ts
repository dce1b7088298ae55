import { LeftPlaces } from './left-places.js';

const OFFSET = 0x811c9dc5;
const OTHER_OFFSET = 0x01234567;

/** FNV-1a, 32 bits (G. Fowler, L. C. Noll, P. Vo), over UTF-16 code units. */
export function fnv(text: string, offset = OFFSET): number {
  let value = offset;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** FNV-1a twice with different offsets. @returns 16 hexadecimal digits */
export function stableHash(text: string): string {
  return [OFFSET, OTHER_OFFSET].map((offset) => fnv(text, offset).toString(16).padStart(8, '0')).join('');
}

/** Seeded random numbers, so that a session can be repeated byte for byte. */
export class SeededRandom {
  private state: number;

  /** @param seed any string or number; equal seeds give equal sequences */
  constructor(seed: string | number) {
    this.state = fnv(String(seed));
  }

  /** In [0, 1), 32 bits. Mulberry32 (T. Ettinger, 2017, public domain): small, and good enough to choose questions with. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number in [0, n). @throws RangeError if n is not positive */
  below(n: number): number {
    if (!(n > 0)) throw new RangeError(`below(${n}): nothing to choose from`);
    return Math.floor(this.next() * n);
  }

  /** An entry of the list; undefined for an empty one. */
  pick<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.below(list.length)];
  }

  /** A shuffled copy (Fisher and Yates): one of the remaining entries is drawn until none is left. */
  shuffled<T>(list: readonly T[]): T[] {
    const left = new LeftPlaces(list.length);
    const taken: T[] = [];
    for (let n = list.length; n > 0; n--) {
      const place = left.take(this.below(n));
      taken.push(...list.slice(place, place + 1));
    }
    return taken;
  }

  /** A separate sequence for a part of the work, so that a change in one part does not change the others. */
  fork(name: string): SeededRandom {
    return new SeededRandom(`${this.state}/${name}`);
  }
}
