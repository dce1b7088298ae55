import { ANSWER_MODEL, AnswerModel, AnswerWeights } from './answer-model.js';
import { Lack } from './asked-thing.js';
import { contextualCoverage, Evidence, QuestionWord } from './evidence.js';
import { LikelySentence } from './sentence-likelihood.js';
import { hasSyllable } from '../../text/korean/hangul-syllable.js';

/** The features of the decision to answer. */
export interface Answerability {
  /** Probability, 0..1, that one of the three likeliest sentences contains the answer, given that a sentence does. */
  readonly mass: number;
  /** Logit of the likeliest sentence alone. */
  readonly strength: number;
  /** Difference between the logit of the likeliest sentence and the best one of any other document, 0..5. */
  readonly lead: number;
  /** Whether the likeliest sentence contains the requested kind of thing; true if the question has no particular type. */
  readonly typed: boolean;
  /** Calibrated probability, 0..1, that the answer is right. */
  readonly probability: number;
  /** What else the probability is made of; absent if nothing was found. */
  readonly asked?: Pick<AnswerFeatures, 'words' | 'decisive' | 'coverage' | 'absent'>;
  /** The likeliest sentence, with its offsets in the stored document; absent if nothing was found. */
  readonly likeliest?: { readonly chunkId: string; readonly start: number; readonly end: number };
  /** What the likeliest sentences lack to answer the question; absent if they lack nothing. */
  readonly lack?: Lack;
}

export type AnswerFeatures = Readonly<Record<Exclude<keyof AnswerWeights, 'bias'>, number>>;

/** The question, as far as the decision needs it. */
export interface Asked {
  readonly words: readonly QuestionWord[];
  /** How clearly the words of the question single out the best passages, 0..1. */
  readonly decisiveness: number;
}

/** Maximum number of sentences in an answer; the writer has the same limit. */
const ANSWER_SENTENCES = 3;

/** Nothing was found, or no search was made. */
export const NOTHING: Answerability = { mass: 0, strength: 0, lead: 0, typed: false, probability: 0 };

function absentShare(words: readonly QuestionWord[]): number {
  const topic = words.filter(({ topical }) => topical);
  return topic.length === 0 ? 0 : topic.filter(({ isUnknown }) => isUnknown === true).length / topic.length;
}

/** Where all that was found is of one document. */
const LEAD_OF_ONLY_ONE = 3;
const LARGEST_LEAD = 5;

function leadOf(best: LikelySentence, likely: readonly LikelySentence[]): number {
  const rival = likely.find((one) => one.evidence.documentId !== best.evidence.documentId);
  if (rival === undefined) return LEAD_OF_ONLY_ONE;
  return Math.min(LARGEST_LEAD, best.strength - rival.strength);
}

/** Share of the question that the likeliest sentence covers in its context. A word that is in no passage counts in full. */
function coverageOf({ sentence, evidence }: LikelySentence, words: readonly QuestionWord[]): number {
  const whole = words.map((word) => ({ ...word, weight: word.topicWeight ?? word.weight }));
  return contextualCoverage(sentence, evidence, whole);
}

export function answerLogit(features: AnswerFeatures, weights: AnswerWeights): number {
  return (
    weights.bias +
    weights.mass * features.mass +
    weights.first * features.first +
    weights.strength * features.strength +
    weights.lead * features.lead +
    weights.words * features.words +
    weights.decisive * features.decisive +
    weights.coverage * features.coverage +
    weights.korean * features.korean +
    weights.absent * features.absent +
    weights.untyped * features.untyped
  );
}

/** The features of the model; undefined without sentences. @param likely likeliest first */
export function answerFeatures(
  likely: readonly LikelySentence[],
  { words, decisiveness }: Asked,
): AnswerFeatures | undefined {
  const [best] = likely;
  if (best === undefined || words.length === 0) return undefined;
  return {
    mass: likely.slice(0, ANSWER_SENTENCES).reduce((sum, one) => sum + one.support, 0),
    first: best.support,
    strength: best.strength,
    lead: leadOf(best, likely),
    words: Math.log1p(words.length),
    decisive: decisiveness,
    coverage: coverageOf(best, words),
    korean: words.some(({ text }) => hasSyllable(text)) ? 1 : 0,
    absent: absentShare(words),
    untyped: best.typed ? 0 : 1,
  };
}

/** The calibrated probability of a right answer, with its features. @param likely sentences, likeliest first */
export function answerability(
  likely: readonly LikelySentence[],
  asked: Asked,
  model: AnswerModel = ANSWER_MODEL,
): Answerability {
  const features = answerFeatures(likely, asked);
  const [best] = likely;
  if (features === undefined || best === undefined) return NOTHING;
  const z = model.calibration.slope * answerLogit(features, model.answer) + model.calibration.intercept;
  const { mass, strength, lead, words, decisive, coverage, absent } = features;
  const { chunkId, start } = best.evidence;
  const likeliest = { chunkId, start: start + best.sentence.start, end: start + best.sentence.end };
  return {
    mass,
    strength,
    lead,
    typed: best.typed,
    probability: 1 / (1 + Math.exp(-z)),
    asked: { words, decisive, coverage, absent },
    likeliest,
  };
}

/** Maximum probability of an answer that lacks the requested thing: below any threshold that ANSWER_RISK can set. */
const PROBABILITY_OF_LACKING = 0.1;

/**
 * From these probabilities on, the sentences answer in other words than the question's (`통금` is `출입 통제`). Of the 900 natural questions of
 * the development set, the right answers that seem to lack something are above, and the wrong ones below.
 */
const SURE: Readonly<Record<Lack, number>> = { thing: 0.65, kind: 0.85 };

/** The decision if the sentences lack what the question asks for: they do not answer it, even with a high score. */
export function withLack(found: Answerability, lack: Lack | undefined): Answerability {
  if (lack === undefined || found.probability >= SURE[lack]) return found;
  return { ...found, lack, probability: Math.min(PROBABILITY_OF_LACKING, found.probability) };
}

/**
 * Passages with a calibrated score instead of the reranker's. The passage with the likeliest sentence gets the probability of the answer.
 * Every other passage gets that probability times the ratio of its likeliest sentence to the likeliest of all.
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
