/** What ends a sentence, or leads to one, up to the next word; `Dr. Kim` and `U. Kim` end none. */
const BEFORE_SENTENCE = /(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|Art|Sec|vs|\p{Lu}))[.!?:…]["'”’)\]]*\s+["'“‘(\[]*/gu;

/** Where the sentences of a text begin; its first word begins one. */
export function sentenceStarts(text: string): ReadonlySet<number> {
  const later = [...text.matchAll(BEFORE_SENTENCE)].map((end) => end.index + end[0].length);
  return new Set([text.search(/[\p{L}\p{N}]/u), ...later]);
}
