import { Answerability } from '../../domain/answerability.js';
import { Evidence } from '../../domain/evidence.js';
import { RetrievedEvidence } from '../../domain/retrieval-plan.js';
import { NO_SEARCH } from '../../domain/retriever.js';

/** An invented passage of one sentence, so that its content is known. */
export function inventedPassage(chunkId: string, text: string, score: number): Evidence {
  return {
    chunkId,
    documentId: chunkId.split('#')[0] ?? chunkId,
    title: 'Probe',
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: ['Probe'],
    start: 0,
    text,
    score,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [1],
    passageShares: [1],
    sentences: [{ start: 0, end: text.length, text, shares: [1] }],
  };
}

const certain = (probability: number): Answerability => ({ mass: 1, strength: 1, lead: 1, typed: true, probability });

/** A retrieved set of invented passages that answers with this probability. */
export function inventedSet(probability: number, passages: readonly Evidence[]): RetrievedEvidence {
  return {
    evidence: passages,
    sentences: passages.flatMap((evidence) =>
      evidence.sentences.map((sentence) => ({ evidence, sentence, support: evidence.score, typed: true, strength: 1 })),
    ),
    answerability: certain(probability),
    degraded: [],
    search: { ...NO_SEARCH, fusedOrder: passages.map((p) => p.chunkId) },
    needless: false,
  };
}
