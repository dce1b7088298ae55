import { type DocumentBlock, TITLE_LEVEL } from '../../../domain/document-block.js';
import { onOneLine } from '../../../../text/folded-text.js';
import { ParagraphText, joinedMark } from '../paragraph-text.js';
import { cellText, type GridCell } from '../table-grid.js';
import { tableBlocks } from '../table-layout.js';
import { childOf, childrenNamed, numberOf, type XmlNode } from '../xml-node.js';
import { OdfInline, SHAPES } from './odf-inline.js';
import { OdfLists, type OpenList, OUTLINE } from './odf-lists.js';
import { OdfNumbering } from './odf-numbering.js';
import type { OdfStyles } from './odf-styles.js';

/** Objects that a document embeds, by their reference. */
export interface EmbeddedObjects {
  /** Text of an object that is a formula, '' for any other. */
  readonly formula: (reference: string) => string;
  /** The `chart:chart` element of an object that is a chart. */
  readonly chart: (reference: string) => XmlNode | undefined;
}

const TITLE_STYLES: ReadonlySet<string> = new Set(['Title', '제목']);
const GROUPS: ReadonlySet<string> = new Set(
  'section index-body index-title table-of-content alphabetical-index user-index object-index table-index illustration-index bibliography text-box a'.split(
    ' ',
  ),
);
const MAX_REPEATED = 1_000;

/** Reads the blocks of an OpenDocument text, and of anything that contains paragraphs in the other kinds. */
export class OdfBody {
  private readonly inline: OdfInline;
  private readonly numbering = new OdfNumbering();
  private readonly lists: OdfLists;

  constructor(
    private readonly styles: OdfStyles,
    private readonly objects: EmbeddedObjects = { formula: () => '', chart: () => undefined },
    /** The program that wrote the file, as its metadata name it. */
    generator?: string,
  ) {
    this.inline = new OdfInline(styles, objects.formula);
    this.lists = new OdfLists(styles, generator);
  }

  blocks(container: XmlNode, list?: OpenList): DocumentBlock[] {
    return container.children.flatMap((node) => this.block(node, list));
  }

  private block(node: XmlNode, list: OpenList | undefined): DocumentBlock[] {
    if (node.tag === 'h') return this.heading(node, list);
    if (node.tag === 'p') return this.paragraph(node);
    if (node.tag === 'list') return this.list(node, this.lists.open(node, list));
    if (node.tag === 'numbered-paragraph') return this.item(node, this.lists.openParagraph(node));
    if (node.tag === 'table') return this.table(node);
    if (SHAPES.has(node.tag)) return this.box(node);
    return GROUPS.has(node.tag) && !isHiddenSection(node) ? this.blocks(node, list) : [];
  }

  private heading(node: XmlNode, list: OpenList | undefined): DocumentBlock[] {
    const { text, after } = this.text(node);
    const level = numberOf(node, 'outline-level') ?? 1;
    // An empty name of a list cancels the number.
    const isCancelled =
      node.attributes['is-list-header'] === 'true' || this.styles.listOf(node.attributes['style-name']) === '';
    const restart = node.attributes['restart-numbering'] === 'true' ? (numberOf(node, 'start-value') ?? 1) : undefined;
    const isOutlined = !isCancelled && list === undefined;
    const mark = isOutlined ? this.numbering.next(OUTLINE, level - 1, this.styles.headings, restart) : '';
    // A heading without text counts too.
    if (text.isEmpty) return after;
    const notes = text.noteTexts.map((note): DocumentBlock => ({ kind: 'paragraph', text: `(${note})` }));
    const words = text.words.trim();
    const isNumbered = mark !== '';
    return [{ kind: 'heading', level, text: joinedMark(mark, words) + words, isNumbered }, ...notes, ...after];
  }

  private paragraph(node: XmlNode): DocumentBlock[] {
    const style = node.attributes['style-name'];
    if (this.styles.isHidden('paragraph', style)) return [];
    const { text, after } = this.text(node);
    if (text.isEmpty) return after;
    const isTitle = this.styles.names(style).some((name) => TITLE_STYLES.has(name));
    if (isTitle || TITLE_STYLES.has(style ?? ''))
      return [{ kind: 'heading', level: TITLE_LEVEL, text: text.words.trim() }, ...after];
    return [{ kind: 'paragraph', text: String(text).trim() }, ...after];
  }

  private text(node: XmlNode): { readonly text: ParagraphText; readonly after: DocumentBlock[] } {
    const text = new ParagraphText();
    const after: DocumentBlock[] = [];
    this.inline.read(node, text, {
      noteText: (body) => onOneLine(cellText(this.numbering.counters.apart('notes', () => this.blocks(body)))),
      onFrame: (frame) => after.push(...this.box(frame)),
    });
    return { text, after };
  }

  private list(node: XmlNode, list: OpenList): DocumentBlock[] {
    return node.children.flatMap((item) => {
      if (item.tag === 'list-header') return this.blocks(item, list);
      return item.tag === 'list-item' ? this.item(item, list) : [];
    });
  }

  private item(node: XmlNode, list: OpenList): DocumentBlock[] {
    const hasOwnText = node.children.some(({ tag }) => tag === 'p' || tag === 'h');
    const levels = this.lists.levelsOf(node, list);
    const mark = hasOwnText ? this.numbering.next(list.key, list.level, levels, numberOf(node, 'start-value')) : '';
    const isBullet = levels[list.level]?.format === undefined;
    let isFirst = true;
    return this.blocks(node, list).map((block): DocumentBlock => {
      if (!isFirst || block.kind === 'table' || block.kind === 'item') return block;
      isFirst = false;
      if (block.kind === 'heading')
        return { ...block, text: joinedMark(mark, block.text) + block.text, isNumbered: mark !== '' && !isBullet };
      return { kind: 'item', text: joinedMark(mark, block.text) + block.text, depth: isBullet ? list.level : 0 };
    });
  }

  private table(node: XmlNode): DocumentBlock[] {
    return tableBlocks(this.rows(node, false));
  }

  private rows(node: XmlNode, isHeader: boolean): GridCell[][] {
    return node.children.flatMap((child): GridCell[][] => {
      if (child.tag === 'table-header-rows') return this.rows(child, true);
      if (child.tag === 'table-rows' || child.tag === 'table-row-group') return this.rows(child, isHeader);
      if (child.tag !== 'table-row') return [];
      const cells = childrenNamed(child, 'table-cell').flatMap((cell) => this.cell(cell, isHeader));
      const repeated = Math.min(MAX_REPEATED, numberOf(child, 'number-rows-repeated') ?? 1);
      return Array.from({ length: repeated }, () => cells);
    });
  }

  private cell(node: XmlNode, isHeader: boolean): GridCell[] {
    const cell: GridCell = {
      blocks: this.blocks(node),
      across: numberOf(node, 'number-columns-spanned') ?? 1,
      down: numberOf(node, 'number-rows-spanned') ?? 1,
      isHeader,
      isEmphasised: this.isEmphasised(node),
    };
    const repeated = Math.min(MAX_REPEATED, numberOf(node, 'number-columns-repeated') ?? 1);
    return Array.from({ length: repeated }, () => cell);
  }

  private isEmphasised(cell: XmlNode): boolean {
    if (this.styles.isEmphasised('table-cell', cell.attributes['style-name'])) return true;
    const paragraphs = childrenNamed(cell, 'p').filter(({ children }) => children.length > 0);
    return (
      paragraphs.length > 0 &&
      paragraphs.every((paragraph) => {
        const [only, ...others] = paragraph.children;
        if (this.styles.isEmphasised('paragraph', paragraph.attributes['style-name'])) return true;
        return (
          only?.tag === 'span' && others.length === 0 && this.styles.isEmphasised('text', only.attributes['style-name'])
        );
      })
    );
  }

  /** Lists in text boxes count apart from those of the text. */
  private box(node: XmlNode): DocumentBlock[] {
    return this.numbering.counters.apart('boxes', () => this.frame(node));
  }

  /** A text box, a table, an object, or the description of a picture. */
  private frame(node: XmlNode): DocumentBlock[] {
    const inner = node.tag === 'frame' ? [] : this.blocks(node);
    const boxes = childrenNamed(node, 'text-box').flatMap((box) => this.blocks(box));
    const tables = node.tag === 'frame' ? childrenNamed(node, 'table').flatMap((table) => this.table(table)) : [];
    const objects = childrenNamed(node, 'object').flatMap(({ attributes }) => this.object(attributes['href'] ?? ''));
    const blocks = [...inner, ...boxes, ...tables, ...objects];
    if (blocks.length > 0) return blocks;
    const text = textOf(childOf(node, 'desc')) ?? textOf(childOf(node, 'title'));
    return text === undefined ? [] : [{ kind: 'paragraph', text: `[${text}]` }];
  }

  /** A formula as a line; a chart as its title and the table of its values. */
  private object(reference: string): DocumentBlock[] {
    const formula = this.objects.formula(reference);
    if (formula !== '') return [{ kind: 'paragraph', text: formula }];
    const chart = this.objects.chart(reference);
    const titles = childrenNamed(chart, 'title').flatMap((title) => this.blocks(title));
    return [...titles, ...childrenNamed(chart, 'table').flatMap((table) => this.table(table))];
  }
}

/** Programs write whether a section under a condition is hidden. */
function isHiddenSection({ tag, attributes }: XmlNode): boolean {
  if (tag !== 'section') return false;
  return (
    attributes['display'] === 'none' || (attributes['display'] === 'condition' && attributes['is-hidden'] === 'true')
  );
}

function textOf(node: XmlNode | undefined): string | undefined {
  const text = (node?.children ?? [])
    .map((child) => child.text)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
  return text === '' ? undefined : text;
}
