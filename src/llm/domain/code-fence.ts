import { TextSpan } from '../../text/text-span.js';

/** A line that opens or closes a block of code (CommonMark 0.31, section 4.5). */
const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]{0,200})$/gmu;

/** The fenced code blocks of a passage, with their fences. An unclosed block reaches to the end. */
export function codeFences(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let open: { readonly start: number; readonly fence: string } | undefined;
  for (const match of text.matchAll(FENCE)) {
    const [line, fence = '', rest = ''] = match;
    if (open === undefined) {
      if (!(fence.startsWith('`') && rest.includes('`'))) open = { start: match.index, fence };
    } else if (fence.startsWith(open.fence) && rest.trim() === '') {
      spans.push({ start: open.start, end: match.index + line.length });
      open = undefined;
    }
  }
  return open === undefined ? spans : [...spans, { start: open.start, end: text.trimEnd().length }];
}

/** A span extended by each block that it overlaps, and by the next block if it announces one. */
export function withCode<T extends TextSpan>(text: string, span: T): T {
  if (!text.includes('```') && !text.includes('~~~')) return span;
  let { start, end } = span;
  for (const fence of codeFences(text)) {
    const isAnnounced = end <= fence.start && LEAD.test(text.slice(start, end)) && isBlank(text, end, fence.start);
    if (!isAnnounced && (fence.end <= start || fence.start >= end)) continue;
    start = Math.min(start, fence.start);
    end = Math.max(end, fence.end);
  }
  return { ...span, start, end };
}

/** `On the print host run:` has no content without the text after it. */
const LEAD = /[:：]\s{0,9}$|(?:다음과 같|as follows)[^\n]{0,100}$/u;

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
}
