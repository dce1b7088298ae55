import { NOTHING } from './answerability.js';
import { Evidence } from './evidence.js';
import { nearestPassages, RetrievedEvidence } from './retrieval-plan.js';

function passage(documentId: string, section: string | undefined, chunk = 1): Evidence {
  return {
    chunkId: `${documentId}#${chunk}`,
    documentId,
    title: `Title of ${documentId}`,
    section,
    url: null,
    date: null,
    version: null,
    canonicalPath: [],
    start: 0,
    text: 'text',
    score: 0.5,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [],
    passageShares: [],
    sentences: [],
  };
}

function retrieved(passages: readonly Evidence[], probability: number): RetrievedEvidence {
  return {
    evidence: passages,
    sentences: passages.map((evidence) => ({
      evidence,
      sentence: { start: 0, end: 4, text: 'text', shares: [] },
      support: 0.1,
      typed: true,
      strength: 1,
    })),
    answerability: { ...NOTHING, probability },
    degraded: [],
    search: {
      bm25Candidates: 0,
      vectorCandidates: 0,
      decisiveness: 0,
      decisive: 0,
      paraphrases: [],
      learned: [],
      fusedOrder: [],
      rerankedBy: undefined,
      rerankTimeMs: 0,
      totalTimeMs: 0,
    },
    needless: false,
  };
}

describe('nearestPassages', () => {
  it('names each section once, nearest first, with a maximum of three', () => {
    const all = [
      passage('fees', '제2조(요금)'),
      passage('fees', '제2조(요금)', 2),
      passage('hours', undefined),
      passage('fees', '제3조(면제)'),
      passage('rules', undefined),
    ];
    expect(nearestPassages(retrieved(all, 0.3)).map(({ chunkId }) => chunkId)).toEqual(['fees#1', 'hours#1', 'fees#1']);
    expect(nearestPassages(retrieved(all, 0.3))[0]).toEqual({
      documentId: 'fees',
      chunkId: 'fees#1',
      canonicalPath: [],
      title: 'Title of fees',
      section: '제2조(요금)',
      url: null,
    });
  });

  it('names two documents with the same title and section once, since they read the same', () => {
    const copy = { ...passage('copy', undefined), title: 'Title of hours' };
    const named = nearestPassages(retrieved([passage('hours', undefined), copy, passage('fees', '제2조')], 0.3));
    expect(named.map(({ documentId }) => documentId)).toEqual(['hours', 'fees']);
  });

  it('names nothing if no passage is near the question', () => {
    expect(nearestPassages(retrieved([passage('fees', undefined)], 0.05))).toEqual([]);
    expect(nearestPassages(retrieved([], 0.5))).toEqual([]);
  });
});
