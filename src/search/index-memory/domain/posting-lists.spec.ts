import fc from 'fast-check';
import { PostingLists } from './posting-lists.js';

function read(lists: PostingLists, term: number): [number, number][] {
  const entries: [number, number][] = [];
  lists.forEachRun(term, (slots, packed, from, to) => {
    for (let i = from; i < to; i++) entries.push([slots[i] ?? -1, packed[i] ?? -1]);
  });
  return entries;
}

/** Lengths at which the last block is full, or has one entry more or less: blocks of 2, 4, … 1,024, 1,024. */
const BORDERS = [0, 1, 2, 3, 5, 6, 7, 13, 14, 15, 1021, 1022, 1023, 2045, 2046, 2047, 3069, 3070, 3071, 4094];

describe('posting lists', () => {
  it('return what was appended, term by term, in order, for any interleaving of the terms', () => {
    const entry = fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 0xffff_ffff }), fc.nat({ max: 0xffff }));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 400 }), (entries) => {
        const lists = new PostingLists();
        for (const [term, slot, packed] of entries) lists.append(term, slot, packed);
        for (let term = 0; term <= 13; term++) {
          const own = entries.filter(([t]) => t === term).map(([, slot, packed]) => [slot, packed]);
          expect(read(lists, term)).toEqual(own);
          expect(lists.count(term)).toBe(own.length);
        }
      }),
    );
  });

  it.each(BORDERS)('hold a list of %i entries together with another that grows with it', (length) => {
    const lists = new PostingLists();
    for (let i = 0; i < length; i++) {
      lists.append(3, i, i & 0xffff);
      lists.append(0, 7 * i, (i * 31) & 0xffff);
    }
    expect(read(lists, 3)).toEqual(Array.from({ length }, (_, i) => [i, i & 0xffff]));
    expect(read(lists, 0)).toEqual(Array.from({ length }, (_, i) => [7 * i, (i * 31) & 0xffff]));
    expect(read(lists, 1)).toEqual([]);
  });

  it('hold a list longer than a 16-bit number can count', () => {
    const lists = new PostingLists();
    for (let i = 0; i < 200_000; i++) lists.append(0, i, i & 0xffff);
    const wrong = read(lists, 0).findIndex(([slot, packed], i) => slot !== i || packed !== (i & 0xffff));
    expect([read(lists, 0).length, wrong]).toEqual([200_000, -1]);
  });

  it('hold many terms with few entries', () => {
    const lists = new PostingLists();
    const terms = 50_000;
    for (let round = 0; round < 3; round++) {
      for (let term = 0; term < terms; term++) if (term % (round + 1) === 0) lists.append(term, term + round, round);
    }
    for (let term = 0; term < terms; term++) {
      const rounds = [0, 1, 2].filter((round) => term % (round + 1) === 0);
      if (JSON.stringify(read(lists, term)) !== JSON.stringify(rounds.map((round) => [term + round, round])))
        throw new Error(`term ${term} was read back as ${JSON.stringify(read(lists, term))}`);
    }
    expect(lists.count(terms)).toBe(0);
    expect(read(lists, terms)).toEqual([]);
  });
});
