import type { BookFilter, NameIndex } from './name-index.js';

/** Gives other words for a folded word; the synonyms of the search are such. */
export interface Alternatives {
  of(word: string): readonly string[];
}

/** What names are looked up with. */
export interface NameKnowledge {
  readonly names: NameIndex;
  readonly admits: BookFilter;
  readonly synonyms: Alternatives;
}
