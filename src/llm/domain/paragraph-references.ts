import { PlacedSentence } from '../../text/sentences/governing-sentences.js';
import { TextSpan } from '../../text/text-span.js';

/** A longer paragraph is not added; the reader can ask for it. */
const LONGEST = 250;
const NUMBERED = /^(?:제\s?\d{1,4}\s?조[^①\n]{0,90})?([①-⑳])/u;
const FIRST_NUMBER = 0x2460;
/** `제2항을 지키지 않은 사람은`; a paragraph of another article (`제5조 제2항`) or law is not in this passage. */
const REFERENCE = /(?<!조의?\s{0,3}\d{0,3}\s{0,3})제\s?(\d{1,2})\s?항/gu;
const BEGINS_WITH_REFERENCE = /^[①-⑳]\s{0,3}제\s?(\d{1,2})\s?항/u;

interface Paragraph extends TextSpan {
  readonly number: number;
}

/** The numbered paragraphs of a passage. */
function paragraphsOf(text: string, sentences: readonly PlacedSentence[]): Paragraph[] {
  return sentences.flatMap(({ start, block: [first, last] }, i) => {
    const sign = first === i ? NUMBERED.exec(text.slice(start, start + 120))?.[1] : undefined;
    if (sign === undefined) return [];
    return [{ number: sign.charCodeAt(0) - FIRST_NUMBER + 1, start, end: sentences[last]?.end ?? start }];
  });
}

/**
 * The paragraphs of the same article that a quoted one needs as context: those that it refers to by number, and those that refer to it
 * (`③ 제2항을 지키지 않은 사람은 …` names the consequence of ②). Only short ones.
 */
export function paragraphsBeside(text: string, quoted: TextSpan, sentences: readonly PlacedSentence[]): TextSpan[] {
  if (!text.includes('항')) return [];
  const paragraphs = paragraphsOf(text, sentences);
  const own = paragraphs
    .filter(({ start, end }) => start < quoted.end && end > quoted.start)
    .map(({ number }) => number);
  const said = text.slice(quoted.start, quoted.end);
  const meant = new Set([...said.matchAll(REFERENCE)].map(([, number]) => Number(number)));
  return paragraphs
    .filter(({ number, start, end }) => {
      if (end - start > LONGEST || own.includes(number)) return false;
      const begin = BEGINS_WITH_REFERENCE.exec(text.slice(start, start + 20))?.[1];
      return meant.has(number) || (begin !== undefined && own.includes(Number(begin)));
    })
    .map(({ start, end }) => ({ start, end }));
}
