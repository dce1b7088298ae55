import { parseDocument } from 'htmlparser2';
import type { OutlinedText, DocumentBlock } from '../../domain/document-block.js';
import { sensibleTitle } from './document-title.js';
import { renderBlocks } from './render-blocks.js';
import { isTag, isText, type ChildNode, type Element, type ParentNode } from 'domhandler';
import { countOf, isHidden } from './html-dom.js';
import { HtmlNotes } from './html-notes.js';
import { htmlTable } from './html-table.js';
import { mathMlText } from './math-ml.js';
import { ParagraphText } from './paragraph-text.js';
import { cellText } from './table-grid.js';
import { onOneLine } from '../../../text/folded-text.js';

const HEADING = /^h([1-6])$/u;
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup hr html legend main nav p search section summary tbody td tfoot th thead tr'.split(
    ' ',
  ),
);
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir']);
const BLANKS = /[ \t\r\n\f\u00a0\u200b]+/gu;
const LETTERS: Readonly<Record<string, (n: number) => string>> = {
  a: (n) => String.fromCharCode(96 + n),
  A: (n) => String.fromCharCode(64 + n),
};

/** An open list. */
interface OpenList {
  readonly depth: number;
  readonly next: () => string;
}

/** Reads the blocks of a page as a browser displays them. */
export class HtmlBlocks {
  private blocks: DocumentBlock[] = [];
  private text = new ParagraphText();
  private list: OpenList | undefined;
  /** The mark of an item that has no text yet. */
  private mark: string | undefined;
  /** The item to which further paragraphs belong. */
  private item: DocumentBlock | undefined;
  private preformatted = 0;
  /** Marks in a note are not followed: notes may name each other, and each of two marks doubles the text. */
  private isInNote = false;
  private readonly notes: HtmlNotes;

  constructor(private readonly root: ParentNode) {
    this.notes = new HtmlNotes(root);
  }

  read(): DocumentBlock[] {
    return this.part(this.root.children);
  }

  /** The blocks of some nodes only: a cell, a note, the page. */
  private part(nodes: readonly ChildNode[]): DocumentBlock[] {
    const outer = { blocks: this.blocks, text: this.text, list: this.list, mark: this.mark, item: this.item };
    Object.assign(this, { blocks: [], text: new ParagraphText(), list: undefined, mark: undefined, item: undefined });
    this.walk(nodes);
    this.flush();
    const { blocks } = this;
    Object.assign(this, outer);
    return blocks;
  }

  private walk(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (isText(node)) this.words(node.data);
      else if (isTag(node) && !isHidden(node) && !this.notes.isMarked(node)) this.element(node);
    }
  }

  private element(element: Element): void {
    const { name, attribs } = element;
    const level = headingLevel(element);
    if (level !== undefined) this.heading(element, level);
    else if (LISTS.has(name)) this.openList(element);
    else if (name === 'li') this.listItem(element);
    else if (name === 'table') {
      this.flush();
      this.blocks.push(...htmlTable(element, (nodes) => this.part(nodes)));
    } else if (name === 'pre') this.verbatim(element);
    else if (name === 'dd') this.definition(element);
    else if (BLOCKS.has(name)) {
      this.flush();
      this.walk(element.children);
      this.flush();
    } else if (name === 'br') this.text.append('\n');
    else if (name === 'img' || name === 'area') this.picture(attribs['alt'] ?? '');
    else if (name === 'input') this.checkBox(attribs);
    else if (name === 'math') this.text.append(mathMlText(element).trim());
    else if (name === 'rt') this.text.append(`(${cellText(this.part(element.children))})`);
    else if (name === 'q') {
      this.text.append('“');
      this.walk(element.children);
      this.text.append('”');
    } else this.inline(element);
  }

  private inline(element: Element): void {
    const note = this.isInNote ? undefined : this.notes.noteAt(element);
    if (note === undefined) {
      this.walk(element.children);
      return;
    }
    this.isInNote = true;
    this.text.addNote(cellText(this.part(note.children)).replace(/\s+/gu, ' '));
    this.isInNote = false;
  }

  private words(data: string): void {
    if (this.preformatted > 0) {
      this.text.append(data);
      return;
    }
    this.text.appendWords(data.replace(BLANKS, ' '));
  }

  private heading(element: Element, level: number): void {
    this.flush();
    const blocks = this.part(element.children);
    const text = cellText(blocks).replace(/\s+/gu, ' ');
    if (text !== '') this.blocks.push({ kind: 'heading', level, text });
  }

  private verbatim(element: Element): void {
    this.flush();
    this.preformatted += 1;
    this.walk(element.children);
    this.preformatted -= 1;
    this.flush();
  }

  /** The first paragraph of a definition is on the line of its term. */
  private definition(element: Element): void {
    this.flush();
    const blocks = this.part(element.children);
    const term = this.blocks.at(-1);
    const [first, ...others] = blocks;
    if (term?.kind === 'paragraph' && first?.kind === 'paragraph' && isTerm(element)) {
      this.blocks.splice(-1, 1, { kind: 'paragraph', text: `${term.text}\n${first.text}` }, ...others);
    } else this.blocks.push(...blocks);
  }

  private openList(element: Element): void {
    this.flush();
    const outer = { list: this.list, item: this.item };
    this.list = { depth: outer.list === undefined ? 0 : outer.list.depth + 1, next: marksOf(element) };
    this.item = undefined;
    this.walk(element.children);
    this.flush();
    Object.assign(this, outer);
  }

  private listItem(element: Element): void {
    this.flush();
    const outer = { mark: this.mark, item: this.item };
    this.mark = this.list === undefined ? '- ' : this.list.next();
    this.item = undefined;
    this.walk(element.children);
    this.flush();
    Object.assign(this, outer);
  }

  private picture(description: string): void {
    const text = onOneLine(description);
    if (text !== '') this.words(` [${text}] `);
  }

  private checkBox(attributes: Readonly<Record<string, string>>): void {
    const type = attributes['type']?.toLowerCase();
    if (type === 'checkbox' || type === 'radio') this.words(attributes['checked'] === undefined ? '☐ ' : '☑ ');
  }

  /** Ends the current paragraph or part of an item. */
  private flush(): void {
    const { text } = this;
    if (text.isEmpty) {
      this.text = new ParagraphText();
      return;
    }
    this.text = new ParagraphText();
    const words = this.preformatted > 0 ? String(text) : String(text).trim();
    if (this.list === undefined && this.mark === undefined) {
      this.blocks.push({ kind: 'paragraph', text: words });
      return;
    }
    const depth = this.list?.depth ?? 0;
    const last = this.blocks.at(-1);
    if (this.mark === undefined && this.item !== undefined && last === this.item && last.kind === 'item') {
      this.item = { ...last, text: `${last.text}\n${words}` };
      this.blocks[this.blocks.length - 1] = this.item;
      return;
    }
    this.item = { kind: 'item', text: (this.mark ?? '') + words, depth };
    this.mark = undefined;
    this.blocks.push(this.item);
  }
}

function headingLevel({ name, attribs }: Element): number | undefined {
  const level = HEADING.exec(name)?.[1];
  if (level !== undefined) return Number(level);
  if (attribs['role'] !== 'heading') return undefined;
  const given = Number.parseInt(attribs['aria-level'] ?? '', 10);
  return given >= 1 && given <= 9 ? given : 2;
}

function isTerm(definition: Element): boolean {
  let before = definition.prev;
  while (before !== null && !isTag(before)) before = before.prev;
  return before?.name === 'dt';
}

/** The marks of a list's items, in order. */
function marksOf(list: Element): () => string {
  if (list.name !== 'ol') return () => '- ';
  const letter = LETTERS[list.attribs['type'] ?? ''];
  let number = list.attribs['start'] === undefined ? 1 : countOf(list, 'start', -1_000_000, 1_000_000);
  if (!/^\s*-?\d+\s*$/u.test(list.attribs['start'] ?? '1')) number = 1;
  return () => {
    const n = number++;
    return `${letter !== undefined && n >= 1 && n <= 26 ? letter(n) : n}. `;
  };
}

/**
 * Visible text of an HTML document with its headings, tidy: no tags, scripts, styles or link addresses, entities decoded.
 * Any string is HTML, so nothing is refused.
 * @throws RangeError where elements are nested deeper than the stack of this thread
 */
export function readHtml(html: string): OutlinedText {
  return renderBlocks(new HtmlBlocks(parseDocument(html)).read());
}

/** Limits in the pattern keep it linear on hostile input. */
const TITLE = /<title(?:\s[^<>]{0,500})?>([^<]{1,2000})<\/title/iu;

/** The `<title>` of an HTML document, if it is usable. */
export function htmlTitle(html: string): string | undefined {
  const title = TITLE.exec(html)?.[1];
  return title === undefined ? undefined : sensibleTitle(readHtml(title).text);
}
