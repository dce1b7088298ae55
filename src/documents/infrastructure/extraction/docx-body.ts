import { type DocumentBlock, TITLE_LEVEL } from '../../domain/document-block.js';
import { chosen, DocxInline } from './docx-inline.js';
import { DocxNumbering } from './docx-numbering.js';
import { BODY_LEVEL, DocxStyles, numberingOf, outlineOf } from './docx-styles.js';
import { tableRows } from './docx-table.js';
import { ParagraphText } from './paragraph-text.js';
import { cellText } from './table-grid.js';
import { tableBlocks } from './table-layout.js';
import { childOf, type XmlNode } from './xml-node.js';
import { onOneLine } from '../../../text/folded-text.js';

/** The parts of a Word document that contain its text; the main part is read separately. */
export interface DocxParts {
  readonly styles: XmlNode | undefined;
  readonly numbering: XmlNode | undefined;
  readonly footnotes: XmlNode | undefined;
  readonly endnotes: XmlNode | undefined;
  /** Content of a chart or diagram, by the id of its relation to the main part. */
  readonly drawnPart?: (relation: string) => DocumentBlock[];
}

/** A paragraph whose mark was deleted, or a drop cap: the next paragraph continues it. */
interface Unfinished {
  readonly text: ParagraphText;
  /** Properties of the whole; those of the next paragraph if undefined. */
  readonly properties: XmlNode | undefined;
}

const WRAPPERS: ReadonlySet<string> = new Set(['sdt', 'sdtContent', 'customXml', 'ins', 'moveTo']);

/** Reads the blocks of a Word document, as Word shows them when all changes are accepted. */
export class DocxBody {
  private readonly styles: DocxStyles;
  private readonly numbering: DocxNumbering;
  private readonly inline: DocxInline;
  private readonly notes: Readonly<Record<'footnote' | 'endnote', ReadonlyMap<string, XmlNode>>>;
  private unfinished: Unfinished | undefined;

  constructor(private readonly parts: DocxParts) {
    this.styles = new DocxStyles(parts.styles);
    this.numbering = new DocxNumbering(parts.numbering, this.styles);
    this.inline = new DocxInline(this.styles);
    this.notes = { footnote: notesOf(parts.footnotes), endnote: notesOf(parts.endnotes) };
  }

  /** Blocks of anything that contains paragraphs: the body, a cell, a note, a text box. */
  blocks(container: XmlNode): DocumentBlock[] {
    const outer = this.unfinished;
    this.unfinished = undefined;
    const blocks = this.contents(container);
    const rest = this.takeUnfinished();
    if (rest !== undefined) blocks.push({ kind: 'paragraph', text: String(rest.text) });
    this.unfinished = outer;
    return blocks;
  }

  private takeUnfinished(): Unfinished | undefined {
    const taken = this.unfinished;
    this.unfinished = undefined;
    return taken;
  }

  private contents(container: XmlNode): DocumentBlock[] {
    return container.children.flatMap((node) => {
      if (node.tag === 'p') return this.paragraph(node);
      if (node.tag === 'tbl') return tableBlocks(tableRows(node, this.styles, (cell) => this.blocks(cell)));
      if (node.tag === 'AlternateContent') return this.contents(chosen(node));
      return WRAPPERS.has(node.tag) ? this.contents(node) : [];
    });
  }

  private paragraph(node: XmlNode): DocumentBlock[] {
    const own = childOf(node, 'pPr');
    const boxes: DocumentBlock[] = [];
    const text = this.unfinished?.text ?? new ParagraphText();
    this.inline.read(node, text, styleOf(own), {
      noteText: (kind, id) => this.noteText(kind, id),
      onBox: (content) => boxes.push(...this.numbering.counters.apart('boxes', () => this.blocks(content))),
      onDrawnPart: (relation) => boxes.push(...(this.parts.drawnPart?.(relation) ?? [])),
    });
    const properties = this.unfinished?.properties ?? own;
    this.unfinished = undefined;
    const isDropCap = (childOf(own, 'framePr')?.attributes['dropCap'] ?? 'none') !== 'none';
    if (isDropCap || isMarkDeleted(own)) {
      if (!text.isEmpty) this.unfinished = { text, properties: isDropCap ? undefined : properties };
      return boxes;
    }
    return [...this.finished(text, properties, node), ...boxes];
  }

  private finished(text: ParagraphText, properties: XmlNode | undefined, node: XmlNode): DocumentBlock[] {
    const style = styleOf(properties);
    // A paragraph with only hidden text, or only the end of a section, is left out, and so is its number.
    const isOnlyBreak = childOf(properties, 'sectPr') !== undefined && !node.children.some(({ tag }) => tag === 'r');
    if (text.isEmpty && (isOnlyBreak || this.styles.isHidden(style) || hasHiddenMark(properties, node))) return [];
    const mark = this.numbering.markOf(style, numberingOf(properties));
    if (text.isEmpty) return mark === undefined || mark.isBullet ? [] : [item(mark.text.trim(), 0)];
    const level = headingLevel(properties) ?? this.styles.headingLevel(style);
    if (level !== undefined && level >= TITLE_LEVEL) {
      const notes = text.noteTexts.map((note): DocumentBlock => ({ kind: 'paragraph', text: `(${note})` }));
      const isNumbered = mark !== undefined && !mark.isBullet;
      return [{ kind: 'heading', level, text: (mark?.text ?? '') + text.words, isNumbered }, ...notes];
    }
    if (mark === undefined) return [{ kind: 'paragraph', text: String(text) }];
    return [item(mark.text + String(text).trimStart(), mark.isBullet ? mark.level : 0)];
  }

  private noteText(kind: 'footnote' | 'endnote', id: string): string {
    const note = this.notes[kind].get(id);
    return note === undefined
      ? ''
      : onOneLine(cellText(this.numbering.counters.apart('notes', () => this.blocks(note))));
  }
}

function item(text: string, depth: number): DocumentBlock {
  return { kind: 'item', text, depth };
}

function styleOf(properties: XmlNode | undefined): string | undefined {
  return childOf(properties, 'pStyle')?.attributes['val'];
}

/** Own outline level of a paragraph, from 1; -1 if it cancels the level of its style. */
function headingLevel(properties: XmlNode | undefined): number | undefined {
  const outline = outlineOf(properties);
  if (outline === undefined) return undefined;
  return outline < BODY_LEVEL ? outline + 1 : -1;
}

function isMarkDeleted(properties: XmlNode | undefined): boolean {
  const mark = childOf(properties, 'rPr');
  return childOf(mark, 'del') !== undefined || childOf(mark, 'moveFrom') !== undefined;
}

function hasHiddenMark(properties: XmlNode | undefined, node: XmlNode): boolean {
  return childOf(childOf(properties, 'rPr'), 'vanish') !== undefined && node.children.some(({ tag }) => tag === 'r');
}

function notesOf(part: XmlNode | undefined): ReadonlyMap<string, XmlNode> {
  const notes = (part?.children ?? []).filter(({ attributes }) => !/separator/iu.test(attributes['type'] ?? ''));
  return new Map(notes.map((note) => [note.attributes['id'] ?? '', note]));
}
