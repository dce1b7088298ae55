import { AnswerType } from './answer-type.js';
import { ANSWER_MODEL, AnswerModel, AnswerWeights } from './answer-model.js';
import { Evidence, isTopicAbsent, QuestionWord, RankedSentence } from './evidence.js';
import { LikelySentence } from './sentence-likelihood.js';

/** What the decision to answer stands on. */
export interface Answerability {
  /** Probability, 0..1, that one of the three likeliest sentences holds the answer, given that a sentence does. */
  readonly mass: number;
  /** Logit of the likeliest sentence by itself. */
  readonly strength: number;
  /** How far the support of the likeliest sentence's document is ahead of any other document's, -1..1. */
  readonly lead: number;
  /** Whether the likeliest sentence holds the kind of thing that was asked for; true when nothing particular was. */
  readonly typed: boolean;
  /** Calibrated probability, 0..1, that the answer is right. */
  readonly probability: number;
}

export type AnswerFeatures = Readonly<Record<Exclude<keyof AnswerWeights, 'bias'>, number>>;

/** What was asked, as far as the decision needs it. */
export interface Asked {
  readonly words: readonly QuestionWord[];
  readonly type: AnswerType;
}

/** Sentences of an answer at most; the writer has the same limit. */
const ANSWER_SENTENCES = 3;

/** Nothing was found, or nothing was looked for. */
export const NOTHING: Answerability = { mass: 0, strength: 0, lead: 0, typed: false, probability: 0 };

/** A lead over other documents says nothing when the passage is silent about the topic. */
function leadOf(best: LikelySentence, ranked: readonly RankedSentence[], words: readonly QuestionWord[]): number {
  if (isTopicAbsent(best.evidence, words)) return 0;
  const own = ranked.find((r) => r.evidence.documentId === best.evidence.documentId);
  const rival = ranked.find((r) => r.evidence.documentId !== best.evidence.documentId);
  return (own?.support ?? 0) - (rival?.support ?? 0);
}

export function answerLogit(features: AnswerFeatures, weights: AnswerWeights): number {
  return (
    weights.bias +
    weights.mass * features.mass +
    weights.strength * features.strength +
    weights.lead * features.lead +
    weights.untyped * features.untyped
  );
}

/** The features that the model weighs; undefined when there is nothing to weigh. @param ranked by support, @param likely by likelihood */
export function answerFeatures(
  ranked: readonly RankedSentence[],
  likely: readonly LikelySentence[],
  asked: Asked,
): AnswerFeatures | undefined {
  const [best] = likely;
  if (best === undefined || asked.words.length === 0) return undefined;
  return {
    mass: likely.slice(0, ANSWER_SENTENCES).reduce((sum, one) => sum + one.support, 0),
    strength: best.strength,
    lead: leadOf(best, ranked, asked.words),
    untyped: best.typed ? 0 : 1,
  };
}

/** How probable a right answer is. @param ranked by support, best first @param likely the same sentences by likelihood */
export function answerability(
  ranked: readonly RankedSentence[],
  likely: readonly LikelySentence[],
  asked: Asked,
  model: AnswerModel = ANSWER_MODEL,
): Answerability {
  const features = answerFeatures(ranked, likely, asked);
  if (features === undefined) return NOTHING;
  const z = model.calibration.slope * answerLogit(features, model.answer) + model.calibration.intercept;
  const { mass, strength, lead, untyped } = features;
  return { mass, strength, lead, typed: untyped === 0, probability: 1 / (1 + Math.exp(-z)) };
}

/**
 * Passages with a calibrated score in place of the reranker's: the one with the likeliest sentence gets the probability of the
 * answer, every other as much of it as its own likeliest sentence has of that one's.
 */
export function withCalibratedScores(
  evidence: readonly Evidence[],
  likely: readonly LikelySentence[],
  probability: number,
): Evidence[] {
  const best = new Map<string, number>();
  for (const { evidence: passage, support } of likely)
    best.set(passage.chunkId, Math.max(support, best.get(passage.chunkId) ?? 0));
  const highest = Math.max(Number.EPSILON, ...best.values());
  return evidence.map((passage) => ({ ...passage, score: (probability * (best.get(passage.chunkId) ?? 0)) / highest }));
}
