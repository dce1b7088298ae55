import { Heading } from './heading.js';
import { TextLine, lineHead } from './text-line.js';

/** Headings of a Markdown text, and the lines without markup. */
export interface MarkdownOutline {
  readonly headings: readonly Heading[];
  /** Lines of fenced code and of front matter. */
  readonly verbatim: ReadonlySet<number>;
}

/** A longer line is a paragraph that begins with `#`; labels stay readable. */
const MAX_HEADING = 200;
const ATX = /^(#{1,6})[ \t]+(\S.*)$/u;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/u;
const UNDERLINE = /^(?:=+|-{2,})$/u;
/** Lines that dashes below do not turn into a heading: lists, quotes, tables, headings. */
const NO_PARAGRAPH = /^(?:[-*+>|#]|\d{1,9}[.)]\s)/u;
/** Front matter is metadata from page generators; a longer block is text between two rules. */
const MAX_FRONT_MATTER = 100;

/** ATX and setext headings outside fenced code (CommonMark 0.31, sections 4.2, 4.3 and 4.5). */
export function markdownOutline(text: string, lines: readonly TextLine[]): MarkdownOutline {
  const headings: Heading[] = [];
  const verbatim = frontMatter(text, lines);
  let fence: string | undefined;
  for (const [i, line] of lines.entries()) {
    if (line.start === line.end || verbatim.has(i)) continue;
    const head = lineHead(text, line, MAX_HEADING + 1);
    if (fence !== undefined) {
      verbatim.add(i);
      if (closesFence(head, fence)) fence = undefined;
      continue;
    }
    fence = FENCE.exec(head)?.[1];
    if (fence !== undefined) verbatim.add(i);
    else if (line.indent <= 3 && head.length <= MAX_HEADING) {
      const heading = atxHeading(line, head, i) ?? setextHeading(text, lines, i);
      if (heading !== undefined && !(headings.at(-1)?.bodyStart === heading.bodyStart)) headings.push(heading);
    }
  }
  return { headings, verbatim };
}

/** The characters that opened a code fence; undefined for other lines. */
export function openingFence(line: string): string | undefined {
  return FENCE.exec(line)?.[1];
}

/** A closing fence has at least as many of the opening characters, alone on its line. */
export function closesFence(line: string, fence: string): boolean {
  return line.startsWith(fence) && line === fence.charAt(0).repeat(line.length);
}

function atxHeading(line: TextLine, head: string, i: number): Heading | undefined {
  if (!head.startsWith('#')) return undefined;
  const match = ATX.exec(head);
  const label = headingLabel((match?.[2] ?? '').replace(/[ \t]#+$/u, ''));
  if (match === null || label === '') return undefined;
  return { line: i, start: line.start, bodyStart: line.end, level: match[1]?.length ?? 1, label };
}

/** A paragraph of one line above a line of `=` or `-`. */
function setextHeading(text: string, lines: readonly TextLine[], i: number): Heading | undefined {
  const line = lines[i];
  const under = lines[i + 1];
  if (line === undefined || under === undefined || under.start === under.end || under.indent > 3) return undefined;
  const sign = text.charAt(under.start);
  if ((sign !== '=' && sign !== '-') || !UNDERLINE.test(lineHead(text, under, MAX_HEADING))) return undefined;
  const above = lines[i - 1];
  const head = lineHead(text, line, MAX_HEADING);
  const isAlone = above === undefined || above.start === above.end || /^#{1,6}\s/u.test(lineHead(text, above, 8));
  if (!isAlone || NO_PARAGRAPH.test(head)) return undefined;
  return { line: i, start: line.start, bodyStart: under.end, level: sign === '=' ? 1 : 2, label: headingLabel(head) };
}

/** The text of a heading without links, emphasis, code marks and anchors. */
function headingLabel(text: string): string {
  return text
    .replace(/!?\[([^\]]{0,200})\]\([^)]{0,200}\)/gu, '$1')
    .replace(/(?<!\s)\s*\{#[^}]{0,100}\}\s*$/u, '')
    .replace(/\*+|`+|^__|__$/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function frontMatter(text: string, lines: readonly TextLine[]): Set<number> {
  const isRule = (line: TextLine | undefined): boolean =>
    line !== undefined && line.end - line.start === 3 && text.startsWith('---', line.start);
  const found = new Set<number>();
  if (!isRule(lines[0])) return found;
  const last = lines.findIndex((line, i) => i > 0 && i < MAX_FRONT_MATTER && isRule(line));
  for (let i = 0; i <= last; i++) found.add(i);
  return found;
}
