import type { DocumentBlock } from '../../../domain/document-block.js';
import { ParagraphText, joinedMark } from '../paragraph-text.js';
import { RtfTable } from './rtf-table.js';
import type { RtfStyles } from './rtf-styles.js';

/** Properties of the current paragraph. */
interface Properties {
  style: number;
  outline: number | undefined;
  /** Number of enclosing tables. */
  tables: number;
  listLevel: number;
}

/** The blocks of one text flow: the body, a note, a text box. Tables stay open until a paragraph outside them. */
export class RtfParagraphs {
  private readonly done: DocumentBlock[] = [];
  /** Open tables from the outside in, each with the blocks of its current cell. */
  private readonly tables: { readonly table: RtfTable; blocks: DocumentBlock[]; isBold: boolean | undefined }[] = [];
  private text = new ParagraphText();
  private mark = '';
  private properties: Properties = plain();

  constructor(private readonly styles: RtfStyles) {}

  append(text: string, isBold: boolean): void {
    this.text.append(text);
    const open = this.tables.at(-1);
    if (open !== undefined && text.trim() !== '') open.isBold = (open.isBold ?? true) && isBold;
  }

  addMark(text: string): void {
    this.mark += text;
  }

  addNote(text: string): void {
    this.text.addNote(text);
  }

  /**
   * Handles a control word about paragraphs and tables.
   * @returns false for any other
   */
  control(word: string, value: number | undefined): boolean {
    if (word === 'pard') this.properties = plain();
    else if (word === 's') this.properties.style = value ?? 0;
    else if (word === 'outlinelevel') this.properties.outline = value;
    else if (word === 'ilvl') this.properties.listLevel = value ?? 0;
    else if (word === 'intbl') this.properties.tables = Math.max(1, this.properties.tables);
    else if (word === 'itap') this.properties.tables = Math.min(MAX_TABLES, value ?? 0);
    else if (word === 'par' || word === 'sect' || word === 'page') this.endParagraph();
    else if (word === 'cell' || word === 'nestcell')
      this.endCell(word === 'cell' ? 1 : Math.max(2, this.properties.tables));
    else if (word === 'row' || word === 'nestrow')
      this.endRow(word === 'row' ? 1 : Math.max(2, this.properties.tables));
    else return this.rowControl(word, value);
    return true;
  }

  /** Ends the flow. */
  blocks(): DocumentBlock[] {
    this.endParagraph();
    this.closeTables(0);
    return this.done;
  }

  private rowControl(word: string, value: number | undefined): boolean {
    if (word === 'trowd' && this.tables.length === 0) {
      this.endParagraph();
      this.openTables(1);
    }
    return this.tables.at(-1)?.table.control(word, value) === true;
  }

  private endParagraph(): void {
    const { text, mark } = this;
    if (text.isEmpty && mark === '') {
      this.text = new ParagraphText();
      return;
    }
    this.reach(this.properties.tables);
    this.text = new ParagraphText();
    this.mark = '';
    const blocks = this.tables.at(-1)?.blocks ?? this.done;
    blocks.push(...this.block(text, mark.replace(/\s+/gu, ' ').trimStart()));
  }

  private block(text: ParagraphText, mark: string): DocumentBlock[] {
    const level = this.styles.level(this.properties.style, this.properties.outline);
    const isBullet = mark !== '' && !/[\p{L}\p{N}]/u.test(mark);
    const shown = isBullet ? '- ' : joinedMark(mark, text.words);
    if (level !== undefined && this.tables.length === 0 && text.words.trim() !== '') {
      const notes = text.noteTexts.map((note): DocumentBlock => ({ kind: 'paragraph', text: `(${note})` }));
      const isNumbered = mark !== '' && !isBullet;
      return [{ kind: 'heading', level, text: (isBullet ? '' : shown) + text.words.trim(), isNumbered }, ...notes];
    }
    if (mark === '') return [{ kind: 'paragraph', text: String(text).trim() }];
    return [{ kind: 'item', text: shown + String(text).trim(), depth: isBullet ? this.properties.listLevel : 0 }];
  }

  private endCell(depth: number): void {
    this.properties.tables = Math.max(depth, this.properties.tables);
    this.openTables(depth);
    const inner = this.properties.tables;
    this.properties.tables = depth;
    this.endParagraph();
    this.closeTables(depth);
    this.properties.tables = inner;
    const open = this.tables.at(-1);
    if (open === undefined) return;
    open.table.addCell(open.blocks, open.isBold === true);
    open.blocks = [];
    open.isBold = undefined;
  }

  private endRow(depth: number): void {
    this.closeTables(depth);
    this.tables[depth - 1]?.table.endRow();
  }

  /** Opens and closes tables up to the given number. */
  private reach(depth: number): void {
    this.closeTables(depth);
    this.openTables(depth);
  }

  private openTables(depth: number): void {
    while (this.tables.length < depth) this.tables.push({ table: new RtfTable(), blocks: [], isBold: undefined });
  }

  private closeTables(depth: number): void {
    while (this.tables.length > depth) {
      const closed = this.tables.pop();
      const around = this.tables.at(-1)?.blocks ?? this.done;
      if (closed === undefined) continue;
      for (const block of [...closed.table.blocks(), ...closed.blocks]) around.push(block);
    }
  }
}

const MAX_TABLES = 16;

function plain(): Properties {
  return { style: 0, outline: undefined, tables: 0, listLevel: 0 };
}
