import { isHangul } from '../../../text/korean/hangul-syllable.js';
import { lowered } from '../../../text/folded-text.js';
import { verbBeginnings } from '../../../text/korean/korean-verb-forms.js';
import { isDictionaryForm, isFormOf } from '../../../text/korean/spoken-verbs.js';

/**
 * Hangul compounds contain the word at their start: `기숙사비` is about the `기숙사`. Shorter prefixes would join unrelated
 * words.
 */
const MIN_PREFIX = 3;

/** Words or phrases of two languages with the same meaning. */
export interface Translation {
  readonly ko: readonly string[];
  readonly en: readonly string[];
}

/** Synonyms by groups of words that mean the same, and by translations; both may be exchanged while questions are read. */
export class GroupedSynonyms {
  private others: ReadonlyMap<string, readonly string[]> = new Map();
  /** Verbs in their dictionary form, by the starts of their forms. */
  private verbs: ReadonlyMap<string, string> = new Map();

  constructor(groups: readonly (readonly string[])[] = [], translations: readonly Translation[] = []) {
    this.use(groups, translations);
  }

  use(groups: readonly (readonly string[])[], translations: readonly Translation[] = []): void {
    const others = new Map<string, readonly string[]>();
    for (const group of groups) {
      const words = group.map(lowered);
      for (const word of words)
        others.set(
          word,
          words.filter((other) => other !== word),
        );
    }
    for (const translation of translations) join(others, translation);
    this.others = others;
    this.verbs = new Map(
      [...others.keys()].filter(isDictionaryForm).flatMap((verb) => verbBeginnings(verb).map((start) => [start, verb])),
    );
  }

  /** Other words for a normalized word, without itself. */
  of(word: string): readonly string[] {
    const exact = this.exactly(word);
    if (exact.length > 0 || !isHangul(word)) return exact;
    const verb = this.verbOf(word);
    if (verb !== undefined) return this.exactly(verb);
    for (let length = word.length - 1; length >= MIN_PREFIX; length--) {
      const byPrefix = this.others.get(word.slice(0, length));
      if (byPrefix !== undefined) return byPrefix;
    }
    return [];
  }

  /** The verb that a word is a form of. */
  private verbOf(word: string): string | undefined {
    for (let length = word.length; length > 0 && this.verbs.size > 0; length--) {
      const verb = this.verbs.get(word.slice(0, length));
      if (verb !== undefined && isFormOf(word, verb)) return verb;
    }
    return undefined;
  }

  /** Other words for exactly this normalized phrase, without itself: no part of it and no compound matches. */
  exactly(phrase: string): readonly string[] {
    return this.others.get(phrase) ?? this.others.get(singular(phrase)) ?? [];
  }
}

/** `scholarships`: groups list the singular. Words of other scripts stay as they are. */
function singular(phrase: string): string {
  return phrase.replace(/(?<=[a-z]{2})ies$/u, 'y').replace(/(?<=[a-z]{3})(?<![su])s$/u, '');
}

/** Gives each word of one language those of the other, and their synonyms. */
function join(others: Map<string, readonly string[]>, { ko, en }: Translation): void {
  const sides = [ko.map(lowered), en.map(lowered)].map((words) => ({
    words,
    whole: [...new Set(words.flatMap((word) => [word, ...(others.get(word) ?? [])]))],
  }));
  const add = (words: readonly string[], further: readonly string[]) => {
    for (const word of words)
      others.set(
        word,
        [...new Set([...(others.get(word) ?? []), ...further])].filter((other) => other !== word),
      );
  };
  const [korean, english] = sides;
  if (korean === undefined || english === undefined) return;
  add(korean.whole, english.words);
  add(english.words, korean.whole);
}
