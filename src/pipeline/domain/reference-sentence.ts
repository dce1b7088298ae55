import { memoize } from '../../text/memoize.js';
import { isNameOfForm } from './blank-fields.js';
import { EvidenceSentence, isEmptySentence, RankedSentence } from './evidence.js';

/** `시험 질서 내규에 따른다`, `is set out in the by-law`, `see section 4`: names the provision with the answer, and is not an answer. */
const REFERENCE =
  /^\s{0,10}(?:[①-⑳\d.)\s]{0,10})?(?:제\s?\d{1,4}조.{0,30}(?:에 따른다|에 의한다|준용한다)|see |refer to )|(?:규정|규칙|내규|세칙|학칙|지침|요령|법률?|시행령|조례|[조항호]|별표|바)에 (?:따른다|의한다|준한다)\.?$|\b(?:is|are) (?:governed|set out|described|laid down|regulated|covered) (?:by|in) the\b/iu;
const LONGEST_REFERENCE = 120;
/** Number of cached titles and sentences of frequently found passages. */
const REMEMBERED_NAMES = 10_000;

/** Whether a sentence only refers to another provision. */
export function isReference({ text }: Pick<EvidenceSentence, 'text'>): boolean {
  return text.length < LONGEST_REFERENCE && REFERENCE.test(text);
}

/** A name or a title without the blanks and the emphasis in it. */
export const foldedName = memoize(REMEMBERED_NAMES, (text: string) => text.replace(/[\s*_]+/gu, '').toLowerCase());

/** False for a title line, a heading or a blank field, which do not answer by themselves. */
export function saysSomething({ evidence, sentence }: RankedSentence): boolean {
  if (isEmptySentence(sentence) || isNameOfForm(sentence.text)) return false;
  // The first line of a file is often its title without the form number, or without the name of its series.
  return !foldedName(evidence.title).includes(foldedName(sentence.text));
}
