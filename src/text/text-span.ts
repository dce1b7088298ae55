/** A span of a text: `text.slice(start, end)`, UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Whether two spans overlap. */
export function overlap(a: TextSpan, b: TextSpan): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether a UTF-16 unit is white space, exactly as for `\s` and `trim()`. */
export function isBlank(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  if (code >= 0xac00 && code <= 0xd7a3) return false; // Hangul, the most frequent by far
  return (
    code === 0xa0 ||
    code === 0x3000 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0xfeff
  );
}

/** Returns the first offset in `from..end` that is not white space; `end` if there is none. */
export function skipBlanks(text: string, from: number, end: number): number {
  let i = from;
  while (i < end && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** Trims white space from the span `start..end`; undefined if nothing is left. */
export function trimmedSpan(text: string, start: number, end: number): TextSpan | undefined {
  const first = skipBlanks(text, start, end);
  if (first >= end) return undefined;
  let last = end;
  while (isBlank(text.charCodeAt(last - 1))) last--;
  return { start: first, end: last };
}

/** Whether a text has an empty line, which separates paragraphs; blanks in it do not count. */
export function holdsEmptyLine(text: string): boolean {
  return /\n[^\S\n]{0,40}\n/u.test(text);
}
