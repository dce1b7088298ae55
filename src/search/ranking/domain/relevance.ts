import { TextSpan } from '../../../text/text-span.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { PlacesInText, TermPlaces } from './search-index.js';
import { AnalysedQuery } from '../../query/domain/query.js';
import { Alternative, QueryWord } from '../../query/domain/query-word.js';
import { TermFilter } from '../../../text/tokens/term-filter.js';
import { isHangul } from '../../../text/korean/hangul-syllable.js';
import { calibrate, RelevanceFeatures, SpanShares } from './relevance-features.js';

export interface Relevance {
  /** In 0..1, calibrated: see `calibrate`. */
  readonly score: number;
  readonly features: RelevanceFeatures;
  /** Terms of the question that the passage contains. */
  readonly matchedTerms: readonly string[];
  /** Name of the model that gave the score; undefined for the built-in relevance. */
  readonly model?: string;
}

/**
 * Rarity of terms: BM25's idf over the whole index. Terms that occur nowhere have the highest weight: a passage cannot
 * cover them.
 */
export function inverseDocumentFrequency(frequency: number, passages: number): number {
  return Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));
}

/** The terms of a word or of a synonym, by their ordinals, with the rarity of each. */
interface WeightedForm {
  readonly terms: readonly number[];
  readonly idfs: readonly number[];
  /** How much of the word a passage with this form matches, 0..1. */
  readonly credit: number;
  /**
   * Its first pair of syllables, which starts every word that starts with the form; -1 for scripts without compounds.
   */
  readonly first: number;
  /** Another form of the same verb, which no longer word ends in. */
  readonly isOfVerb: boolean;
}

interface WeightedWord {
  readonly text: string;
  /** The word's own terms first, then those of each synonym. */
  readonly forms: readonly WeightedForm[];
  readonly topical: boolean;
  /** Weight of the word in the question. */
  readonly weight: number;
  /** Weight among the words of the topic, where rarity has no cap since there is no preamble. */
  readonly topicWeight: number;
  /** No passage contains it under any of its names. */
  readonly isUnknown: boolean;
}

/**
 * Maximum weight of a word that occurs nowhere, as a share of the highest idf: users write preambles in words that
 * rules never use, and only some of those words are the topic.
 */
const RARITY_CAP = 0.62;
const HANGUL_PAIR = /^[\uac00-\ud7a3]{2}$/u;
/** A term that occurs in no text: its idf is the highest. */
const UNKNOWN_TERM = '';

/** Credit of another name relative to the word itself, by its source. */
const CREDIT: Readonly<Record<Alternative['kind'], number>> = {
  synonym: 0.9,
  form: 1,
  same: 1,
  term: 1,
  translation: 1,
  related: 0.5,
};
/**
 * Credit of a Korean word that occurs only as the end of longer ones: `가족돌봄휴학` is a kind of `휴학`, and a question about
 * one is not about the other.
 */
const KIND_CREDIT = 0.75;

/** Two nouns of two syllables. */
const SHORTEST_COMPOUND = 4;

/** Where a term was found, as bits. */
const IN_HEADING = 1;
const IN_BODY = 2;
const ANYWHERE = IN_HEADING | IN_BODY;

/** Half its rarest term, half the mean: one odd bigram (`장님` in `학과장님`) does not make a common word rare. */
function rarity({ idfs }: WeightedForm): number {
  return (Math.max(...idfs) + idfs.reduce((sum, x) => sum + x, 0) / idfs.length) / 2;
}

/**
 * A word that the documents never use is as rare as its synonym that they do use. Other forms of a verb count only if
 * nothing else is known: they may be forms of another word.
 */
function rarityOf(forms: readonly WeightedForm[], unknown: number): number {
  const named = Math.min(...forms.filter(({ isOfVerb }) => !isOfVerb).map(rarity));
  return named < unknown ? named : Math.min(...forms.map(rarity));
}

/**
 * The terms of a word. If users join two words (`휴학신청`) that documents separate, the pairs at the seams, which occur
 * nowhere, are dropped: each syllable must be in a pair that occurs.
 */
function withoutSeams({ text, terms }: QueryWord, isKnown: (term: string) => boolean): readonly string[] {
  if (text.length < SHORTEST_COMPOUND || !isHangul(text) || terms.length !== text.length - 1) return terms;
  const known = terms.map(isKnown);
  const isCovered =
    known[0] === true && known.at(-1) === true && !known.some((one, i) => !one && known[i + 1] === false);
  return isCovered ? terms.filter((_, i) => known[i]) : terms;
}

/** Squared, since a long Korean passage contains half of a word's bigrams by chance. */
function heldShare({ terms, idfs }: WeightedForm, held: Uint8Array, where: number): number {
  let mass = 0;
  let found = 0;
  for (let i = 0; i < terms.length; i++) {
    const idf = idfs[i] ?? 0;
    mass += idf;
    if (((held[terms[i] ?? 0] ?? 0) & where) !== 0) found += idf;
  }
  return mass === 0 ? 0 : (found / mass) ** 2;
}

/** @param begun terms that start a word of the text; undefined if unknown */
function shareOf({ forms }: WeightedWord, held: Uint8Array, where: number, begun?: Uint8Array): number {
  let best = 0;
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i];
    if (form === undefined) continue;
    const isInside = begun !== undefined && form.first >= 0 && begun[form.first] === 0;
    const credit = form.credit * (!isInside ? 1 : form.isOfVerb ? 0 : KIND_CREDIT);
    best = Math.max(best, credit * heldShare(form, held, where));
  }
  return best;
}

/**
 * A question prepared for comparison with many passages; a search compares a hundred, so nothing here creates objects.
 */
export class RelevanceModel {
  private readonly words: readonly WeightedWord[];
  private readonly wanted: TermFilter;
  private readonly totalWeight: number;
  /** The words that contain each term. */
  private readonly wordsOfTerm: readonly (readonly number[])[];
  /** Where the current passage contains each term. */
  private readonly held: Uint8Array;
  /** Whether a word of the current text starts with each term. */
  private readonly begun: Uint8Array;
  /** Occurrences of each word inside the current span. */
  private readonly inside: Uint32Array;

  constructor(
    { words }: AnalysedQuery,
    private readonly analyser: Analyser,
    idf: (term: string) => number,
  ) {
    const content = words.filter(({ terms, alternatives }) => terms.length > 0 || alternatives.length > 0);
    const isKnown = (term: string) => idf(term) < idf(UNKNOWN_TERM);
    const formsOf = (word: QueryWord) =>
      [
        { terms: withoutSeams(word, isKnown), credit: 1, kind: undefined },
        ...word.alternatives.map(({ terms, kind }) => ({ terms, credit: CREDIT[kind], kind })),
      ].filter(({ terms }) => terms.length > 0);
    const formsOfWords = content.map(formsOf);
    this.wanted = new TermFilter(formsOfWords.flatMap((forms) => forms.flatMap(({ terms }) => terms)));
    this.words = content.map((word, i) => {
      const forms = (formsOfWords[i] ?? []).map(({ terms, credit, kind }) => ({
        terms: terms.map((term) => this.wanted.ordinalOf(term)),
        idfs: terms.map(idf),
        credit,
        isOfVerb: kind === 'form',
        first: HANGUL_PAIR.test(terms[0] ?? '') ? this.wanted.ordinalOf(terms[0] ?? '') : -1,
      }));
      const rarest = rarityOf(forms, idf(UNKNOWN_TERM));
      const weight = word.emphasis * Math.min(RARITY_CAP * idf(UNKNOWN_TERM), rarest);
      const isUnknown = rarest >= idf(UNKNOWN_TERM);
      return { text: word.text, topical: word.topical, forms, weight, topicWeight: word.emphasis * rarest, isUnknown };
    });
    this.totalWeight = this.words.reduce((sum, word) => sum + word.weight, 0);
    this.wordsOfTerm = this.wanted.list.map((_, term) =>
      [...this.words.keys()].filter((i) => this.words[i]?.forms.some((form) => form.terms.includes(term))),
    );
    this.held = new Uint8Array(this.wanted.size);
    this.begun = new Uint8Array(this.wanted.size);
    this.inside = new Uint32Array(this.words.length);
  }

  /**
   * Index terms that affect the result: those of the question's words and of their synonyms. Occurrences refer to them
   * by ordinal.
   */
  get terms(): readonly string[] {
    return this.wanted.list;
  }

  score({ heading, body }: TermPlaces): Relevance {
    const { held } = this;
    held.fill(0);
    for (const term of heading.terms) held[term] = IN_HEADING;
    for (const term of body.terms) held[term] = (held[term] ?? 0) | IN_BODY;
    const features: RelevanceFeatures = {
      coverage: this.coverage(ANYWHERE),
      heading: this.coverage(IN_HEADING),
      phrase: Math.max(this.phrase(body), this.phrase(heading)),
      proximity: this.proximity(body),
    };
    const matchedTerms = this.wanted.list.filter((_, term) => held[term] !== 0);
    return { score: calibrate(features), features, matchedTerms };
  }

  /** The question's content words with their weights, in the order of every list of shares. */
  get contentWords(): readonly Omit<WeightedWord, 'forms'>[] {
    return this.words.map(({ text, weight, topicWeight, topical, isUnknown }) => ({
      text,
      weight,
      topicWeight,
      topical,
      isUnknown,
    }));
  }

  /**
   * Number of content words as written. A phrase with other names (`days of sick leave`) is one word in the list of shares, and as many
   * as it has here: three words single out a passage better than one.
   */
  get wordsWritten(): number {
    return this.words.reduce((sum, { text }) => sum + text.trim().split(/\s+/u).length, 0);
  }

  /** The share of each content word that a text contains, 0..1. */
  shares(text: string): readonly number[] {
    return this.sharesOfSpans(text, []).whole;
  }

  /**
   * The shares of a text and of each of its spans, from one scan.
   * @param spans in the order of the text, without overlaps; positions in UTF-16 units
   */
  sharesOfSpans(text: string, spans: readonly TextSpan[]): SpanShares {
    const { held, begun, words } = this;
    const [anywhere, begunAnywhere] = [new Uint8Array(held.length), new Uint8Array(held.length)];
    const found: number[][] = [];
    held.fill(0);
    begun.fill(0);
    const finish = () => {
      found.push(words.map((word) => shareOf(word, held, IN_BODY, begun)));
      held.fill(0);
      begun.fill(0);
    };
    this.analyser.find(text, this.wanted, (term, { start }) => {
      while (start >= (spans[found.length]?.end ?? Infinity)) finish();
      const begins = text.startsWith(this.wanted.list[term] ?? '', start);
      anywhere[term] = IN_BODY;
      if (begins) begunAnywhere[term] = 1;
      if (start < (spans[found.length]?.start ?? Infinity)) return;
      held[term] = IN_BODY;
      if (begins) begun[term] = 1;
    });
    while (found.length < spans.length) finish();
    return { whole: words.map((word) => shareOf(word, anywhere, IN_BODY, begunAnywhere)), spans: found };
  }

  /** The share of some terms that belongs to the question's words and their synonyms, 0..1; 0 for an empty list. */
  askedShare(terms: readonly string[]): number {
    const asked = terms.filter((term) => this.wanted.ordinalOf(term) >= 0).length;
    return asked / Math.max(1, terms.length);
  }

  /** Occurrences of the question's terms in a text. */
  positions(text: string): PlacesInText {
    const places: { terms: number[]; words: number[] } = { terms: [], words: [] };
    this.analyser.find(text, this.wanted, (term, { word }) => {
      places.terms.push(term);
      places.words.push(word);
    });
    return places;
  }

  private coverage(where: number): number {
    if (this.totalWeight === 0) return 0;
    let sum = 0;
    for (const word of this.words) sum += word.weight * shareOf(word, this.held, where);
    return sum / this.totalWeight;
  }

  private phrase(places: PlacesInText): number {
    let pairs = 0;
    let together = 0;
    for (let i = 0; i + 1 < this.words.length; i++) {
      const [word, next] = [this.words[i], this.words[i + 1]];
      if (word === undefined || next === undefined) break;
      const weight = word.weight + next.weight;
      pairs += weight;
      // Up to two words apart still counts as one expression: `leave of absence`, `휴학을 신청`.
      if (follows(places, word.forms[0]?.terms.at(-1) ?? -1, next.forms[0]?.terms[0] ?? -1, 2)) together += weight;
    }
    return pairs === 0 ? 0 : together / pairs;
  }

  /**
   * Number of distinct question words found, divided by the length of the shortest span of words that contains them
   * all.
   */
  private proximity(body: PlacesInText): number {
    const distinct = this.distinctWords();
    if (distinct < 2) return distinct / Math.max(1, this.words.length);
    const { inside } = this;
    inside.fill(0);
    let [held, best, left] = [0, Infinity, 0];
    for (let right = 0; right < body.terms.length; right++) {
      for (const word of this.wordsOfTerm[body.terms[right] ?? 0] ?? []) {
        const count = inside[word] ?? 0;
        if (count === 0) held++;
        inside[word] = count + 1;
      }
      while (held === distinct) {
        best = Math.min(best, (body.words[right] ?? 0) - (body.words[left] ?? 0) + 1);
        for (const word of this.wordsOfTerm[body.terms[left] ?? 0] ?? []) {
          const count = (inside[word] ?? 0) - 1;
          inside[word] = count;
          if (count === 0) held--;
        }
        left++;
      }
    }
    return (distinct / Math.max(distinct, best)) * (distinct / this.words.length);
  }

  private distinctWords(): number {
    let distinct = 0;
    for (const { forms } of this.words) {
      if (forms.some(({ terms }) => terms.some((term) => ((this.held[term] ?? 0) & IN_BODY) !== 0))) distinct++;
    }
    return distinct;
  }
}

/** Whether one term occurs in the word of the other or up to `reach` words before it. */
function follows({ terms, words }: PlacesInText, first: number, second: number, reach: number): boolean {
  for (let i = 0; i < terms.length; i++) {
    if (terms[i] !== first) continue;
    const from = words[i] ?? 0;
    let k = i;
    // The other term may precede it in the same word.
    while (k > 0 && words[k - 1] === from) k--;
    for (; k < terms.length && (words[k] ?? 0) <= from + reach; k++) if (terms[k] === second) return true;
  }
  return false;
}
