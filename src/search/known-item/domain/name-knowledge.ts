import type { BookFilter, NameIndex } from './name-index.js';

/** Returns other words for a normalized word, for example the synonyms of the search. */
export interface Alternatives {
  of(word: string): readonly string[];
}

/** Data for looking up names. */
export interface NameKnowledge {
  readonly names: NameIndex;
  readonly admits: BookFilter;
  readonly synonyms: Alternatives;
}
