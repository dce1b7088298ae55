import { lastOf, Steps } from '../../../shared/domain/steps.js';

/** Whether a word at the start of a sentence has its capital only from its position. @param word in lower case */
export type IsCommonWord = (word: string) => boolean;

const WORD = /(?<=[\p{Ll},;] )([A-Z]?[a-z]{2,})\b/gu;

/**
 * Finds common words in English texts: words that occur inside sentences more often in lower case than with a capital. `photos` is one, the
 * name of a product is not.
 */
export function* commonWordsInSteps(texts: Iterable<string>): Steps<IsCommonWord> {
  const balance = new Map<string, number>();
  for (const text of texts) {
    yield;
    for (const [, word = ''] of text.matchAll(WORD)) {
      const small = word.toLowerCase();
      balance.set(small, (balance.get(small) ?? 0) + (word === small ? 1 : -1));
    }
  }
  return (word) => (balance.get(word) ?? 0) > 0;
}

/** `commonWordsInSteps` without yielding, for few texts. */
export const commonWords = (texts: Iterable<string>): IsCommonWord => lastOf(commonWordsInSteps(texts));
