import { serialize } from 'node:v8';
import { Ranking } from '../../ranking/domain/passage-ranking.js';
import { pack, unpack } from './engine-protocol.js';

const ranking: Ranking = {
  hits: [
    {
      passage: {
        id: 7,
        chunkId: 'haeon/2-1-4@2026#3',
        documentId: 'haeon/2-1-4@2026',
        canonicalPath: ['학칙', '휴학'],
        title: '휴학·복학 규정',
        section: undefined,
        article: '제3조',
        ordinal: 3,
        text: 'A leave \ud83c\udf31 of absence',
        start: 0,
        end: 21,
        url: null,
        date: '2026-02-10',
        version: '2026',
        metadata: { pages: [1, 2], deep: { flag: true } },
      },
      score: -0.25,
      relevance: {
        score: 0.5,
        features: { coverage: 1, heading: 0, phrase: 0.5, proximity: Number.EPSILON },
        matchedTerms: ['휴학', 'leav'],
      },
      bm25: { rank: 1, score: 12.5 },
      vector: null,
      feedback: { words: null, vector: { rank: 3, score: 0.1 } },
      named: false,
      fusedScore: 2.5,
      support: 0.5,
      duplicateOf: undefined,
    },
  ],
  totalCount: 1,
  degraded: ['embedding'],
  expansion: { decisiveness: 0.1, decisive: 0.5, terms: [{ term: 'leav', weight: 0.2 }] },
  query: { text: 'leave', words: [], terms: ['leav'] },
  frequencies: { byTerm: new Map([['leav', 3]]), passages: 12 },
  times: { embeddingTime: 0, bm25Time: 1.5, vectorTime: 0, fusionTime: 0.1, rerankTime: 0 },
  bm25Candidates: 1,
  vectorCandidates: 0,
};

describe('a packed ranking', () => {
  it('is the same when it is unpacked, every time', () => {
    const bytes = pack(ranking);
    const [first, second] = [unpack(bytes), unpack(bytes)];
    expect(first).toEqual(ranking);
    expect(second).toEqual(ranking);
    expect(second.hits[0]).not.toBe(first.hits[0]);
  });

  it('is rejected if the bytes contain something else, or are truncated', () => {
    expect(() => unpack(serialize({ hits: 3 }))).toThrow('invalid ranking');
    expect(() => unpack(serialize(null))).toThrow('invalid ranking');
    const bytes = pack(ranking);
    expect(() => unpack(bytes.subarray(0, bytes.length / 2))).toThrow();
  });
});
