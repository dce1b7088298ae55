import { hasSyllable } from '../../../text/korean/hangul-syllable.js';

/** How passages are found and ranked; one setting for every corpus. */
export interface RankingSettings {
  /** Number of passages that each retriever lists. */
  readonly listed: number;
  /** Weights of words and vectors in the first pass. */
  readonly first: readonly [words: number, vector: number];
  /** Weights of the question's words, of the expansion terms, and of the moved vector in the second pass. */
  readonly second: readonly [words: number, feedbackWords: number, vector: number];
  /** Weight of the static embedding in both passes, if it is compared; the others share the rest. */
  readonly meaningShare: number;
  /** The same for a question without Hangul whose words mostly occur in the store: see `isSpelledOut`. */
  readonly spelledOutMeaningShare: number;
  /**
   * If the question's words separate passages this clearly (see `decisiveness`), the static embedding has at most this
   * weight in the first pass.
   */
  readonly singledOut: { readonly from: number; readonly meaningShare: number };
  /** How the weights differ for vectors of a provider's model, which reads whole sentences. */
  readonly provided: {
    /** Weight of its vectors relative to those that are fitted on the store. */
    readonly gain: number;
    readonly meaningShare: number;
    readonly feedbackStrength: number;
  };
  /** A more decisive first pass needs no second one: see `decisiveness`. */
  readonly decisive: number;
  readonly feedbackPassages: number;
  readonly feedbackTerms: number;
  /** How far the question's vector is moved towards the passages, relative to its own weight. */
  readonly feedbackStrength: number;
  /** Number of passages in the final order; a request may ask for up to a hundred. */
  readonly kept: number;
  /** Number of passages that are compared with the question word by word; the others keep the fused order. */
  readonly compared: number;
  /** Standard deviations of fused score that a certainly relevant passage gains over an irrelevant one. */
  readonly relevanceWeight: number;
  /** Number of best passages whose scores are regularised after a second pass: see `scoreRegularization`. */
  readonly supportedAmong: number;
  /** Number of neighbours of each passage that count. */
  readonly supporters: number;
  /** Standard deviations of fused score per standard deviation of support. */
  readonly supportWeight: number;
  /** Weight of a word of the expansion text relative to one of the question. */
  readonly expansionWeight: number;
}

/**
 * Chosen by trying a few values of each on six public sets (src/search/README.md); the same for every corpus and
 * language. Weights by the peakedness of a retriever's scores gained nothing over these.
 */
export const RANKING: RankingSettings = {
  listed: 100,
  first: [0.65, 0.35],
  second: [0.45, 0.22, 0.33],
  meaningShare: 0.45,
  spelledOutMeaningShare: 0.3,
  singledOut: { from: 0.2, meaningShare: 0.2 },
  provided: { gain: 2, meaningShare: 0.3, feedbackStrength: 1 },
  decisive: 0.45,
  feedbackPassages: 10,
  feedbackTerms: 50,
  feedbackStrength: 4,
  kept: 200,
  compared: 40,
  relevanceWeight: 2,
  supportedAmong: 100,
  supporters: 8,
  supportWeight: 0.2,
  expansionWeight: 0.3,
};

/** The settings for vectors of a provider's model. */
export function forProvided(settings: RankingSettings): RankingSettings {
  const { first, second, provided } = settings;
  const part = (share: number, vector: number) => share / (1 + vector * (provided.gain - 1));
  const [words, vector] = first;
  const [again, learned, moved] = second;
  return {
    ...settings,
    first: [part(words, vector), part(vector * provided.gain, vector)],
    second: [part(again, moved), part(learned, moved), part(moved * provided.gain, moved)],
    meaningShare: provided.meaningShare,
    spelledOutMeaningShare: provided.meaningShare,
    singledOut: { ...settings.singledOut, meaningShare: provided.meaningShare },
    feedbackStrength: provided.feedbackStrength,
  };
}

/**
 * Whether the words of a question suffice: they are whole words (Hangul is compared by pairs of syllables) and at least
 * half of them occur in the store. Words that occur nowhere, such as those of another language, can be found only by
 * their meaning.
 */
export function isSpelledOut(words: readonly { readonly text: string; readonly isUnknown: boolean }[]): boolean {
  const known = words.filter(({ isUnknown }) => !isUnknown).length;
  return words.length > 0 && 2 * known >= words.length && !words.some(({ text }) => hasSyllable(text));
}
