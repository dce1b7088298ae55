import { TextSpan, isBlank, skipBlanks } from '../../text/text-span.js';

/** A line without white space at either end; an empty line has `start === end`. */
export interface TextLine extends TextSpan {
  /** Characters of white space before `start`. */
  readonly indent: number;
}

/** The lines of `start..end` of a text, broken at `\n` only; offsets refer to the text. */
export function textLines(text: string, start = 0, end = text.length): TextLine[] {
  const lines: TextLine[] = [];
  for (let from = start; from <= end;) {
    const newline = text.indexOf('\n', from);
    const until = newline === -1 || newline > end ? end : newline;
    const first = skipBlanks(text, from, until);
    let last = until;
    while (last > first && isBlank(text.charCodeAt(last - 1))) last--;
    lines.push({ start: first, end: last, indent: first - from });
    from = until + 1;
  }
  return lines;
}

/** The start of a line, long enough for every rule about its form. */
export function lineHead(text: string, line: TextSpan, limit: number): string {
  return text.slice(line.start, Math.min(line.end, line.start + limit));
}
