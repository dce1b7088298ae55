import fc from 'fast-check';
import { StaticEmbedding } from './static-embedding.js';

/** Two dimensions: the first for leave, the second for fees; particles have little weight. */
const ENTRIES: [entry: string, cost: number, x: number, y: number][] = [
  ['휴학', 100, 100, 0],
  ['등록', 90, 0, 40],
  ['등록금', 100, 0, 100],
  ['하려면', 80, 5, 5],
  ['#을', 40, 1, 1],
  ['#금', 120, 10, 10],
  ['leave', 90, 90, 10],
  ['fee', 90, 10, 90],
  ['#s', 40, 1, 1],
  ['cant', 70, 5, 0],
];

const embedding = new StaticEmbedding('static-test', {
  entries: ENTRIES.map(([entry]) => entry),
  costs: Uint8Array.from(ENTRIES, ([, cost]) => cost),
  vectors: {
    width: 2,
    values: Int8Array.from(ENTRIES.flatMap(([, , x, y]) => [x, y])),
    scales: new Float32Array(ENTRIES.length).fill(0.01),
  },
});

const entriesOf = (text: string) => embedding.weightedEntries(text).map(({ entry }) => entry);

describe('StaticEmbedding', () => {
  it('returns a vector of unit length, or of zeros for a text without entries', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const vector = embedding.embed(text);
        expect(vector).toHaveLength(embedding.dimensions);
        expect(Math.hypot(...vector)).toBeCloseTo(entriesOf(text).length > 0 ? 1 : 0, 5);
      }),
    );
    expect(embedding.embed('2026 … 123')).toEqual(new Float32Array(2));
  });

  it('separates particles and endings from a Korean word, and reads joined compounds', () => {
    expect(entriesOf('등록금을')).toEqual(['등록금', '#을']);
    expect(entriesOf('휴학하려면')).toEqual(['휴학', '하려면']);
    expect(entriesOf('휴학등록금')).toEqual(['휴학', '등록금']);
  });

  it('cuts where the sum of the costs is minimal, not where the first entry is longest', () => {
    expect(entriesOf('등록금')).toEqual(['등록금']);
    const cheap = new StaticEmbedding('static-test', {
      entries: ['abc', 'ab', '#d', '#cd'],
      costs: Uint8Array.of(60, 50, 200, 60),
      vectors: { width: 1, values: Int8Array.of(1, 1, 1, 1), scales: new Float32Array(4).fill(1) },
    });
    expect(cheap.weightedEntries('abcd').map(({ entry }) => entry)).toEqual(['ab', '#cd']);
  });

  it('treats case, width and apostrophes alike', () => {
    expect(entriesOf("ＬＥＡＶＥ's Fees can't can’t")).toEqual(['leave', 'fee', '#s', 'cant']);
    // Decomposed Hangul, as some systems write file names.
    expect(entriesOf('휴학'.normalize('NFD'))).toEqual(['휴학']);
  });

  it('leaves out characters that no entry contains', () => {
    expect(entriesOf('휴학쀍')).toEqual(['휴학']);
    expect(entriesOf('qqq')).toEqual([]);
  });

  it('weights an entry by the length of its vector, and repeats of it by the square root of their number', () => {
    const [once] = embedding.weightedEntries('휴학');
    const [fourTimes] = embedding.weightedEntries('휴학 휴학 휴학 휴학');
    expect(once?.weight).toBeCloseTo(1, 5);
    expect(fourTimes?.weight).toBeCloseTo(2, 5);
  });

  it('stays within limits for a very long run of letters', () => {
    expect(embedding.weightedEntries('휴'.repeat(100_000))).toEqual([]);
    expect(entriesOf(`휴학${'가'.repeat(100_000)}`)).toEqual(['휴학']);
  });
});
