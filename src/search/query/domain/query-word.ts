import type { ParaphraseKind } from './paraphrases/paraphrase.js';

/** A possible name of a question's word in the documents. */
export interface Alternative {
  /** As written in the lexicon. */
  readonly text: string;
  readonly terms: readonly string[];
  /** `synonym`: of the configured groups and translations; `form`: of the same verb; otherwise the kind of the lexicon's entry. */
  readonly kind: 'synonym' | 'form' | ParaphraseKind;
}

/** One content word of a question, with its index terms. */
export interface QueryWord {
  readonly text: string;
  readonly terms: readonly string[];
  /** Other names: a passage that contains one of them matches the word. */
  readonly alternatives: readonly Alternative[];
  /** Weight of the word among others of the same rarity: a verb of the question's preamble has less than a noun. */
  readonly emphasis: number;
  /** A noun with a case particle (`수영장의`, `요금은`): the topic of the question; in English, a name. */
  readonly topical: boolean;
  /** Several words with a common other name: in English they have other meanings one by one (`leave of absence`). */
  readonly isPhrase?: boolean;
}

/** Names of a word in the lexicon of everyday words, without synonyms and without other forms of it. */
export function paraphrasesOf({ alternatives }: QueryWord): string[] {
  return alternatives.filter(({ kind }) => kind !== 'synonym' && kind !== 'form').map(({ text }) => text);
}

/** More terms do not improve a ranking, and the index would read half of the corpus. */
const MAX_TERMS = 96;

/** The ranking compares every word with every passage; a question of more distinct words is a pasted text. */
const MAX_WORDS = 100;

/** A long question without its repetitions, which add to the weight of a word; of a longer one the words of most weight stay. */
export function bounded(words: readonly QueryWord[]): readonly QueryWord[] {
  if (words.length <= MAX_WORDS) return words;
  const distinct = new Map<string, QueryWord>();
  for (const word of words) {
    const { emphasis = 0, topical = false } = distinct.get(word.text) ?? {};
    const merged = { emphasis: emphasis + word.emphasis, topical: topical || word.topical };
    distinct.set(word.text, { ...(distinct.get(word.text) ?? word), ...merged });
  }
  const heaviest = [...distinct.values()].toSorted((a, b) => b.emphasis - a.emphasis).slice(0, MAX_WORDS);
  const kept = new Set(heaviest);
  return [...distinct.values()].filter((word) => kept.has(word));
}

/** The words' own terms come first: the limit for a long question then drops other names. */
export function indexTerms(words: readonly QueryWord[]): string[] {
  const own = words.flatMap((word) => word.terms);
  const names = words.flatMap((word) => word.alternatives.flatMap(({ terms }) => terms));
  return [...new Set([...own, ...names])].slice(0, MAX_TERMS);
}
