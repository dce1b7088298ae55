/**
 * The number of a paragraph as it precedes its text: `제2조(배정)` has no blank.
 * @param mark with the blank after it
 */
export function joinedMark(mark: string, text: string): string {
  return /조 $/u.test(mark) && /^\s*[(（]/u.test(text) ? mark.trimEnd() : mark;
}
