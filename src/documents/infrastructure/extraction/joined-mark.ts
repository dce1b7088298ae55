/** The number of a paragraph as it is written before its text: `제2조(배정)` has no blank. @param mark with the blank behind it */
export function joinedMark(mark: string, text: string): string {
  return /조 $/u.test(mark) && /^\s*[(（]/u.test(text) ? mark.trimEnd() : mark;
}
