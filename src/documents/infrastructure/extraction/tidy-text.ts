/** Soft hyphens, zero-width spaces, byte order marks inside the text, and controls other than tab and line ends. */
const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b\ufeff]/g;
const LONE_SURROGATE = /\p{Cs}/gu;
const LINE_END = /\r\n?|[\n\v\f\u2028\u2029]/;

/**
 * The one shape in which texts are stored: NFC, `\n` line ends, no blanks at line ends, at most one blank line in a
 * row, none at the start or end. Works line by line, because a pattern like `/[ \t]+$/gm` is quadratic in a long run of blanks.
 */
export function tidyText(text: string): string {
  const lines: string[] = [];
  let blank = true;
  for (const line of text.normalize('NFC').split(LINE_END)) {
    const trimmed = line.trimEnd();
    if (trimmed !== '' || !blank) lines.push(trimmed);
    blank = trimmed === '';
  }
  if (blank) lines.pop();
  return lines.join('\n');
}

/** `tidyText` for text from a parser: no-break spaces become spaces, and invisible characters are removed. */
export function tidyExtractedText(text: string): string {
  return tidyText(text.replace(INVISIBLE, '').replace(LONE_SURROGATE, '\ufffd').replaceAll('\u00a0', ' '));
}
