import { TextSpan } from '../../text/text-span.js';
import { amendments, bareDeletion, byDate, isDeleted } from './amendment-marks.js';
import { OutlineHeading } from './document-block.js';
import { Heading, headingBorders, titleHeading } from './heading.js';
import { MarkdownOutline, markdownOutline } from './markdown-headings.js';
import { isWrittenInMarkdown } from './markdown-signs.js';
import { sizedSpans } from './passage-size.js';
import { Amendment, Passage, PassageKind } from './passage.js';
import { plainHeadings } from './plain-headings.js';
import { regulationBorders } from './regulation-borders.js';
import { isRegulation, structuralLines } from './regulation-lines.js';
import { Border, Section, sectionsBetween } from './section.js';
import { isRow, linesOf } from './text-block.js';
import { TextLine, textLines } from './text-line.js';
import { halfWidth } from '../../text/folded-text.js';

type ContentType = 'text/plain' | 'text/markdown' | 'text/html';

const NO_OUTLINE: MarkdownOutline = { headings: [], verbatim: new Set() };

/**
 * Splits a document into passages along its structure: articles of Korean regulations, headings of Markdown (also if it was sent as plain
 * text) or of plain text, otherwise paragraphs. Each passage is within the size limits of `sizedSpans`.
 * @param written normalized text with `\n` line ends; for HTML the extracted text
 * @param title of the document; a sole top heading that repeats it is left out of the labels
 * @param marked headings that the format of the document marks, if the text has no marks
 * @returns trimmed, ascending passages without overlap that contain every character that is not blank; [] for a blank text
 */
export function splitIntoPassages(
  written: string,
  contentType: ContentType,
  title: string,
  marked: readonly OutlineHeading[] = [],
): Passage[] {
  const lines = textLines(written);
  const isMarkdown =
    contentType === 'text/markdown' ||
    (contentType === 'text/plain' && marked.length === 0 && isWrittenInMarkdown(written, lines));
  // Markdown signs are half-width; everywhere else the two forms are equal.
  const folded = halfWidth(written);
  const text = isMarkdown ? written : folded;
  const outline = isMarkdown ? markdownOutline(text, lines) : markedOutline(text, lines, marked);
  const provisions = isRegulation(folded, lines) ? provisionBorders(folded, lines, outline, title) : undefined;
  const borders = provisions ?? headingBorders(isMarkdown ? outline.headings : headingsOf(text, lines, outline), title);
  const passages: Passage[] = [];
  for (const section of sectionsBetween(text, borders)) {
    const isProvision = section.kind === 'article' || section.kind === 'addendum';
    const life = provisions === undefined ? NO_LIFE : lifeOf(text, section);
    for (const span of sizedSpans(text, section, { isMarkdown, isProvision })) {
      passages.push(passageOf(text, section, span, life));
    }
  }
  return passages;
}

function markedOutline(text: string, lines: readonly TextLine[], marked: readonly OutlineHeading[]): MarkdownOutline {
  if (marked.length === 0) return NO_OUTLINE;
  const byStart = new Map(lines.map((line, i) => [line.start, i]));
  const headings = marked.flatMap(({ start, end, level }): Heading[] => {
    const line = byStart.get(start);
    return line === undefined ? [] : [{ line, start, bodyStart: end, level, label: text.slice(start, end) }];
  });
  return { headings, verbatim: new Set() };
}

/** If a file marks only its title, or nothing, headings are searched in the text. */
function headingsOf(text: string, lines: readonly TextLine[], { headings }: MarkdownOutline): readonly Heading[] {
  const [first] = headings;
  if (headings.length > 1) return headings;
  const found = plainHeadings(text, lines).filter((heading) => heading.line !== first?.line);
  return [...headings, ...found].sort((a, b) => a.start - b.start);
}

function provisionBorders(
  text: string,
  lines: readonly TextLine[],
  outline: MarkdownOutline,
  title: string,
): Border[] | undefined {
  const found = structuralLines(text, lines, outline);
  return regulationBorders(text, lines, found, titleHeading(outline.headings, title));
}

interface Life {
  readonly history: readonly Amendment[];
  readonly deleted: boolean;
}

const NO_LIFE: Life = { history: [], deleted: false };

/**
 * Whether the whole provision is deleted; each of its passages carries the flag. Only provisions can be deleted, not headings and plain
 * text.
 */
function lifeOf(text: string, section: Section): Life {
  const history = amendments(text.slice(section.ownStart, section.end));
  const isProvision = !section.isHeading && section.kind !== 'section' && section.kind !== 'paragraph';
  const body = text.slice(section.bodyStart, section.end);
  if (!isProvision || !isDeleted(body)) return { history, deleted: false };
  const deletion = history.some(({ kind }) => kind === 'deleted') ? undefined : bareDeletion(body);
  return { history: deletion === undefined ? history : [...history, deletion].sort(byDate), deleted: true };
}

function passageOf(text: string, section: Section, span: TextSpan, life: Life): Passage {
  return {
    start: span.start,
    end: span.end,
    kind: kindOf(text, section, span),
    section: section.section,
    article: section.article,
    articleTitle: section.articleTitle,
    history: life.history,
    deleted: life.deleted,
  };
}

/** A passage of rows only is a table, whatever its heading. */
function kindOf(text: string, section: Section, span: TextSpan): PassageKind {
  if (section.kind !== 'section' && section.kind !== 'paragraph') return section.kind;
  const start = Math.max(span.start, section.bodyStart);
  if (!text.slice(start, span.end).includes('|')) return section.kind;
  return linesOf(text, { start, end: span.end }).every((line) => isRow(text, line)) ? 'table' : section.kind;
}
