import { Synonyms } from './query.js';

/** Hangul compounds hold the word at their begin: `기숙사비` is a matter of the `기숙사`. Shorter prefixes would join strangers. */
const MIN_PREFIX = 3;

/** Synonyms by groups of words that mean the same; the groups may be exchanged while questions are read. */
export class GroupedSynonyms extends Synonyms {
  private others: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(groups: readonly (readonly string[])[] = []) {
    super();
    this.use(groups);
  }

  use(groups: readonly (readonly string[])[]): void {
    const others = new Map<string, readonly string[]>();
    for (const group of groups) {
      const words = group.map((word) => word.normalize('NFC').toLowerCase());
      for (const word of words)
        others.set(
          word,
          words.filter((other) => other !== word),
        );
    }
    this.others = others;
  }

  of(word: string): readonly string[] {
    const exact = this.others.get(word);
    if (exact !== undefined || !/^[가-힣]+$/u.test(word)) return exact ?? [];
    for (let length = word.length - 1; length >= MIN_PREFIX; length--) {
      const byPrefix = this.others.get(word.slice(0, length));
      if (byPrefix !== undefined) return byPrefix;
    }
    return [];
  }
}
