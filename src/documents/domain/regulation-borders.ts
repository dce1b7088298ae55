import { ArticleLine } from './article-line.js';
import { Heading, PATH_SEPARATOR } from './heading.js';
import { DivisionLine, RegulationLine, SupplementLine, collapsed } from './regulation-line.js';
import { StructuralLine, isRegulationLine } from './regulation-lines.js';
import { Border } from './section.js';
import { TextLine, lineHead } from './text-line.js';

/** A heading above the current place: a division of the regulation (with its rank) or another one of Markdown. */
interface PathNode {
  readonly rank: number | undefined;
  readonly level: number;
  readonly label: string | undefined;
}

/** The part of the document being read; numbering starts anew in each. */
interface Zone {
  readonly type: 'main' | 'addendum' | 'annex' | 'form';
  readonly label: string;
  readonly level: number;
  last: ArticleLine | undefined;
  hasArticles: boolean;
}

/** What a new regulation in the same document begins with. */
const FIRST_TITLE = /^(?:목적|명칭|총칙|설치|설립|근거)/u;
const NEXT_LINE_TITLE = /^[(（【[]([^)）】\]\n]{1,60})[)）】\]]/u;
/** The title of an annex on the line below its number. */
const ANNEX_TITLE = /^[\p{L}\p{N}(「“][^|\n]{0,59}$/u;
const NO_ANNEX_TITLE = /^제\s*\d|^(?:\d{1,3}|[가나다라마바사])[.)]\s|[.。]$/u;
/** `<제목개정 2020. 7. 1.>` alone on the line below a heading. */
const MARK_LINE = /^[<[【〈][^\n]{0,200}\d{4}\s*\.[^\n]{0,200}[>\]】〉]$/u;

/**
 * Reads the structural lines of a Korean regulation: parts and chapters make the path, each article is a part of its own,
 * and addenda, annexes and forms keep articles inside them out of the numbering.
 * @param silent a heading that stays out of labels
 * @returns undefined when no line turns out to be a provision
 */
export function regulationBorders(
  text: string,
  lines: readonly TextLine[],
  found: readonly StructuralLine[],
  silent: Heading | undefined,
): Border[] | undefined {
  const reader = new RegulationReader(text, lines, silent);
  for (const [i, line] of found.entries()) reader.read(line, found[i + 1]);
  return reader.hasProvisions ? reader.borders : undefined;
}

class RegulationReader {
  readonly borders: Border[] = [];
  hasProvisions = false;
  private path: PathNode[] = [];
  private zone: Zone = newZone('main', '', 0);
  /** Last article of the main part, also while a supplement is read. */
  private lastMain: ArticleLine | undefined;
  private articleLevel = 0;

  constructor(
    private readonly text: string,
    private readonly lines: readonly TextLine[],
    private readonly silent: Heading | undefined,
  ) {}

  read(line: StructuralLine, next: StructuralLine | undefined): void {
    const { read } = line;
    if (!isRegulationLine(read)) this.readHeading(read);
    else if (read.type === 'article') this.readArticle(line, read, next);
    else if (read.type === 'division') this.readDivision(line, read, next);
    else this.readSupplement(line, read);
  }

  private readHeading(heading: Heading): void {
    if (this.zone.type === 'main') {
      if (this.articleLevel > 0 && heading.level > this.articleLevel) return;
    } else {
      // A plain `부칙` line says nothing about levels: only a heading of the first level ends it.
      if (heading.level > (this.zone.level === 0 ? 1 : this.zone.level)) return;
      this.restart();
    }
    this.articleLevel = 0;
    const label = heading === this.silent ? undefined : heading.label;
    const isNested = this.push({ rank: undefined, level: heading.level, label });
    this.add({ start: heading.start, bodyStart: heading.bodyStart, isHeading: true, isNested });
  }

  private readDivision(
    line: StructuralLine,
    read: DivisionLine & { level: number },
    next: StructuralLine | undefined,
  ): void {
    if (this.zone.type !== 'main') {
      const isNew = read.isFirst && this.zone.type === 'addendum' && isFirstArticle(next);
      if (!isNew) return;
      this.restart();
    }
    this.articleLevel = 0;
    const isNested = this.push({ rank: read.rank, level: read.level, label: read.label });
    const below = this.lines[line.line + 1];
    const isMarked = below !== undefined && MARK_LINE.test(lineHead(this.text, below, 420));
    this.add({ start: line.start, bodyStart: isMarked ? below.end : line.end, isHeading: true, isNested });
  }

  private readSupplement(line: StructuralLine, read: SupplementLine & { level: number }): void {
    const before = this.path.at(-1);
    const isUnderHeading = this.borders.at(-1)?.isHeading === true && this.zone.type === 'main';
    this.path = this.path.filter((node) => node.rank === undefined && (read.level === 0 || node.level < read.level));
    const label = read.isTitled ? read.label : this.withTitleBelow(line, read.label);
    this.zone = newZone(read.type, this.labelled(label) ?? label, read.level);
    this.hasProvisions = true;
    this.add({
      start: line.start,
      bodyStart: Math.min(line.end, line.start + read.length),
      kind: read.type,
      section: this.zone.label,
      isHeading: read.type === 'addendum',
      isNested: isUnderHeading && before !== undefined && this.path.at(-1) === before,
    });
    if (read.article !== undefined) {
      const start = line.start + read.length;
      this.readArticle({ ...line, start }, { ...read.article, level: 0 }, undefined);
    }
  }

  private readArticle(
    line: StructuralLine,
    read: ArticleLine & { level: number },
    next: StructuralLine | undefined,
  ): void {
    if (!this.isAccepted(read, next)) return;
    const { title, length } = read.title === undefined && read.isEmpty ? this.titleBelow(line, read) : read;
    const article = `제${read.number}조${read.branch === 0 ? '' : `의${read.branch}`}`;
    const articleTitle = title === undefined || title.trim() === '' ? undefined : collapsed(title);
    const label = articleTitle === undefined ? article : `${article}(${articleTitle})`;
    const place = { start: line.start, bodyStart: line.start + length, isHeading: false };
    const isNested = this.borders.at(-1)?.isHeading === true;
    this.zone.last = read;
    if (this.zone.type === 'addendum') {
      const section = `${this.zone.label}${PATH_SEPARATOR}${label}`;
      this.add({ ...place, kind: 'addendum', section, isNested });
      return;
    }
    this.lastMain = read;
    this.articleLevel = read.level;
    this.hasProvisions = true;
    this.add({ ...place, kind: 'article', section: this.labelled(label), article, articleTitle, isNested });
  }

  /** Whether the line begins an article here; may leave an addendum or annex for the main part. */
  private isAccepted(read: ArticleLine, next: StructuralLine | undefined): boolean {
    const isSure = read.evidence !== 'bare';
    const { zone } = this;
    if (zone.type === 'annex' || zone.type === 'form') {
      // Contracts among the forms have articles of their own; an annex between articles ends where their numbering goes on.
      const isNext = !zone.hasArticles && isSure && this.lastMain !== undefined && isSuccessor(read, this.lastMain);
      zone.hasArticles = true;
      if (isNext) this.zone = { ...newZone('main', '', 0), last: this.lastMain };
      return isNext;
    }
    if (
      zone.type === 'addendum' &&
      read.evidence === 'titled' &&
      read.number === 1 &&
      FIRST_TITLE.test(read.title ?? '')
    ) {
      this.restart();
      return true;
    }
    if (isSure) return true;
    if (zone.last !== undefined) return isSuccessor(read, zone.last);
    return (read.number === 1 && read.branch === 0) || isFollower(next, read);
  }

  private titleBelow(line: StructuralLine, read: ArticleLine): { title: string | undefined; length: number } {
    const below = this.lines[line.line + 1];
    const match = below === undefined ? null : NEXT_LINE_TITLE.exec(lineHead(this.text, below, 80));
    if (below === undefined || match === null) return read;
    return { title: match[1], length: below.start + match[0].length - line.start };
  }

  private withTitleBelow(line: StructuralLine, label: string): string {
    const below = this.lines.slice(line.line + 1, line.line + 3).find((other) => other.start < other.end);
    const head = below === undefined ? '' : lineHead(this.text, below, 80);
    if (!ANNEX_TITLE.test(head) || NO_ANNEX_TITLE.test(head) || label.startsWith('부칙')) return label;
    return `${label} ${collapsed(head)}`;
  }

  /** Enters a heading; tells whether it belongs to the heading right before it. */
  private push(node: PathNode): boolean {
    const before = this.path.at(-1);
    while (this.path.length > 0 && !isAbove(this.path.at(-1), node)) this.path.pop();
    const isNested = before !== undefined && this.path.at(-1) === before;
    this.path.push(node);
    return isNested;
  }

  private restart(): void {
    this.zone = newZone('main', '', 0);
    this.lastMain = undefined;
    this.path = this.path.filter((node) => node.rank === undefined);
  }

  /** The path down to `label`; undefined when all is silent. */
  private labelled(label?: string): string | undefined {
    const labels = [...this.path.map((node) => node.label), label].filter((part) => part !== undefined);
    return labels.length === 0 ? undefined : labels.join(PATH_SEPARATOR);
  }

  private add(border: Partial<Border> & Pick<Border, 'start' | 'bodyStart' | 'isHeading' | 'isNested'>): void {
    const section = border.section ?? this.labelled();
    const kind = border.kind ?? (section === undefined ? 'paragraph' : 'section');
    this.borders.push({ article: undefined, articleTitle: undefined, ...border, section, kind });
  }
}

function newZone(type: Zone['type'], label: string, level: number): Zone {
  return { type, label, level, last: undefined, hasArticles: false };
}

/** Whether `above` stays in the path over `node`. Plain lines of divisions have no level and stand below Markdown headings. */
function isAbove(above: PathNode | undefined, node: PathNode): boolean {
  if (above === undefined) return false;
  if (above.rank !== undefined && node.rank !== undefined) return above.rank < node.rank;
  if (node.rank !== undefined && node.level === 0) return true;
  return above.level > 0 && above.level < node.level;
}

/** `제9조`, `제8조의2` after `제8조`; `제8조의3` or `제9조` after `제8조의2`. */
function isSuccessor(read: ArticleLine, last: ArticleLine): boolean {
  if (read.branch === 0) return read.number === last.lastNumber + 1;
  if (read.number !== last.lastNumber) return false;
  return read.branch === last.branch + 1 || (last.branch === 0 && read.branch === 2);
}

function isFollower(line: StructuralLine | undefined, read: ArticleLine): boolean {
  return line !== undefined && isArticleLine(line.read) && isSuccessor(line.read, read);
}

function isFirstArticle(line: StructuralLine | undefined): boolean {
  return line !== undefined && isArticleLine(line.read) && line.read.number === 1 && line.read.evidence === 'titled';
}

function isArticleLine(read: RegulationLine | Heading): read is ArticleLine & { level: number } {
  return isRegulationLine(read) && read.type === 'article';
}
