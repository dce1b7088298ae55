import { isTitleBroken } from './article-line.js';
import { Heading } from './heading.js';
import { MarkdownOutline } from './markdown-headings.js';
import { LINE_HEAD, RegulationLine, regulationLine, startsLikeArticle } from './regulation-line.js';
import { TextLine, lineHead } from './text-line.js';

/** A line that structures the document: one of a regulation, or another heading of Markdown. */
export interface StructuralLine {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly read: RegulationLine | Heading;
}

/** Characters with which structural lines begin; all other lines need no look. */
const FIRST = new Set(Array.from('제부별붙서[［<〈＜【(（「〔#*_■□◆●▣※', (character) => character.charCodeAt(0)));
/** One line like `제8조에 따라` occurs in any text; two, or one at the very top, make a regulation. */
const ENOUGH_ARTICLES = 2;
const NUMBER_SIGN = 35;

export function isRegulationLine(read: RegulationLine | Heading): read is RegulationLine {
  return 'type' in read;
}

/** Whether a text is a Korean regulation, or a part of one: two lines begin like `제N조`, or it begins with a provision. */
export function isRegulation(text: string, lines: readonly TextLine[]): boolean {
  let articles = 0;
  let top: TextLine | undefined;
  for (const line of lines) {
    if (line.start === line.end) continue;
    const isCandidate = FIRST.has(text.charCodeAt(line.start));
    if (isCandidate && startsLikeArticle(lineHead(text, line, 40)) && ++articles >= ENOUGH_ARTICLES) return true;
    // A heading of Markdown may name the regulation above its first provision.
    if (top === undefined || text.charCodeAt(top.start) === NUMBER_SIGN) top = line;
  }
  return top !== undefined && FIRST.has(text.charCodeAt(top.start)) && isProvision(lineHead(text, top, LINE_HEAD));
}

function isProvision(head: string): boolean {
  const read = regulationLine(head);
  return read !== undefined && read.type !== 'division' && !(read.type === 'article' && read.evidence === 'bare');
}

/** All structural lines outside code and tables of contents. */
export function structuralLines(text: string, lines: readonly TextLine[], outline: MarkdownOutline): StructuralLine[] {
  const headings = new Map(outline.headings.map((heading) => [heading.line, heading]));
  const found: StructuralLine[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || line.start === line.end || outline.verbatim.has(i)) continue;
    const isCandidate = FIRST.has(text.charCodeAt(line.start));
    const read = (isCandidate ? regulationLine(headOf(text, line, lines[i + 1])) : undefined) ?? headings.get(i);
    if (read !== undefined) found.push({ line: i, start: line.start, end: line.end, read });
  }
  return withoutContents(found, lines);
}

/** The beginning of a line, with the next one when the title of an article goes on there; offsets stay the same. */
function headOf(text: string, line: TextLine, next: TextLine | undefined): string {
  const head = lineHead(text, line, LINE_HEAD);
  const isBroken = next !== undefined && next.start === line.end + 1 && next.start < next.end && isTitleBroken(head);
  return isBroken ? `${head} ${lineHead(text, next, LINE_HEAD)}` : head;
}

/**
 * Drops a table of contents: titles of articles without text, line under line, that come again further down.
 * Headings and supplements between or right behind such lines belong to it when they come again too.
 */
function withoutContents(found: readonly StructuralLine[], lines: readonly TextLine[]): StructuralLine[] {
  const lastByName = new Map<string, number>();
  for (const [i, { read }] of found.entries()) lastByName.set(nameOf(read), i);
  const comesAgain = (i: number, line: StructuralLine): boolean => (lastByName.get(nameOf(line.read)) ?? i) > i;
  const isListed = found.map(
    (line, i) => comesAgain(i, line) && isBare(line.read) && isFollowed(lines, line, found[i + 1]),
  );
  const isTitle = (i: number): boolean => isListed[i] === true && isArticle(found[i]);
  const isContents = isListed.map((listed, i) => listed && (isTitle(i) || isTitle(i + 1) || isTitle(i - 1)));
  return found.filter((line, i) => {
    const isLast = isContents[i - 1] === true && comesAgain(i, line) && isBare(line.read) && isTitle(i - 1);
    return isContents[i] !== true && !(isLast && isFollowed(lines, found[i - 1], line));
  });
}

function isArticle(line: StructuralLine | undefined): boolean {
  return line !== undefined && isRegulationLine(line.read) && line.read.type === 'article' && line.read.isEmpty;
}

function isBare(read: RegulationLine | Heading): boolean {
  return (
    isRegulationLine(read) &&
    (read.type !== 'article' || read.evidence === 'deleted' || (read.isEmpty && read.title !== undefined))
  );
}

/** Whether nothing stands between two structural lines. */
function isFollowed(
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

function nameOf(read: RegulationLine | Heading): string {
  if (!isRegulationLine(read)) return `# ${read.label}`;
  return read.type === 'article' ? `${read.number}-${read.branch} ${read.title ?? ''}` : `${read.type} ${read.label}`;
}
