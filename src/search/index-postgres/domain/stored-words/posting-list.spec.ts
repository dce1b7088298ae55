import fc from 'fast-check';
import { PostingList, PostingRoom, PostingWriter } from './posting-list.js';

type Posting = readonly [place: number, frequency: number];

/** Ordinals that ascend by small and by large gaps. */
const postings: fc.Arbitrary<Posting[]> = fc
  .array(fc.tuple(fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 5_000_000 })), fc.integer({ min: 1, max: 765 })), {
    maxLength: 600,
  })
  .map((gaps) => {
    let place = -1;
    return gaps.map(([gap, frequency]): Posting => [(place += gap + 1), frequency]);
  });

/** Written after another list, as in a segment. */
function listOf(all: readonly Posting[]): PostingList {
  const writer = new PostingWriter();
  writer.begin();
  writer.push(7, 3);
  const start = writer.size;
  writer.begin();
  for (const [place, frequency] of all) writer.push(place, frequency);
  return new PostingList(all.length, 765, 1, writer.written.slice(start));
}

function inRoom(room: PostingRoom, count: number): Posting[] {
  return Array.from({ length: count }, (_, i): Posting => [room.places[i] ?? -1, room.frequencies[i] ?? 0]);
}

describe('a list of postings', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(postings, (all) => {
        const room = new PostingRoom();
        expect(inRoom(room, listOf(all).read(room))).toEqual(all);
      }),
    );
  });

  it('is read as it was written, up to each ordinal in turn', () => {
    fc.assert(
      fc.property(postings, fc.array(fc.nat({ max: 4_000_000 }), { maxLength: 5 }), (all, steps) => {
        const reader = listOf(all).reader();
        const room = new PostingRoom();
        let begin = -1;
        let end = 0;
        for (const step of [...steps, 2 ** 31 - 1]) {
          end = Math.min(2 ** 31 - 1, end + step);
          const wanted = all.filter(([place]) => place >= begin && place < end);
          expect(inRoom(room, reader.readUpTo(end, room))).toEqual(wanted);
          begin = end;
        }
      }),
    );
  });

  it('returns the postings around some ordinals, in order, and no others', () => {
    fc.assert(
      fc.property(postings, fc.array(fc.nat(), { maxLength: 3 }), fc.nat({ max: 2_000_000 }), (all, picks, other) => {
        const list = listOf(all);
        const held = picks.flatMap((pick) => all[pick % Math.max(1, all.length)]?.[0] ?? []);
        const wanted = [...new Set([...held, other])].sort((a, b) => a - b);
        const room = new PostingRoom();
        for (let again = 0; again < 2; again++) {
          const found = inRoom(room, list.readAround(wanted, wanted.length, room));
          const known = new Map(all);
          for (const [place, frequency] of found) expect(known.get(place)).toBe(frequency);
          expect(found.map(([place]) => place)).toEqual(
            [...new Set(found.map(([place]) => place))].sort((a, b) => a - b),
          );
          const places = new Set(found.map(([place]) => place));
          for (const place of wanted) expect(places.has(place)).toBe(known.has(place));
        }
      }),
    );
  });

  it('reads a few strides of a long list, not the whole', () => {
    const all = Array.from({ length: 100_000 }, (_, i): Posting => [3 * i, 1]);
    const room = new PostingRoom();
    expect(listOf(all).readAround([30, 150_000], 2, room)).toBe(256);
  });
});
