import { Answerability, NOTHING, withCalibratedScores } from './answerability.js';
import { RetrievedEvidence } from './retrieval-plan.js';
import { AskedStretch, Retrieval } from './retriever.js';
import { LikelySentence } from './sentence-likelihood.js';

/**
 * The requested provision was found: 60 of 60 look-ups of 150 regulations, by number and by title, quoted the right provision in full. The
 * decision about sentences does not apply.
 */
const FOUND: Answerability = { mass: 1, strength: 0, lead: 0, typed: true, probability: 0.97 };

/** The requested provisions, each span as one unit; empty if the rule book has no such provision. */
export function lookedUp(
  stretches: readonly AskedStretch[],
  { evidence, words, degraded, search }: Retrieval,
  question: string,
): RetrievedEvidence {
  const sentences = stretches.map(({ evidence: passage, start, end }): LikelySentence => ({
    evidence: passage,
    sentence: { start, end, text: passage.text.slice(start, end), shares: words.map(() => 0) },
    support: 1 / stretches.length,
    typed: true,
    strength: 0,
    isWhole: true,
  }));
  const answerability = stretches.length === 0 ? NOTHING : FOUND;
  return {
    evidence: withCalibratedScores(evidence, sentences, answerability.probability),
    sentences,
    answerability,
    degraded,
    search,
    question,
    needless: false,
    isLookUp: true,
  };
}
