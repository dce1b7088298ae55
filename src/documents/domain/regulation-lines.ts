import { isTitleBroken } from './article-line.js';
import { Heading } from './heading.js';
import { MarkdownOutline } from './markdown-headings.js';
import { LINE_HEAD, Provision, regulationLine, startsLikeArticle } from './regulation-line.js';
import { TextLine, lineHead } from './text-line.js';

/** A line that structures the document: one of a regulation, or another heading of Markdown. */
export interface StructuralLine {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Number of `#` in front, 0 for a plain line. */
  readonly level: number;
  /** Length of the marks in front of the provision. */
  readonly offset: number;
  readonly read: Provision | Heading;
}

/** First characters of structural lines; all other lines are skipped. */
const FIRST = new Set(Array.from('제부별붙서[［<〈＜【(（「〔#*_■□◆●▣※', (character) => character.charCodeAt(0)));
/** One line like `제8조에 따라` occurs in any text; two, or one at the very top, make a regulation. */
const ENOUGH_ARTICLES = 2;
const NUMBER_SIGN = 35;
/** Title, number, dates of enactment and amendment, department. */
const MOST_TITLE_LINES = 4;
const LONGEST_TITLE = 60;
const NO_MARKS = { level: 0, offset: 0 } as const;

export function isProvision(read: Provision | Heading): read is Provision {
  return 'type' in read;
}

/**
 * Whether a text is a Korean regulation, or a part of one: two lines begin like `제N조`, or the text begins with a provision. The title and
 * the date of enactment may come before that provision.
 */
export function isRegulation(text: string, lines: readonly TextLine[]): boolean {
  let articles = 0;
  let above = 0;
  let top: TextLine | undefined;
  for (const line of lines) {
    if (line.start === line.end) continue;
    const isCandidate = FIRST.has(text.charCodeAt(line.start));
    if (isCandidate && startsLikeArticle(lineHead(text, line, 40)) && ++articles >= ENOUGH_ARTICLES) return true;
    // A Markdown heading, or some short lines, may name the regulation above its first provision.
    const isBelowTitle =
      above <= MOST_TITLE_LINES && articles === 1 && isTitledArticle(lineHead(text, line, LINE_HEAD));
    if (top === undefined || text.charCodeAt(top.start) === NUMBER_SIGN || isBelowTitle) top = line;
    if (line.end - line.start > LONGEST_TITLE) above = MOST_TITLE_LINES;
    above++;
  }
  return top !== undefined && FIRST.has(text.charCodeAt(top.start)) && isSure(lineHead(text, top, LINE_HEAD));
}

function isTitledArticle(head: string): boolean {
  const read = regulationLine(head)?.read;
  return read?.type === 'article' && read.evidence === 'titled';
}

/** Whether a line alone shows that a provision begins. */
function isSure(head: string): boolean {
  const read = regulationLine(head)?.read;
  return read !== undefined && read.type !== 'division' && !(read.type === 'article' && read.evidence === 'bare');
}

/** All structural lines outside code and tables of contents. */
export function structuralLines(
  text: string,
  lines: readonly TextLine[],
  outline: MarkdownOutline,
): readonly StructuralLine[] {
  const headings = new Map(outline.headings.map((heading) => [heading.line, heading]));
  const found: StructuralLine[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || line.start === line.end || outline.verbatim.has(i)) continue;
    const isCandidate = FIRST.has(text.charCodeAt(line.start));
    const provision = isCandidate ? regulationLine(headOf(text, line, lines[i + 1])) : undefined;
    const read = provision?.read ?? headings.get(i);
    if (read === undefined) continue;
    const { level, offset } = provision ?? NO_MARKS;
    found.push({ line: i, start: line.start, end: line.end, level, offset, read });
  }
  return withoutContents(found, lines);
}

/** The start of a line, with the next line when the title of an article continues there; offsets stay the same. */
function headOf(text: string, line: TextLine, next: TextLine | undefined): string {
  const head = lineHead(text, line, LINE_HEAD);
  const isBroken = next !== undefined && next.start === line.end + 1 && next.start < next.end && isTitleBroken(head);
  return isBroken ? `${head} ${lineHead(text, next, LINE_HEAD)}` : head;
}

/**
 * Drops a table of contents: titles of articles without text, on consecutive lines, that occur again later. Headings and supplements
 * between or right after such lines belong to it when they occur again too.
 */
function withoutContents(found: readonly StructuralLine[], lines: readonly TextLine[]): readonly StructuralLine[] {
  // A table of contents has at least two titles without text on consecutive lines.
  if (!found.some((line, i) => isTitle(line) && isTitle(found[i + 1]) && isAdjacent(lines, line, found[i + 1])))
    return found;
  const names = found.map((line) => nameOf(line.read));
  const lastByName = new Map(names.map((name, i) => [name, i]));
  const isRepeated = found.map((line, i) => isBare(line) && (lastByName.get(names[i] ?? '') ?? i) > i);
  const isListed = found.map((line, i) => isRepeated[i] === true && isAdjacent(lines, line, found[i + 1]));
  const isEntry = (i: number): boolean => isListed[i] === true && isTitle(found[i]);
  return found.filter((line, i) => {
    if (isListed[i] === true && (isEntry(i) || isEntry(i + 1) || isEntry(i - 1))) return false;
    return !(isRepeated[i] === true && isEntry(i - 1) && isAdjacent(lines, found[i - 1], line));
  });
}

function isTitle(line: StructuralLine | undefined): boolean {
  if (line === undefined || !isProvision(line.read) || line.read.type !== 'article') return false;
  return line.read.isEmpty && line.read.title !== undefined && line.read.evidence !== 'deleted';
}

/** Whether a structural line may be one of a table of contents: nothing but a heading or title. */
function isBare(line: StructuralLine): boolean {
  return isProvision(line.read) && (line.read.type !== 'article' || line.read.isEmpty);
}

/** Whether two structural lines have nothing between them. */
function isAdjacent(
  lines: readonly TextLine[],
  line: StructuralLine | undefined,
  next: StructuralLine | undefined,
): boolean {
  if (line === undefined || next === undefined) return false;
  for (let i = line.line + 1; i < next.line; i++) {
    const between = lines[i];
    if (between !== undefined && between.start < between.end) return false;
  }
  return true;
}

function nameOf(read: Provision | Heading): string {
  if (!isProvision(read)) return `# ${read.label}`;
  return read.type === 'article' ? `${read.number}-${read.branch} ${read.title ?? ''}` : `${read.type} ${read.label}`;
}
