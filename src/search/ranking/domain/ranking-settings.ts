import { hasSyllable } from '../../../text/korean/hangul-syllable.js';

/** How passages are found and ranked; one setting for every corpus. */
export interface RankingSettings {
  /** Each retriever lists this many. */
  readonly listed: number;
  /** Shares of words and vectors in the first retrieval. */
  readonly first: readonly [words: number, vector: number];
  /** Shares of the question's words, of the words of the passages found first, and of the moved vector in the second. */
  readonly second: readonly [words: number, feedbackWords: number, vector: number];
  /** Share of what the question means in both, where meanings are compared; the others share the rest. */
  readonly meaningShare: number;
  /** The same for a question without Hangul whose words mostly stand in the store: see `isSpelledOut`. */
  readonly spelledOutMeaningShare: number;
  /** Where the words of a question single out passages this clearly (see `decisiveness`), their meaning has at most this share in the first round. */
  readonly singledOut: { readonly from: number; readonly meaningShare: number };
  /** How the shares differ where a provider's model made the vectors, which reads whole sentences. */
  readonly provided: {
    /** What its vectors count against those that are fitted on the store. */
    readonly gain: number;
    readonly meaningShare: number;
    readonly feedbackStrength: number;
  };
  /** A first round that is more decisive than this needs no second: see `decisiveness`. */
  readonly decisive: number;
  readonly feedbackPassages: number;
  readonly feedbackTerms: number;
  /** How far the question's vector is moved towards the passages, beside its own. */
  readonly feedbackStrength: number;
  /** Passages that stay in the order; nobody may ask for more than a hundred. */
  readonly kept: number;
  /** Passages that are compared with the question word by word; beyond that the fused order stands. */
  readonly compared: number;
  /** Standard deviations of fused score that a certain passage gains over an irrelevant one. */
  readonly relevanceWeight: number;
  /** After a second round so many of the best support one another: see `scoreRegularization`. */
  readonly supportedAmong: number;
  /** Of each passage so many neighbours speak for it. */
  readonly supporters: number;
  /** Standard deviations of fused score that one of support is worth. */
  readonly supportWeight: number;
  /** What a word of the text beside the question counts, against one of the question. */
  readonly expansionWeight: number;
}

/**
 * Chosen by trying a few values of each on six public sets (src/search/README.md); one setting for every corpus and language. Weights that
 * look at how peaked a retriever's scores are were tried too and gained nothing over these.
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

/** The settings where a provider's model made the vectors. */
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
 * Whether the words of a question can speak for themselves: they are whole words (Hangul is compared by pairs of syllables) and at least half
 * of them stand in the store. Words that stand nowhere, as those of another language, can be found by their meaning only.
 */
export function isSpelledOut(words: readonly { readonly text: string; readonly isUnknown: boolean }[]): boolean {
  const known = words.filter(({ isUnknown }) => !isUnknown).length;
  return words.length > 0 && 2 * known >= words.length && !words.some(({ text }) => hasSyllable(text));
}
