import { sentencesOfPassage } from '../../shared/domain/passage-sentences.js';
import { PlacedSentence } from '../../text/sentences/governing-sentences.js';
import { TextSpan } from '../../text/text-span.js';

/** Where something of a passage is left out. */
const ELLIPSIS = '…';
const ELLIPSIS_ROW = '| … |';
const ROW = /^\s{0,20}\|/u;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

function isRow(text: string, sentence: PlacedSentence | undefined): boolean {
  return sentence !== undefined && ROW.test(text.slice(sentence.start, sentence.end));
}

function markOf(text: string, sentence: PlacedSentence | undefined): string {
  return isRow(text, sentence) ? ELLIPSIS_ROW : ELLIPSIS;
}

/**
 * The sign between two quotes of a passage: empty where nothing but blanks and rules of tables lies between, a row of its own inside a table.
 * @param text of the passage
 */
export function gapMark(text: string, before: TextSpan, after: TextSpan): string {
  if (!SAYS_SOMETHING.test(text.slice(before.end, after.start))) return '';
  const next = sentencesOfPassage(text).find(({ end }) => end > after.start);
  return markOf(text, next);
}

/** The sentence that a place lies inside of, with text of it on both sides. */
function isInside(text: string, at: number): boolean {
  return sentencesOfPassage(text).some(
    ({ start, end }) =>
      start < at && at < end && text.slice(at, end).trim() !== '' && text.slice(start, at).trim() !== '',
  );
}

/** Whether a quote begins in the middle of a sentence. */
export function beginsInside(text: string, { start }: TextSpan): boolean {
  return isInside(text, start);
}

/**
 * The sign after the last quote of a passage: where it ends in the middle of a sentence, and where the list or the table that it is of goes on.
 * Empty where it ends at a border; running prose always goes on, and the source shows where.
 */
export function tailMark(text: string, { end }: TextSpan): string {
  if (isInside(text, end)) return ELLIPSIS;
  const sentences = sentencesOfPassage(text);
  const at = sentences.findLastIndex((one) => one.end <= end);
  const [last, next] = [sentences[at], sentences[at + 1]];
  if (last === undefined || next === undefined) return '';
  if (isRow(text, last)) return isRow(text, next) ? ELLIPSIS_ROW : '';
  const governor = last.governors.findLast((place) => sentences[place]?.isHeading !== true);
  return governor !== undefined && next.governors.includes(governor) ? ELLIPSIS : '';
}
