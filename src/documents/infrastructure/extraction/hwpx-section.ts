import type { DocumentBlock } from '../../domain/document-block.js';
import { equationText } from './hwp-equation.js';
import { type HwpxHeader, type HwpxMark, hwpxNumber } from './hwpx-header.js';
import { hwpxTableRows } from './hwpx-table.js';
import { ParagraphText, joinedMark } from './paragraph-text.js';
import { cellText } from './table-grid.js';
import { tableBlocks } from './table-layout.js';
import { childOf, numberOf, textBelow, type XmlNode } from './xml-node.js';
import { onOneLine } from '../../../text/folded-text.js';

/** Settings of a section, what repeats on every page, and what is not shown. */
const SKIPPED: ReadonlySet<string> = new Set(
  'secPr header footer hiddenComment fieldBegin fieldEnd linesegarray pageNum pageHiding indexmark bookmark'.split(' '),
);
/** Characters that OWPML writes as elements inside a text. */
const CHARACTERS: Readonly<Record<string, string>> = {
  lineBreak: '\n',
  tab: ' ',
  nbSpace: ' ',
  fwSpace: ' ',
  hyphen: '-',
};
/** Descriptions of objects that the program itself generates. */
const NO_DESCRIPTION = /^\S{1,20}(?: 개체)?입니다\.?(?:\s|$)/u;
/** Numbers before notes and in page footers. */
const OWN_NUMBERS: ReadonlySet<string> = new Set(['FOOTNOTE', 'ENDNOTE', 'PAGE', 'TOTAL_PAGE']);

/** The current paragraph. */
interface Paragraph {
  text: ParagraphText;
  readonly mark: HwpxMark;
  /** Whether its number is already written: the number comes before the first piece. */
  isMarked: boolean;
  readonly blocks: DocumentBlock[];
  readonly after: DocumentBlock[];
}

/** Reads the sections of an HWPX document (KS X 6101), as Hangul shows them when all changes are accepted. */
export class HwpxSections {
  /** Open deletions, which may span several paragraphs. */
  private readonly deletions = new Set<string>();
  private closedDeletions: ReadonlySet<string> = new Set();
  private outline = '1';
  /** Text of a paragraph whose end was deleted: the next paragraph continues it. */
  private unfinished: ParagraphText | undefined;

  constructor(private readonly header: HwpxHeader) {}

  read(section: XmlNode): DocumentBlock[] {
    this.closedDeletions = new Set(endsOf(section));
    this.deletions.clear();
    return this.blocks(section);
  }

  /** Blocks of anything that contains paragraphs: a section, a table cell, a footnote, a text box. */
  private blocks(node: XmlNode): DocumentBlock[] {
    return node.children.flatMap((child) => {
      if (SKIPPED.has(child.tag)) return [];
      return child.tag === 'p' ? this.paragraph(child) : this.blocks(child);
    });
  }

  private paragraph(node: XmlNode): DocumentBlock[] {
    this.outline = outlineOf(node) ?? this.outline;
    const wasDeleting = this.deletions.size > 0;
    const text = this.unfinished ?? new ParagraphText();
    this.unfinished = undefined;
    // The number is assigned before the contents: paragraphs in tables and notes count after their own.
    const isGone = wasDeleting && !hasRemainder(node);
    const mark = isGone ? NO_MARK : this.header.markOf(node, this.outline);
    const paragraph: Paragraph = { text, mark, isMarked: false, blocks: [], after: [] };
    for (const child of node.children) this.visit(child, paragraph);
    if (endIsDeleted(node) && !paragraph.text.isEmpty) {
      this.unfinished = paragraph.text;
      return [...paragraph.blocks, ...paragraph.after];
    }
    const isEmpty = paragraph.blocks.length === 0 && paragraph.after.length === 0;
    this.finish(paragraph);
    if (isEmpty && paragraph.blocks.length === 0 && !mark.isBullet && !isGone && mark.text !== '') {
      paragraph.blocks.push({ kind: 'item', text: mark.text.trim(), depth: 0 });
    }
    return [...paragraph.blocks, ...paragraph.after];
  }

  private visit(node: XmlNode, paragraph: Paragraph): void {
    const { text } = paragraph;
    switch (node.tag) {
      case 't':
        this.inlineText(node, text);
        return;
      case 'tbl':
        this.table(node, paragraph);
        return;
      case 'footNote':
      case 'endNote':
        text.addNote(cellText(this.blocks(node)).replace(/\s+/gu, ' '));
        return;
      case 'subList':
        paragraph.after.push(...this.blocks(node));
        return;
      case 'equation':
        this.caption(node, paragraph, () => text.append(spaced(text, equationText(textOf(node, 'script')))));
        return;
      case 'dutmal':
        text.append(`${textOf(node, 'mainText')}(${textOf(node, 'subText')})`);
        return;
      case 'compose':
        text.append(node.attributes['composeText'] ?? '');
        return;
      case 'textart':
        text.append(node.attributes['text'] ?? '');
        return;
      case 'autoNum':
        text.append(autoNumber(node));
        return;
      case 'shapeComment':
        text.append(description(text, textBelow(node)));
        return;
      case 'caption':
        paragraph.after.push(...this.blocks(node));
        return;
      case 'checkBtn':
      case 'radioBtn':
        text.append(`${node.attributes['value'] === 'CHECKED' ? '☑' : '☐'} ${node.attributes['caption'] ?? ''}`);
        return;
      default:
        if (!SKIPPED.has(node.tag)) for (const child of node.children) this.visit(child, paragraph);
    }
  }

  /** A table is between the texts before and after it in its paragraph. */
  private table(node: XmlNode, paragraph: Paragraph): void {
    this.finish(paragraph);
    this.caption(node, paragraph, () => {
      paragraph.blocks.push(...tableBlocks(hwpxTableRows(node, this.header, (cell) => this.blocks(cell))));
    });
  }

  private caption(node: XmlNode, paragraph: Paragraph, read: () => void): void {
    const caption = childOf(node, 'caption');
    const blocks = caption === undefined ? [] : this.blocks(caption);
    const isBehind = caption?.attributes['side'] === 'BOTTOM';
    if (!isBehind) paragraph.blocks.push(...blocks);
    read();
    if (isBehind) paragraph.blocks.push(...blocks);
  }

  private inlineText(node: XmlNode, text: ParagraphText): void {
    for (const child of node.children) {
      const id = child.attributes['Id'] ?? child.attributes['id'] ?? '';
      if (child.tag === 'deleteBegin') {
        if (this.closedDeletions.has(id)) this.deletions.add(id);
      } else if (child.tag === 'deleteEnd') this.deletions.delete(id);
      else if (this.deletions.size === 0) {
        if (child.tag === '#text') text.append(child.text);
        else {
          text.append(CHARACTERS[child.tag] ?? '');
          this.inlineText(child, text);
        }
      } else this.inlineText(child, text);
    }
  }

  /** Adds the current text to the blocks. */
  private finish(paragraph: Paragraph): void {
    const { text, mark } = paragraph;
    if (text.isEmpty) return;
    paragraph.text = new ParagraphText();
    const number = paragraph.isMarked ? '' : joinedMark(mark.text, text.words);
    paragraph.isMarked = true;
    if (mark.heading !== undefined) {
      const isNumbered = number !== '' && !mark.isBullet;
      paragraph.blocks.push({
        kind: 'heading',
        level: mark.heading,
        text: number + text.words.trimStart(),
        isNumbered,
      });
      for (const note of text.noteTexts) paragraph.blocks.push({ kind: 'paragraph', text: `(${note})` });
    } else if (number === '') paragraph.blocks.push({ kind: 'paragraph', text: String(text) });
    else {
      const depth = mark.isBullet ? mark.level : 0;
      paragraph.blocks.push({ kind: 'item', text: number + String(text).trimStart(), depth });
    }
  }
}

const NO_MARK: HwpxMark = { text: '', heading: undefined, isBullet: false, level: 0 };

function textOf(node: XmlNode, tag: string): string {
  const found = childOf(node, tag);
  return found === undefined ? '' : textBelow(found);
}

function spaced(text: ParagraphText, more: string): string {
  return more === '' || text.words === '' || /\s$/u.test(text.words) ? more : ` ${more}`;
}

function description(text: ParagraphText, raw: string): string {
  const words = onOneLine(raw);
  return words === '' || NO_DESCRIPTION.test(words) ? '' : spaced(text, `[${words}]`);
}

function autoNumber(node: XmlNode): string {
  if (OWN_NUMBERS.has(node.attributes['numType'] ?? '')) return '';
  const number = numberOf(node, 'num');
  return number === undefined ? '' : hwpxNumber(number, childOf(node, 'autoNumFormat')?.attributes['type']);
}

/** The list of outline numbers that a section names in its first paragraph. */
function outlineOf(paragraph: XmlNode): string | undefined {
  return paragraph.children.flatMap((run) => childOf(run, 'secPr') ?? [])[0]?.attributes['outlineShapeIDRef'];
}

/** Ids of the deletions that end in a descendant. */
function endsOf(node: XmlNode): string[] {
  const own = node.tag === 'deleteEnd' ? [node.attributes['Id'] ?? node.attributes['id'] ?? ''] : [];
  return [...own, ...node.children.flatMap(endsOf)];
}

/** Whether a deletion that begins before a paragraph ends inside it. */
function hasRemainder(paragraph: XmlNode): boolean {
  const texts = paragraph.children.flatMap((run) => run.children.filter((child) => child.tag === 't'));
  return texts.some((text) => endsOf(text).length > 0) && !endIsDeleted(paragraph);
}

function endIsDeleted(paragraph: XmlNode): boolean {
  const last = paragraph.children.flatMap((run) => run.children.filter((child) => child.tag === 't')).at(-1);
  const end = last?.children.filter((child) => child.tag === 'deleteEnd').at(-1);
  return end?.attributes['paraend'] === '1';
}
