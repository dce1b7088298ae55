import { TextSpan, trimmedSpan } from '../../../text/text-span.js';
import { itemMarks, paragraphMarks, PartMark, subItemMarks } from './part-marks.js';
import type { ProvisionPart } from './provision.js';
import { halfWidth } from '../../../text/folded-text.js';

/** A span of one of the passages of a provision. */
export interface PieceSpan extends TextSpan {
  /** Zero-based index of its passage. */
  readonly piece: number;
}

const BETWEEN = '\n';
/** A heading of Markdown, or a division of a regulation, above the provision. */
const HEADING = /^[^\S\n]{0,9}(?:#{1,6}\s|제\s{0,9}\d{1,3}\s{0,9}[편장절관](?:\s|$))[^\n]{0,300}(?:\n|$)/u;
const ARTICLE_HEADING = /^[^\S\n]{0,9}#{1,6}\s{1,9}(?=제\s{0,9}\d{1,4}\s{0,9}조)/u;
/** `제5조(늦은 반납)`, `제5조의2`: only the label of an article. */
const LABEL =
  /^(?:\*\*|__)?제\s{0,9}\d{1,4}\s{0,9}조(?:\s{0,9}의\s{0,9}\d{1,3})?(?:\*\*|__)?\s{0,9}(?:[([【〔][^\n]{0,120}[)\]】〕])?(?:\*\*|__)?\s{0,9}$/u;
const MOST_HEADINGS = 5;

/**
 * The spans of a provision that contain a part of it: the whole without the headings above it, a paragraph with its
 * list, an item with its introductory sentence. Reads all its passages, which may be cut anywhere between paragraphs.
 * @param texts of the passages, in their order
 * @returns undefined if the provision has no such part
 */
export function spansOfPart(texts: readonly string[], part: ProvisionPart): PieceSpan[] | undefined {
  const text = halfWidth(texts.join(BETWEEN));
  const whole = trimmedSpan(text, bodyStart(text), text.length);
  const spans = whole === undefined ? undefined : partOf(text, whole, part);
  return spans === undefined ? undefined : inPieces(texts, spans);
}

function bodyStart(text: string): number {
  let at = 0;
  for (let i = 0; i < MOST_HEADINGS; i++) {
    const rest = text.slice(at);
    const marks = ARTICLE_HEADING.exec(rest);
    if (marks !== null) return at + marks[0].length;
    const heading = HEADING.exec(rest);
    if (heading === null || rest.slice(heading[0].length).trim() === '') return at;
    at += heading[0].length;
  }
  return at;
}

function partOf(text: string, whole: TextSpan, { paragraph, item, subItem }: ProvisionPart): TextSpan[] | undefined {
  const paragraphs = paragraphsOf(text, whole);
  if (paragraph !== undefined) {
    const found = paragraphs.find(({ label }) => label === String(paragraph));
    // An article of one sentence has one paragraph without a number.
    const only = paragraphs.length === 0 && paragraph === 1 ? whole : undefined;
    const span = found === undefined ? only : withLabel(text, whole, found);
    return span === undefined ? undefined : inParagraph(text, span, { item, subItem });
  }
  if (item === undefined && subItem === undefined) return [whole];
  for (const one of paragraphs.length === 0 ? [whole] : paragraphs) {
    const found = inParagraph(text, one, { item, subItem });
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Some rules number their paragraphs `1.`, directly after the label; numbers after a sentence are items of that
 * sentence.
 */
function paragraphsOf(text: string, whole: TextSpan): (TextSpan & PartMark)[] {
  const paragraphs = partsBetween(text, whole, paragraphMarks);
  if (paragraphs.length > 0) return paragraphs;
  const numbered = partsBetween(text, whole, itemMarks);
  const before = text.slice(whole.start, numbered[0]?.start ?? whole.start);
  return before === '' || LABEL.test(before) ? numbered : [];
}

/** The first paragraph with the label of its article before it. */
function withLabel(text: string, whole: TextSpan, span: TextSpan): TextSpan {
  return LABEL.test(text.slice(whole.start, span.start)) ? { start: whole.start, end: span.end } : span;
}

function inParagraph(text: string, span: TextSpan, { item, subItem }: ProvisionPart): TextSpan[] | undefined {
  if (item === undefined && subItem === undefined) return [span];
  const items = item === undefined ? [] : partsBetween(text, span, itemMarks);
  const found = items.find(({ label }) => label === item);
  if (item !== undefined && found === undefined) return undefined;
  const lead = items.length === 0 ? undefined : trimmedSpan(text, span.start, items[0]?.start ?? span.start);
  const leads = lead === undefined ? [] : [lead];
  if (subItem === undefined) return found === undefined ? undefined : [...leads, found];
  const inside = found ?? span;
  const subItems = partsBetween(text, inside, subItemMarks);
  const wanted = subItems.find(({ label }) => label === subItem);
  if (wanted === undefined) return undefined;
  const inner = trimmedSpan(text, inside.start, subItems[0]?.start ?? inside.start);
  return [...leads, ...(inner === undefined ? [] : [inner]), wanted];
}

/** Each part from its mark to the next one. */
function partsBetween(
  text: string,
  span: TextSpan,
  marksIn: (text: string) => readonly PartMark[],
): (TextSpan & PartMark)[] {
  const marks = marksIn(text.slice(span.start, span.end));
  return marks.flatMap(({ label, start }, i) => {
    const end = span.start + (marks[i + 1]?.start ?? span.end - span.start);
    const part = trimmedSpan(text, span.start + start, end);
    return part === undefined ? [] : [{ ...part, label }];
  });
}

/** The same spans in the passages' own offsets, cut where a passage ends. */
function inPieces(texts: readonly string[], spans: readonly TextSpan[]): PieceSpan[] {
  const found: PieceSpan[] = [];
  for (const { start, end } of spans) {
    let from = 0;
    for (const [piece, text] of texts.entries()) {
      const part = trimmedSpan(text, Math.max(0, start - from), Math.min(text.length, end - from));
      if (part !== undefined) found.push({ piece, ...part });
      from += text.length + BETWEEN.length;
    }
  }
  return found;
}
