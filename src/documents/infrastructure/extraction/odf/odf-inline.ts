import { ParagraphText } from '../paragraph-text.js';
import { childOf, numberOf, textBelow, type XmlNode } from '../xml-node.js';
import type { OdfStyles } from './odf-styles.js';

/** References from the contents of a paragraph to content outside it. */
export interface OdfLinks {
  readonly noteText: (body: XmlNode) => string;
  /** A frame that is anchored in the paragraph. */
  readonly onFrame: (frame: XmlNode) => void;
}

/** Comments, marks of changes, and data for programs only. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'annotation annotation-end change change-start change-end bookmark bookmark-start bookmark-end hidden-text hidden-paragraph script toc-mark alphabetical-index-mark note-citation tracked-changes'.split(
    ' ',
  ),
);
const BLANKS = /[ \t\r\n]+/gu;
const MAX_BLANKS = 1_000;
/** Elements that are drawn, with text in some of them. */
export const SHAPES: ReadonlySet<string> = new Set(
  'frame custom-shape rect circle ellipse polygon regular-polygon polyline path line connector measure caption g'.split(
    ' ',
  ),
);

/** Reads the text of paragraphs as the program displays it. */
export class OdfInline {
  /** @param formula text of an object that is a formula, '' of any other, by its reference */
  constructor(
    private readonly styles: OdfStyles,
    private readonly formula: (reference: string) => string,
  ) {}

  read(paragraph: XmlNode, text: ParagraphText, links: OdfLinks): void {
    for (const child of paragraph.children) this.piece(child, text, links);
  }

  private piece(node: XmlNode, text: ParagraphText, links: OdfLinks): void {
    if (node.tag === '#text') text.appendWords(node.text.replace(BLANKS, ' '));
    else if (node.tag === 's') text.append(' '.repeat(Math.min(MAX_BLANKS, numberOf(node, 'c') ?? 1)));
    else if (node.tag === 'tab') text.append('\t');
    else if (node.tag === 'line-break') text.append('\n');
    else if (node.tag === 'note') {
      const body = childOf(node, 'note-body');
      if (body !== undefined) text.addNote(links.noteText(body));
    } else if (node.tag === 'ruby') this.ruby(node, text, links);
    else if (SHAPES.has(node.tag)) this.frame(node, text, links);
    else if (!LEFT_OUT.has(node.tag) && !this.isHidden(node)) this.read(node, text, links);
  }

  private frame(node: XmlNode, text: ParagraphText, links: OdfLinks): void {
    const reference = childOf(node, 'object')?.attributes['href'];
    const formula = reference === undefined ? '' : this.formula(reference);
    if (formula === '') links.onFrame(node);
    else text.appendWords(` ${formula}`);
  }

  private ruby(node: XmlNode, text: ParagraphText, links: OdfLinks): void {
    const base = childOf(node, 'ruby-base');
    const reading = childOf(node, 'ruby-text');
    if (base !== undefined) this.read(base, text, links);
    const above = reading === undefined ? '' : textBelow(reading).trim();
    if (above !== '') text.append(`(${above})`);
  }

  private isHidden(node: XmlNode): boolean {
    return node.tag === 'span' && this.styles.isHidden('text', node.attributes['style-name']);
  }
}
