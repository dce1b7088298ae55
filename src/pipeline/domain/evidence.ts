import { AnswerType, holdsAnswerType } from './answer-type.js';

/** A sentence of a passage; offsets in the passage's text. */
export interface EvidenceSentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** How much of each content word of the question it holds, 0..1. */
  readonly shares: readonly number[];
}

/** A retrieved passage, compared with the question sentence by sentence. */
export interface Evidence {
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly section: string | undefined;
  readonly url: string | null;
  readonly date: string | null;
  readonly version: string | null;
  readonly canonicalPath: readonly string[];
  /** Offset of the passage in the stored document. */
  readonly start: number;
  readonly text: string;
  /** Rerank score, 0..1. */
  readonly score: number;
  readonly deleted: boolean;
  readonly headingShares: readonly number[];
  readonly passageShares: readonly number[];
  readonly sentences: readonly EvidenceSentence[];
}

/** Content words of the question with their rarity. */
export interface QuestionWord {
  readonly text: string;
  readonly weight: number;
}

/** A sentence that may answer, with how well. */
export interface RankedSentence {
  readonly evidence: Evidence;
  readonly sentence: EvidenceSentence;
  /** Support of the question by the sentence in its place, 0..1. */
  readonly support: number;
  /** Whether it holds the kind of thing that was asked for. */
  readonly typed: boolean;
}

/** What a word is worth that stands in the heading, or elsewhere in the passage, and not in the sentence itself. */
const HEADING_CREDIT = 0.9;
const PASSAGE_CREDIT = 0.55;
/** A sentence without the kind of thing that was asked for rarely answers. */
const UNTYPED_FACTOR = 0.7;
/** How much the rank of the passage counts beside the words of the sentence. */
const PASSAGE_WEIGHT = 0.25;

function credit(own: number, heading: number, passage: number): number {
  return Math.max(own, HEADING_CREDIT * heading, PASSAGE_CREDIT * passage);
}

/** Share of the question that a sentence covers in its place: its own words, those of its heading, those around it. */
export function contextualCoverage(sentence: EvidenceSentence, evidence: Evidence, words: readonly QuestionWord[]): number {
  let covered = 0;
  let total = 0;
  words.forEach((word, i) => {
    total += word.weight;
    covered += word.weight * credit(sentence.shares[i] ?? 0, evidence.headingShares[i] ?? 0, evidence.passageShares[i] ?? 0);
  });
  return total === 0 ? 0 : covered / total;
}

function ownCoverage(sentence: EvidenceSentence, words: readonly QuestionWord[]): number {
  let covered = 0;
  let total = 0;
  words.forEach((word, i) => {
    total += word.weight;
    covered += word.weight * (sentence.shares[i] ?? 0);
  });
  return total === 0 ? 0 : covered / total;
}

/** A heading or the purpose clause of a regulation names everything and answers nothing. */
const EMPTY_SENTENCE = /^(#{1,6} .*|제\d+조(의\d+)?\s?\(목적\).*|\|[\s:|-]+\||제\d+[편장절관].{0,30})$/su;

function rankSentence(evidence: Evidence, sentence: EvidenceSentence, words: readonly QuestionWord[], type: AnswerType): RankedSentence {
  const typed = holdsAnswerType(type, sentence.text);
  const words01 = 0.55 * contextualCoverage(sentence, evidence, words) + 0.45 * ownCoverage(sentence, words);
  const support = (1 - PASSAGE_WEIGHT) * words01 + PASSAGE_WEIGHT * evidence.score;
  const factor = (typed ? 1 : UNTYPED_FACTOR) * (EMPTY_SENTENCE.test(sentence.text) ? 0.4 : 1);
  return { evidence, sentence, support: support * factor, typed };
}

/** All sentences of all passages, best first; ties in the order of retrieval. */
export function rankSentences(evidence: readonly Evidence[], words: readonly QuestionWord[], type: AnswerType): RankedSentence[] {
  return evidence
    .flatMap((passage) => passage.sentences.map((sentence) => rankSentence(passage, sentence, words, type)))
    .map((ranked, order) => ({ ranked, order }))
    .sort((a, b) => b.ranked.support - a.ranked.support || a.order - b.order)
    .map(({ ranked }) => ranked);
}

/** What the decision to answer stands on; each in 0..1. */
export interface Answerability {
  /** Weighted share of the question that the best passage with its heading covers. */
  readonly coverage: number;
  /** Weighted share of content words that the best passage and its heading do not hold at all. */
  readonly missing: number;
  readonly typed: boolean;
  readonly rerankScore: number;
  /** Probability that the passages answer the question. */
  readonly probability: number;
}

/** A word counts as missing below this share of its terms; Korean words keep a stray bigram by chance. */
const PRESENT_SHARE = 0.3;

/**
 * Whether the passages answer the question: a logistic model over how much of the question its best sentence's passage covers,
 * how much is missing altogether, and whether the kind of thing that was asked for is there. Fitted on questions of public sets
 * with and without their answering document (README, Abstention).
 */
export function answerability(best: RankedSentence | undefined, words: readonly QuestionWord[]): Answerability {
  if (best === undefined || words.length === 0) return { coverage: 0, missing: 1, typed: false, rerankScore: 0, probability: 0 };
  const { evidence, sentence, typed } = best;
  let total = 0;
  let missing = 0;
  words.forEach((word, i) => {
    total += word.weight;
    const held = Math.max(evidence.headingShares[i] ?? 0, evidence.passageShares[i] ?? 0);
    if (held < PRESENT_SHARE) missing += word.weight;
  });
  const coverage = contextualCoverage(sentence, evidence, words);
  const missingShare = total === 0 ? 1 : missing / total;
  const z = -2.6 + 5.2 * coverage - 4.0 * missingShare + (typed ? 0.8 : -0.8) + 0.6 * evidence.score;
  return { coverage, missing: missingShare, typed, rerankScore: evidence.score, probability: 1 / (1 + Math.exp(-z)) };
}

/** Below this the answer is that the documents do not say it. */
export const ANSWER_THRESHOLD = 0.5;
