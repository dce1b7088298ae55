/**
 * The end of a sentence, or an introduction to one, up to the next word; `Dr. Kim` and `U. Kim` do not end a sentence.
 */
const BEFORE_SENTENCE = /(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|Art|Sec|vs|\p{Lu}))[.!?:…]["'”’)\]]*\s+["'“‘(\[]*/gu;

/** Offsets at which the sentences of a text start; its first word starts one. */
export function sentenceStarts(text: string): ReadonlySet<number> {
  const later = [...text.matchAll(BEFORE_SENTENCE)].map((end) => end.index + end[0].length);
  return new Set([text.search(/[\p{L}\p{N}]/u), ...later]);
}
