import { PlacedSentence } from '../../text/sentences/governing-sentences.js';
import { TextSpan } from '../../text/text-span.js';
import { sentencesOfPassage } from '../../text/sentences/sentences.js';

/** Mark of omitted text of a passage. */
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
 * The mark between two quotes of a passage. Empty if only blanks and table rules are between them; a separate row inside a table.
 * @param text of the passage
 */
export function gapMark(text: string, before: TextSpan, after: TextSpan): string {
  if (!SAYS_SOMETHING.test(text.slice(before.end, after.start))) return '';
  const next = sentencesOfPassage(text).find(({ end }) => end > after.start);
  return markOf(text, next);
}

/** Whether an offset is inside a sentence, with text of the sentence on both sides. */
function isInside(text: string, at: number): boolean {
  return sentencesOfPassage(text).some(
    ({ start, end }) =>
      start < at && at < end && text.slice(at, end).trim() !== '' && text.slice(start, at).trim() !== '',
  );
}

/** Whether a quote starts in the middle of a sentence. */
export function beginsInside(text: string, { start }: TextSpan): boolean {
  return isInside(text, start);
}

/**
 * The mark after the last quote of a passage, if it ends in the middle of a sentence, or if its list or table continues. Empty if the quote
 * ends at a border. In running prose no mark is needed, since the source shows the continuation.
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
