import fc from 'fast-check';
import { PostingRoom } from './posting-list.js';
import { MemtablePostings } from './memtable-postings.js';
import { WordSequence } from './word-sequence.js';

const TERM = 1;

/** Passages with ids from 1, of which some contain the term. */
function tailOf(holds: readonly boolean[]): MemtablePostings {
  const tail = new MemtablePostings(0, 1);
  tail.add(
    holds.map((held, i) => {
      const terms = held ? [TERM] : [0];
      return {
        id: i + 1,
        path: 0,
        from: 0,
        to: 0,
        words: new WordSequence(Uint32Array.from(terms), new Uint8Array(1), 0),
      };
    }),
  );
  return tail;
}

describe('a list of passages after the last segment', () => {
  const holds = fc.array(fc.boolean(), { minLength: 1, maxLength: 80 });
  const placesOf = (room: PostingRoom, count: number) => [...room.places.subarray(0, count)];

  it('returns the postings of a range, up to each ordinal and around some ordinals', () => {
    fc.assert(
      fc.property(
        holds,
        fc.nat({ max: 80 }),
        fc.nat({ max: 80 }),
        fc.array(fc.nat({ max: 90 })),
        (all, a, b, picks) => {
          const [after, last] = [Math.min(a, b), Math.max(a, b)];
          const held = all.flatMap((each, i) => (each && i >= after && i < last ? [i - after] : []));
          const list = tailOf(all).range(after, last).listOf(TERM);
          expect(list?.count ?? 0).toBe(held.length);
          if (list === undefined) return;
          const room = new PostingRoom();
          expect(placesOf(room, list.read(room))).toEqual(held);
          const ends = [...new Set(picks)].sort((x, y) => x - y);
          const reader = list.reader();
          const read = [...ends, 100].flatMap((end) => placesOf(room, reader.readUpTo(end, room)));
          expect(read).toEqual(held);
          const around = placesOf(room, list.readAround(ends, ends.length, room));
          expect(around).toEqual(held.filter((place) => place >= (ends[0] ?? 0) && place <= (ends.at(-1) ?? -1)));
        },
      ),
    );
  });
});
