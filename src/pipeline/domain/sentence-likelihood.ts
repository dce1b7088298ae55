import { AnswerType } from './answer-type.js';
import { ANSWER_MODEL, SentenceWeights } from './answer-model.js';
import { Evidence, EvidenceSentence, isHeaded, QuestionWord, RankedSentence } from './evidence.js';

/** A sentence whose `support` is the probability that it holds the answer, given that one of the sentences does. */
export interface LikelySentence extends RankedSentence {
  /** Its logit before the others were looked at: how strongly it speaks for itself. */
  readonly strength: number;
}

/** What was asked, as far as sentences are compared with it. */
export interface AskedWords {
  readonly question: string;
  readonly words: readonly QuestionWord[];
  readonly type: AnswerType;
}

export type SentenceFeatures = Readonly<Record<keyof SentenceWeights, number>>;

const WORD = /\d[\d.,]*|[\uac00-\ud7a3]+|(?:(?![\uac00-\ud7a3])\p{L})+/gu;
const LEAST_SUPPORT = 0.02;

/** Words without their endings, roughly: five letters, or all but the last syllable of Hangul. */
function roots(text: string): string[] {
  const words = text.normalize('NFC').toLowerCase().match(WORD) ?? [];
  return words.map((word) =>
    /[\uac00-\ud7a3]/u.test(word) ? word.slice(0, Math.max(2, word.length - 1)) : word.slice(0, 5),
  );
}

function pairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => `${words[i] ?? ''} ${word}`);
}

/** Share of the question's neighbouring words that are neighbours in the text too. */
function sharedPairs(asked: readonly string[], text: string): number {
  if (asked.length < 2) return 0;
  const lower = text.normalize('NFC').toLowerCase();
  // Most sentences hold no two of the words, and then their own words need not be told apart.
  if (!asked.some((word, i) => i > 0 && lower.includes(word) && lower.includes(asked[i - 1] ?? ''))) return 0;
  const wanted = pairs(asked);
  const own = new Set(pairs(roots(text)));
  return wanted.filter((pair) => own.has(pair)).length / wanted.length;
}

/** A paragraph, an item, a row or an article begins anew and does not go on about what stands before it. */
const BEGINS_ANEW = /^\s*(?:[①-⑳|#•*-]|\(?\d{1,2}[.)]|[가-하][.)]|제\s?\d+\s?조)/u;

/** Weighted share of the question that stands in the sentence before and not in this one: `He also …` goes on about it. */
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

/** How much of the innermost heading was asked for, 0..1: its words, and what names the kind of thing that is wanted. */
function headingAsked({ headingWords }: Evidence, { heading }: AnswerType): number {
  if (headingWords.length === 0) return 0;
  const shares = headingWords.map(({ text, asked }) => (heading?.test(text) === true ? 1 : asked));
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** What a passage gives to all its sentences. */
function placeOf(
  passage: Evidence,
  place: number,
  type: AnswerType,
): Pick<SentenceFeatures, 'headed' | 'about' | 'aside' | 'depth'> {
  return {
    headed: isHeaded(passage, type) ? 1 : 0,
    about: headingAsked(passage, type),
    aside: passage.aside ? 1 : 0,
    depth: Math.log1p(place),
  };
}

/**
 * What speaks for each sentence: its support (also as a logarithm, floored), what the sentence before adds, the share of the
 * question's neighbouring words that are neighbours in it too, and the logarithm of its passage's place in the retrieval.
 */
export function sentenceFeatures(
  ranked: readonly RankedSentence[],
  evidence: readonly Evidence[],
  { question, words, type }: AskedWords,
): SentenceFeatures[] {
  const asked = roots(question);
  const places = new Map(evidence.map((passage, i) => [passage, placeOf(passage, i, type)]));
  return ranked.map((one) => {
    const place = places.get(one.evidence) ?? placeOf(one.evidence, evidence.length, type);
    return {
      support: one.support,
      logSupport: Math.log(Math.max(LEAST_SUPPORT, one.support)),
      before: saidBefore(one, words),
      phrase: sharedPairs(asked, one.sentence.text),
      headed: place.headed,
      about: place.about,
      aside: place.aside,
      depth: place.depth,
    };
  });
}

/** What a sentence says for itself: a weighted sum. */
export function sentenceStrength(features: SentenceFeatures, weights: SentenceWeights): number {
  return (
    weights.support * features.support +
    weights.logSupport * features.logSupport +
    weights.before * features.before +
    weights.phrase * features.phrase +
    weights.depth * features.depth
  );
}

/**
 * What its place adds. It tells the sentences of one collection apart, and not whether any of them answers: where no article has a
 * heading of its own, all have little of it.
 */
function placeStrength(features: SentenceFeatures, weights: SentenceWeights): number {
  return weights.headed * features.headed + weights.about * features.about + weights.aside * features.aside;
}

/** Shares that add up to 1, the larger the higher the logit (softmax). */
export function shareOut(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const parts = logits.map((z) => Math.exp(z - highest));
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / total);
}

/**
 * The same sentences with probabilities in place of support, best first; ties stay in order. A conditional logit
 * (McFadden 1974): one sentence holds the answer, and each speaks for itself by its features.
 */
export function likelySentences(
  ranked: readonly RankedSentence[],
  evidence: readonly Evidence[],
  asked: AskedWords,
  weights: SentenceWeights = ANSWER_MODEL.sentence,
): LikelySentence[] {
  if (ranked.length === 0) return [];
  const features = sentenceFeatures(ranked, evidence, asked);
  const strengths = features.map((one) => sentenceStrength(one, weights));
  const likelihoods = shareOut(features.map((one, i) => (strengths[i] ?? 0) + placeStrength(one, weights)));
  return ranked
    .map((one, i) => ({ ...one, support: likelihoods[i] ?? 0, strength: strengths[i] ?? 0 }))
    .sort((a, b) => b.support - a.support);
}

/**
 * The sentences for several questions at once: what the reader wants is one of them as likely as another, so that a sentence's probability
 * is the mean over the questions, and the best of each stands before the second best of any.
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
