import { ArticleLine, isSuccessor } from './article-line.js';
import { HeadingPath, below } from './heading-path.js';
import { Heading } from './heading.js';
import { DivisionLine, Provision, SupplementLine, collapsed } from './regulation-line.js';
import { StructuralLine, isProvision } from './regulation-lines.js';
import { Border } from './section.js';
import { TextLine, lineHead } from './text-line.js';

/** The current part of the document; numbering restarts in each. */
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
 * Reads the structural lines of a Korean regulation. Parts and chapters make the path, and each article is a separate part. Articles inside
 * addenda, annexes and forms do not count for the numbering.
 * @param silent a heading that labels leave out
 * @returns undefined when no line is a provision
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
  private readonly path = new HeadingPath();
  private zone: Zone = newZone('main', '', 0);
  /** Last article of the main part, also while the reader is in a supplement. */
  private lastMain: ArticleLine | undefined;
  private articleLevel = 0;

  constructor(
    private readonly text: string,
    private readonly lines: readonly TextLine[],
    private readonly silent: Heading | undefined,
  ) {}

  read(line: StructuralLine, next: StructuralLine | undefined): void {
    const { read } = line;
    if (!isProvision(read)) this.readHeading(read);
    else if (read.type === 'article') this.readArticle(line, read, next);
    else if (read.type === 'division') this.readDivision(line, read, next);
    else this.readSupplement(line, read);
  }

  private readHeading(heading: Heading): void {
    if (this.zone.type === 'main') {
      if (this.articleLevel > 0 && heading.level > this.articleLevel) return;
    } else {
      // A plain `부칙` line has no level: only a heading of the first level ends it.
      if (heading.level > (this.zone.level === 0 ? 1 : this.zone.level)) return;
      this.restart();
    }
    this.articleLevel = 0;
    const label = heading === this.silent ? undefined : heading.label;
    const isNested = this.path.push({ rank: undefined, level: heading.level, label });
    this.addHeading({ start: heading.start, bodyStart: heading.bodyStart, isNested });
  }

  private readDivision(line: StructuralLine, read: DivisionLine, next: StructuralLine | undefined): void {
    if (this.zone.type !== 'main') {
      const isNew = read.isFirst && this.zone.type === 'addendum' && isFirstArticle(next);
      if (!isNew) return;
      this.restart();
    }
    this.articleLevel = 0;
    const isNested = this.path.push({ rank: read.rank, level: line.level, label: read.label });
    const lineBelow = this.lines[line.line + 1];
    const isMarked = lineBelow !== undefined && MARK_LINE.test(lineHead(this.text, lineBelow, 420));
    this.addHeading({ start: line.start, bodyStart: isMarked ? lineBelow.end : line.end, isNested });
  }

  private readSupplement(line: StructuralLine, read: SupplementLine): void {
    const isUnderHeading = this.borders.at(-1)?.isHeading === true && this.zone.type === 'main';
    const isHeadingKept = this.path.leaveDivisions(line.level);
    const label = read.isTitled ? read.label : this.withTitleBelow(line, read.label);
    this.zone = newZone(read.type, this.path.labelled(label) ?? label, line.level);
    this.hasProvisions = true;
    this.borders.push({
      start: line.start,
      bodyStart: Math.min(line.end, line.start + line.offset + read.length),
      kind: read.type,
      section: this.zone.label,
      article: undefined,
      articleTitle: undefined,
      isHeading: read.type === 'addendum',
      isNested: isUnderHeading && isHeadingKept,
    });
    if (read.article !== undefined) {
      const offset = line.offset + read.length;
      this.readArticle({ ...line, start: line.start + offset, offset: 0 }, read.article, undefined);
    }
  }

  private readArticle(line: StructuralLine, read: ArticleLine, next: StructuralLine | undefined): void {
    if (!this.isAccepted(read, next)) return;
    const { title, length } = this.titleOf(line, read);
    const article = `제${read.number}조${read.branch === 0 ? '' : `의${read.branch}`}`;
    const articleTitle = title === undefined || title.trim() === '' ? undefined : collapsed(title);
    const label = articleTitle === undefined ? article : `${article}(${articleTitle})`;
    const isMain = this.zone.type === 'main';
    this.zone.last = read;
    if (isMain) this.enterMain(line, read);
    this.borders.push({
      start: line.start,
      bodyStart: line.start + line.offset + length,
      kind: isMain ? 'article' : 'addendum',
      section: isMain ? this.path.labelled(label) : below(this.zone.label, label),
      article: isMain ? article : undefined,
      articleTitle: isMain ? articleTitle : undefined,
      isHeading: false,
      isNested: this.borders.at(-1)?.isHeading === true,
    });
  }

  private enterMain(line: StructuralLine, read: ArticleLine): void {
    this.lastMain = read;
    this.articleLevel = line.level;
    this.hasProvisions = true;
  }

  /** Whether an article begins at the line; may leave an addendum or annex for the main part. */
  private isAccepted(read: ArticleLine, next: StructuralLine | undefined): boolean {
    const isSure = read.evidence !== 'bare';
    const { zone } = this;
    if (zone.type === 'annex' || zone.type === 'form') {
      // Contracts among the forms have articles of their own; an annex between articles ends where the numbering continues.
      const isNext = !zone.hasArticles && isSure && this.lastMain !== undefined && isSuccessor(read, this.lastMain);
      zone.hasArticles = true;
      if (isNext) this.zone = { ...newZone('main', '', 0), last: this.lastMain };
      return isNext;
    }
    if (zone.type === 'addendum' && isOpening(read)) this.restart();
    if (isSure) return true;
    if (zone.last !== undefined) return isSuccessor(read, zone.last);
    return (read.number === 1 && read.branch === 0) || isFollower(next, read);
  }

  /** The title of an article, which may be on the line below its number. */
  private titleOf(line: StructuralLine, read: ArticleLine): { title: string | undefined; length: number } {
    if (read.title !== undefined || !read.isEmpty || read.evidence === 'deleted') return read;
    const next = this.lines[line.line + 1];
    const match = next === undefined ? null : NEXT_LINE_TITLE.exec(lineHead(this.text, next, 80));
    if (next === undefined || match === null) return read;
    return { title: match[1], length: next.start + match[0].length - line.start - line.offset };
  }

  private withTitleBelow(line: StructuralLine, label: string): string {
    const next = this.lines.slice(line.line + 1, line.line + 3).find((other) => other.start < other.end);
    const head = next === undefined ? '' : lineHead(this.text, next, 80);
    if (!ANNEX_TITLE.test(head) || NO_ANNEX_TITLE.test(head)) return label;
    return `${label} ${collapsed(head)}`;
  }

  private restart(): void {
    this.zone = newZone('main', '', 0);
    this.lastMain = undefined;
    this.path.leaveDivisions(0);
  }

  private addHeading(place: Pick<Border, 'start' | 'bodyStart' | 'isNested'>): void {
    const section = this.path.labelled();
    this.borders.push({
      start: place.start,
      bodyStart: place.bodyStart,
      kind: section === undefined ? 'paragraph' : 'section',
      section,
      article: undefined,
      articleTitle: undefined,
      isHeading: true,
      isNested: place.isNested,
    });
  }
}

function newZone(type: Zone['type'], label: string, level: number): Zone {
  return { type, label, level, last: undefined, hasArticles: false };
}

function isFollower(line: StructuralLine | undefined, read: ArticleLine): boolean {
  return line !== undefined && isArticleLine(line.read) && isSuccessor(line.read, read);
}

function isFirstArticle(line: StructuralLine | undefined): boolean {
  return line !== undefined && isArticleLine(line.read) && line.read.number === 1 && line.read.evidence === 'titled';
}

/** Whether an article opens another regulation in the same document: addenda begin with `시행일`. */
function isOpening(read: ArticleLine): boolean {
  return read.evidence === 'titled' && read.number === 1 && FIRST_TITLE.test(read.title ?? '');
}

function isArticleLine(read: Provision | Heading): read is ArticleLine {
  return isProvision(read) && read.type === 'article';
}
