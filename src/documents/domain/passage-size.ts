import { sentenceSpans } from '../../text/sentences/sentences.js';
import { TextSpan, isBlank, trimmedSpan } from '../../text/text-span.js';
import { TextBlock, clauses, isItem, textBlocks } from './text-block.js';

/**
 * Size up to which neighbouring paragraphs share a passage, in UTF-16 units: about 200 English words, or an ordinary
 * Korean article. Longer passages blur their embedding (many topics in one vector) and are tedious to read as a quotation.
 */
export const TARGET_LENGTH = 1_200;
/** No passage is longer: about 350 English words, near the 512 tokens after which common embedding models stop reading. */
export const MAX_LENGTH = 2_000;
/** A shorter remainder, such as a heading or `다음 각 호와 같다.`, joins the block after it even beyond the target. */
const SHORT_LENGTH = 200;

/** How to cut a section that is too long for one passage. */
export interface SizeRules {
  readonly isMarkdown: boolean;
  /** An article stays whole up to the maximum and is cut between its paragraphs (`①`) first. */
  readonly isProvision: boolean;
}

/** Cuts a trimmed span into trimmed spans of up to `MAX_LENGTH` that together contain all its text. */
export function sizedSpans(text: string, span: TextSpan, rules: SizeRules): TextSpan[] {
  if (span.end - span.start <= (rules.isProvision ? MAX_LENGTH : TARGET_LENGTH)) return [span];
  const parts = rules.isProvision ? clauses(text, span) : textBlocks(text, span, rules.isMarkdown);
  return packed(parts.flatMap((part) => atoms(text, part, rules)));
}

/** Joins neighbouring atoms up to the target, evenly, so that no short remainder is left at the end. */
function packed(all: readonly TextSpan[]): TextSpan[] {
  const total = (all.at(-1)?.end ?? 0) - (all[0]?.start ?? 0);
  const aim = total / Math.ceil(total / TARGET_LENGTH);
  const spans: TextSpan[] = [];
  let current: TextSpan | undefined;
  for (const atom of all) {
    if (current !== undefined && isJoined(current, atom, aim)) {
      current = { start: current.start, end: atom.end };
    } else {
      if (current !== undefined) spans.push(current);
      current = atom;
    }
  }
  return current === undefined ? spans : [...spans, current];
}

function isJoined(current: TextSpan, atom: TextSpan, aim: number): boolean {
  const length = current.end - current.start;
  const joined = atom.end - current.start;
  if (length < SHORT_LENGTH && joined <= MAX_LENGTH) return true;
  return joined <= TARGET_LENGTH && joined - aim < aim - length;
}

/** The pieces of a block that are not cut further. */
function atoms(text: string, block: TextBlock, rules: SizeRules): TextSpan[] {
  const length = block.end - block.start;
  const isWhole = block.kind !== 'text' && block.kind !== 'clause';
  if (length <= (isWhole ? MAX_LENGTH : TARGET_LENGTH)) return [block];
  switch (block.kind) {
    case 'clause':
      return textBlocks(text, block, rules.isMarkdown).flatMap((part) => atoms(text, part, rules));
    case 'list':
      return items(text, block).flatMap((item) =>
        item.end - item.start > TARGET_LENGTH ? sentences(text, item) : [item],
      );
    case 'text':
      return sentences(text, block);
    default:
      return block.lines.flatMap((line) => cut(text, line));
  }
}

function items(text: string, block: TextBlock): TextSpan[] {
  const spans: { start: number; end: number }[] = [];
  for (const line of block.lines) {
    const last = spans.at(-1);
    if (last === undefined || isItem(text, line)) spans.push({ start: line.start, end: line.end });
    else last.end = line.end;
  }
  return spans;
}

function sentences(text: string, span: TextSpan): TextSpan[] {
  return sentenceSpans(text.slice(span.start, span.end)).flatMap((sentence) =>
    cut(text, { start: sentence.start + span.start, end: sentence.end + span.start }),
  );
}

/** Cuts a sentence or row over the maximum: at a line break, otherwise at a blank, otherwise between two characters. */
function cut(text: string, span: TextSpan): TextSpan[] {
  if (span.end - span.start <= MAX_LENGTH) return [span];
  const spans: TextSpan[] = [];
  for (let start = span.start; start < span.end;) {
    const end = span.end - start <= TARGET_LENGTH ? span.end : cutPlace(text, start, start + TARGET_LENGTH);
    const piece = trimmedSpan(text, start, end);
    if (piece !== undefined) spans.push(piece);
    start = end;
  }
  return spans;
}

function cutPlace(text: string, start: number, limit: number): number {
  const from = start + TARGET_LENGTH / 2;
  const newline = text.slice(from, limit).lastIndexOf('\n');
  if (newline !== -1) return from + newline;
  for (let i = limit; i > from; i--) if (isBlank(text.charCodeAt(i))) return i;
  // A low surrogate at the limit belongs to the character before it.
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}
