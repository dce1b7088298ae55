import { PlacedSentence } from '../../text/sentences/governing-sentences.js';
import { TextSpan } from '../../text/text-span.js';
import { paragraphsBeside } from './paragraph-references.js';
import { withCode } from './code-fence.js';

/** A list, a paragraph or an item up to this many characters is quoted whole: its parts are read together. */
const WHOLE_LENGTH = 350;
/** A lead such as `다음 각 호와 같다` has no content without its list. */
const LIST_LEAD = /(다음 ?각 ?(호|목)|다음과 같|각 ?호의|다음 표와 같|as follows|the following)[^\n]{0,500}$|:\s*$/iu;
const LIST_ITEM = /^\s*(\||\(?\d{1,2}[.)]|[가-하][.)]|[a-z][.)]\s|[-*•]\s|[①-⑳])/u;
const MAX_LIST_LINES = 8;
/** An exception belongs to its rule: without it the answer would be wrong. */
const EXCEPTION = /^\s*(다만[,\s]|단[,\s]|except )/iu;
/** In rules it starts an exception, in prose only a contrast: it is added if it fits. */
const CONTRAST = /^\s*however,/iu;
const ROOM = 480;
/** Maximum number of consecutive exceptions: more would be a separate article. */
const MAX_EXCEPTIONS = 2;
/** A sentence that continues the previous sentence and needs it as context. */
const GOES_ON =
  /^\s*(?:이 ?경우|이때|이를|이는|그 ?경우|그러하지|이와 같|(?:this|that|these|those|it|they|he|she|such|otherwise|then|in (?:this|that|such) case|if so|if not)\b)/iu;

/** Lines of a list that follow a lead sentence, up to the end of the list. */
function listEnd(text: string, end: number): number {
  let last = end;
  let lines = 0;
  for (const match of text.slice(end).matchAll(/(?<!\n)\n+([^\n]+)/gu)) {
    const line = match[1] ?? '';
    if (lines >= MAX_LIST_LINES || !(LIST_ITEM.test(line) || EXCEPTION.test(line))) break;
    last = end + match.index + match[0].length;
    lines++;
  }
  return last;
}

/** @param length of the quote with the span */
function isException(text: string, span: TextSpan | undefined, length: number): boolean {
  if (span === undefined) return false;
  const sentence = text.slice(span.start, span.end);
  return EXCEPTION.test(sentence) || (CONTRAST.test(sentence) && length <= ROOM);
}

/** The start of a rule whose exceptions are in the quote. */
function ruleStart(text: string, from: TextSpan, sentences: readonly PlacedSentence[]): number {
  let current = from;
  for (let i = 0; i < MAX_EXCEPTIONS; i++) {
    const before = sentences.filter((s) => s.end <= current.start).at(-1);
    if (before === undefined || text.slice(before.end, current.start).trim() !== '') break;
    if (!isException(text, current, from.end - before.start)) break;
    current = before;
  }
  return current.start;
}

/** The end of the quote, extended by the list that the text announces and by the following exceptions, each with its own list. */
function ruleEnd(text: string, span: TextSpan, sentences: readonly PlacedSentence[]): number {
  let { end } = span;
  if (LIST_LEAD.test(text.slice(span.start, end))) end = listEnd(text, end);
  for (let i = 0; i < MAX_EXCEPTIONS; i++) {
    const next = sentences.find((s) => s.start >= end);
    if (next === undefined || text.slice(end, next.start).trim() !== '') break;
    if (!isException(text, next, next.end - span.start)) break;
    end = LIST_LEAD.test(text.slice(next.start, next.end)) ? listEnd(text, next.end) : next.end;
  }
  return end;
}

/** The provision, item or row of a sentence if it is short. Otherwise the sentence, with the previous one if it continues that. */
function core(text: string, span: TextSpan, placed: PlacedSentence, sentences: readonly PlacedSentence[]): TextSpan {
  const [first, last] = placed.block.map((place) => sentences[place]);
  if (!placed.isProse && first !== undefined && last !== undefined && last.end - first.start <= WHOLE_LENGTH)
    return { start: Math.min(span.start, first.start), end: Math.max(span.end, last.end) };
  const before = sentences[sentences.indexOf(placed) - 1];
  const goesOn =
    before !== undefined && before.block[0] === placed.block[0] && GOES_ON.test(text.slice(span.start, span.end));
  return goesOn ? { start: before.start, end: span.end } : span;
}

/** A lead with all its items; undefined if that is too long to show. */
function wholeList(lead: number, sentences: readonly PlacedSentence[]): TextSpan | undefined {
  const start = sentences[lead]?.start;
  const last = sentences.findLast(({ governors }) => governors.includes(lead));
  if (start === undefined || last === undefined || last.end - start > WHOLE_LENGTH) return undefined;
  return { start, end: last.end };
}

/**
 * The quote for a sentence: the sentence with its required context. An item is quoted with its lead, or with its whole list if that is
 * short; a paragraph with those that it refers to; a row with the header of its table; a rule with its exceptions, an exception with its
 * rule; a lead with its list. A code block is quoted whole, with the sentence that announces it.
 * @param span the sentence, or a part of it
 * @param sentences of the passage, placed
 * @returns spans of the passage, ascending, not overlapping; the text between spans that do not touch is omitted
 */
export function quotationUnit(text: string, span: TextSpan, sentences: readonly PlacedSentence[]): TextSpan[] {
  const spans: { start: number; end: number }[] = [];
  for (const one of unitOf(text, span, sentences)) {
    const whole = withCode(text, one);
    const last = spans.at(-1);
    if (last === undefined || whole.start > last.end) spans.push({ start: whole.start, end: whole.end });
    else Object.assign(last, { start: Math.min(last.start, whole.start), end: Math.max(last.end, whole.end) });
  }
  return spans;
}

function unitOf(text: string, span: TextSpan, sentences: readonly PlacedSentence[]): TextSpan[] {
  const placed = sentences.find(({ start, end }) => start <= span.start && span.end <= end);
  const own = placed === undefined ? span : core(text, span, placed, sentences);
  const rule = { start: ruleStart(text, own, sentences), end: ruleEnd(text, own, sentences) };
  const above = (placed?.governors ?? [])
    .flatMap((place) => sentences[place] ?? [])
    .filter(({ end }) => end <= rule.start);
  const titles = above.filter(({ isHeading }) => isHeading).map(({ start, end }) => ({ start, end }));
  const outermost = placed?.governors.find((place) => sentences[place]?.isHeading !== true);
  if (outermost === undefined)
    return [...titles, rule, ...paragraphsBeside(text, rule, sentences)].sort((a, b) => a.start - b.start);
  const list = sentences[outermost]?.isTableHead === true ? undefined : wholeList(outermost, sentences);
  if (list !== undefined)
    return [...titles, { start: Math.min(list.start, rule.start), end: Math.max(list.end, rule.end) }];
  return [...above.map(({ start, end }) => ({ start, end })), rule];
}
