import { markdownOutline } from './markdown-headings.js';
import { TextLine, lineHead } from './text-line.js';

/** One heading may be a comment or a number sign; with this many other Markdown signs it is a heading. */
const LEAST_SIGNS = 2;
/** If more than this share of all lines begin with `#`, they are comments of a program or of settings. */
const MOST_HEADINGS = 0.34;
const LINE_LENGTH = 400;
const SIGN = /\[[^[\]]{1,200}\]\([^()\s]{1,400}\)|\*\*\S[^*]{0,200}\*\*|^`{3}|^\|?\s*:?-{3,}:?\s*\|/u;
const BULLET = /^[-*+]\s+\S/u;

/**
 * Whether a plain text is in fact Markdown, as many are: it has headings (`## Opening hours`), each after an empty line, and either several
 * of them or other signs of Markdown.
 */
export function isWrittenInMarkdown(text: string, lines: readonly TextLine[]): boolean {
  if (!text.includes('#')) return false;
  const { headings, verbatim } = markdownOutline(text, lines);
  const isEmpty = (i: number) => lines[i] === undefined || lines[i].start === lines[i].end;
  const atx = headings.filter(({ line, start }) => text.charAt(start) === '#' && isEmpty(line - 1));
  if (atx.length === 0) return false;
  const filled = lines.filter(({ start, end }) => end > start).length;
  const signs = lines.reduce((all, line, i) => {
    if (line.start === line.end || verbatim.has(i)) return all;
    const head = lineHead(text, line, LINE_LENGTH);
    return all + (SIGN.test(head) || BULLET.test(head) ? 1 : 0);
  }, 0);
  const numberSigns = lines.filter(({ start, end }) => end > start && text.charAt(start) === '#').length;
  if (numberSigns > MOST_HEADINGS * filled && signs < numberSigns)
    return atx.length === numberSigns && filled > numberSigns;
  return atx.length >= LEAST_SIGNS || signs >= LEAST_SIGNS;
}
