import { TextSpan, isBlank, skipBlanks } from '../../shared/domain/text-span.js';

/** A line without the white space at its borders; an empty line has `start === end`. */
export interface TextLine extends TextSpan {
  /** Characters of white space before `start`. */
  readonly indent: number;
}

/** The lines of a text, broken at `\n` only. */
export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  for (let from = 0; from <= text.length;) {
    const newline = text.indexOf('\n', from);
    const until = newline === -1 ? text.length : newline;
    const start = skipBlanks(text, from, until);
    let end = until;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
    lines.push({ start, end, indent: start - from });
    from = until + 1;
  }
  return lines;
}

/** The beginning of a line, enough for every rule about its form. */
export function lineHead(text: string, line: TextSpan, limit: number): string {
  return text.slice(line.start, Math.min(line.end, line.start + limit));
}
