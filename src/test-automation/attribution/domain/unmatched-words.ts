import { WholeWords } from '../../../text/tokens/whole-words.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { stripParticle } from '../../../text/korean/korean-form.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';

/** Nouns and names of the question, whole, that the gold passage has in no form: lexical search cannot match them. */
export function unmatchedWords(question: string, gold: string): string[] {
  const passage = foldedWithoutSpaces(gold);
  const words = new WholeWords([question, gold]);
  const held = words.in(gold);
  const isHeld = (term: string): boolean =>
    passage.includes(term) ||
    held.some((other) => (hasSyllable(term) && term.startsWith(other)) || isSameStem(term, other));
  return words.in(question).filter((term) => !isHeld(term));
}

/** English forms of one word share a prefix; Korean terms are compared whole. */
const isSameStem = (a: string, b: string): boolean => {
  if (hasSyllable(a)) return false;
  const least = Math.max(4, Math.min(a.length, b.length) - 2);
  return a.length >= 4 && b.length >= 4 && a.slice(0, least) === b.slice(0, least);
};

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];

/** A word without its particle, since the sentence that it is put into adds its own; unchanged if the term needs the whole word. */
function bareWord(word: string, term: string): string {
  const bare = stripParticle(word);
  return foldedWithoutSpaces(bare).includes(term) ? bare : word;
}

/**
 * The words of a question that contain the terms, as they are written there, without particles. A term that joins several words is in none.
 * @example wordsWith('미리 허락을 받아야 하나요?', ['허락']) // ['허락']
 */
export function wordsWith(question: string, terms: readonly string[]): string[] {
  const words = wordsOf(question);
  const found = terms.flatMap((term) => {
    const word = words.find((one) => foldedWithoutSpaces(one).includes(term));
    return word === undefined ? [] : [bareWord(word, term)];
  });
  return [...new Set(found)];
}

/** The words of a question, as they are written there, that the gold passage has in no form. */
export const unsaidWords = (question: string, gold: string): string[] =>
  wordsWith(question, unmatchedWords(question, gold));
