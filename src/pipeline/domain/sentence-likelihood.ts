import { pointsSomewhere, saysDecision } from './answer-form.js';
import { AnswerType } from './answer-type.js';
import { ANSWER_MODEL, SentenceWeights } from './answer-model.js';
import { Evidence, EvidenceSentence, isEmptySentence, QuestionWord, RankedSentence, isReference } from './evidence.js';

/** A sentence whose `support` is the probability that it contains the answer, given that one of the sentences does. */
export interface LikelySentence extends RankedSentence {
  /** Its logit, before the softmax over all sentences. */
  readonly strength: number;
}

/** The question, as far as sentences are compared with it. */
export interface AskedWords {
  readonly words: readonly QuestionWord[];
  readonly type: AnswerType;
}

export type SentenceFeatures = Readonly<Record<keyof SentenceWeights, number>>;

/** A paragraph, an item, a row or an article starts a new topic and does not continue the text before it. */
const BEGINS_ANEW = /^\s*(?:[①-⑳|#•*-]|\(?\d{1,2}[.)]|[가-하][.)]|제\s?\d+\s?조)/u;

/** Weighted share of the question that is in the previous sentence and not in this one: `He also …` continues it. */
function saidBefore({ evidence, sentence }: RankedSentence, words: readonly QuestionWord[]): number {
  const before = evidence.sentences[evidence.sentences.indexOf(sentence) - 1];
  if (before === undefined || BEGINS_ANEW.test(sentence.text)) return 0;
  let said = 0;
  let total = 0;
  words.forEach((word, i) => {
    total += word.weight;
    said += word.weight * Math.max(0, (before.shares[i] ?? 0) - (sentence.shares[i] ?? 0));
  });
  return total === 0 ? 0 : said / total;
}

const SHORT = 25;
const LEAST_LENGTH = 8;
/** Share of a word from which on a sentence contains the word. */
const HELD = 0.5;

/** Share of its document's title that the question does not name, 0..1: a general rule ranks before one for a special group. */
function unasked({ titleWords }: Evidence): number {
  const sum = titleWords.reduce((all, { asked }) => all + 1 - asked, 0);
  return titleWords.length === 0 ? 0 : sum / titleWords.length;
}

/** Features that all sentences of a passage share. */
type PlaceFeatures = Pick<SentenceFeatures, 'heading' | 'special' | 'aside' | 'passageMeaning' | 'fused'>;

function placeOf(passage: Evidence, { words }: AskedWords, bestFused: number): PlaceFeatures {
  const total = words.reduce((sum, word) => sum + word.weight, 0);
  const named = words.reduce((sum, word, i) => sum + word.weight * (passage.headingShares[i] ?? 0), 0);
  return {
    heading: total === 0 ? 0 : named / total,
    special: unasked(passage),
    aside: passage.aside ? 1 : 0,
    passageMeaning: passage.meaning ?? 0,
    fused: (passage.fused ?? bestFused) - bestFused,
  };
}

/**
 * Features of each sentence: its support by the words of the question, its similarity to the question, the features of its passage and
 * heading, and the kind of sentence.
 */
export function sentenceFeatures(
  ranked: readonly RankedSentence[],
  evidence: readonly Evidence[],
  asked: AskedWords,
): SentenceFeatures[] {
  const bestFused = Math.max(...evidence.map((passage) => passage.fused ?? 0));
  const places = new Map(evidence.map((passage) => [passage, placeOf(passage, asked, bestFused)]));
  const { form } = asked.type;
  return ranked.map((one) => {
    const { text, shares, meaning = 0 } = one.sentence;
    return {
      ...(places.get(one.evidence) ?? placeOf(one.evidence, asked, bestFused)),
      support: one.support,
      untyped: one.typed ? 0 : 1,
      held: Math.log1p(shares.filter((share) => share > HELD).length),
      before: saidBefore(one, asked.words),
      meaning,
      empty: isEmptySentence(one.sentence) ? 1 : 0,
      length: Math.log(Math.max(LEAST_LENGTH, text.length)),
      question: text.trimEnd().endsWith('?') ? 1 : 0,
      reference: isReference(one.sentence) ? 1 : 0,
      short: text.length < SHORT ? 1 : 0,
      undecided: form?.decides === true && !saysDecision(text) ? 1 : 0,
      unplaced: form?.pointsTo === true && !pointsSomewhere(text) ? 1 : 0,
    };
  });
}

/** The logit of a sentence: a weighted sum of its features. */
export function sentenceStrength(features: SentenceFeatures, weights: SentenceWeights): number {
  return (
    weights.support * features.support +
    weights.untyped * features.untyped +
    weights.heading * features.heading +
    weights.held * features.held +
    weights.before * features.before +
    weights.passageMeaning * features.passageMeaning +
    weights.meaning * features.meaning +
    weights.special * features.special +
    weights.fused * features.fused +
    weights.aside * features.aside +
    weights.empty * features.empty +
    weights.length * features.length +
    weights.question * features.question +
    weights.reference * features.reference +
    weights.short * features.short +
    weights.undecided * features.undecided +
    weights.unplaced * features.unplaced
  );
}

/** Shares that add up to 1, the larger the higher the logit (softmax). */
export function shareOut(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const parts = logits.map((z) => Math.exp(z - highest));
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / total);
}

/**
 * The same sentences with probabilities in place of support, best first; ties stay in order. A conditional logit (McFadden 1974): one
 * sentence contains the answer, and the logit of each depends on its own features.
 */
export function likelySentences(
  ranked: readonly RankedSentence[],
  evidence: readonly Evidence[],
  asked: AskedWords,
  weights: SentenceWeights = ANSWER_MODEL.sentence,
): LikelySentence[] {
  if (ranked.length === 0) return [];
  const strengths = sentenceFeatures(ranked, evidence, asked).map((one) => sentenceStrength(one, weights));
  const likelihoods = shareOut(strengths);
  return ranked
    .map((one, i) => ({ ...one, support: likelihoods[i] ?? 0, strength: strengths[i] ?? 0 }))
    .sort((a, b) => b.support - a.support);
}

/**
 * The sentences for several questions at once. All questions have equal weight: a sentence's probability is the mean over the questions.
 * The best sentence of each question ranks before the second best of any.
 */
export function likelyForAll(parts: readonly (readonly LikelySentence[])[]): LikelySentence[] {
  const found = new Map<EvidenceSentence, LikelySentence>();
  for (const one of parts.flat()) {
    const known = found.get(one.sentence);
    const stronger = known === undefined || one.strength > known.strength ? one : known;
    found.set(one.sentence, { ...stronger, support: (known?.support ?? 0) + one.support / parts.length });
  }
  return [...found.values()].sort((a, b) => b.support - a.support);
}
