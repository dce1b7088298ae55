import { cleanedName } from '../../shared/domain/visible-name.js';

/** Longest title that is made from a question, in characters as readers count them. */
const LONGEST = 60;
/** A cut looks for the end of a word in this part of the title, from its end. */
const LAST_PART = 20;

/** Longest title that a person may give, in UTF-16 code units. */
export const MAX_TITLE = 200;

/** Signs before the first word: a heading, a list or a quotation in Markdown. */
const LEADING_SIGNS = /^[#>*\-+\s]+/u;

/** One line of visible text, with single blanks. */
export function oneLine(text: string): string {
  return cleanedName(text.replaceAll(/\s+/gu, ' '));
}

/** Text as it is compared in a search: NFKC, lower case, single blanks. */
export function searchable(text: string): string {
  return oneLine(text.normalize('NFKC').toLowerCase());
}

function firstLine(message: string): string {
  const lines = message.split(/[\r\n\u2028\u2029]/u).map(oneLine);
  return lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? lines.find((line) => line !== '') ?? '';
}

/**
 * Returns the title of a conversation without one: the first line of its first question with a word in it, up to 60 characters.
 * @example
 * titleOf('휴학 신청은 언제까지 해야 하나요?\n감사합니다.'); // '휴학 신청은 언제까지 해야 하나요?'
 */
export function titleOf(message: string): string {
  const line = firstLine(message);
  const text = line.replace(LEADING_SIGNS, '') || line;
  // Characters as readers count them: a cut must not divide an emoji or a Hangul syllable that is written in parts.
  const characters = Array.from(
    new Intl.Segmenter('ko').segment(text.slice(0, LONGEST * 20)),
    ({ segment }) => segment,
  );
  if (characters.length <= LONGEST) return text.length > LONGEST * 20 ? `${characters.join('')}…` : text;
  const kept = characters.slice(0, LONGEST - 1);
  const blank = kept.lastIndexOf(' ');
  return `${kept
    .slice(0, blank >= LONGEST - LAST_PART ? blank : kept.length)
    .join('')
    .trimEnd()}…`;
}
