import { DocxFields } from './docx-fields.js';
import { mathText } from './docx-math.js';
import { type DocxStyles, toggleOf } from './docx-styles.js';
import { ParagraphText } from './paragraph-text.js';
import { symbolOf } from './symbol-fonts.js';
import { childOf, textBelow, type XmlNode } from './xml-node.js';

/** References from the contents of a paragraph to content outside it. */
export interface InlineLinks {
  /** Text of a footnote or endnote. */
  readonly noteText: (kind: 'footnote' | 'endnote', id: string) => string;
  /** A text box that is anchored in the paragraph. */
  readonly onBox: (content: XmlNode) => void;
  /** A chart or diagram that is anchored in the paragraph, by the id of the relation to its part. */
  readonly onDrawnPart: (relation: string) => void;
}

/** The context of a run: its paragraph's text, and whether the style of the paragraph hides it. */
interface Place {
  readonly text: ParagraphText;
  readonly style: string | undefined;
  readonly links: InlineLinks;
}

/** Elements that only wrap runs; those of deleted and moved text (`del`, `moveFrom`) are excluded. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'hyperlink',
  'smartTag',
  'sdt',
  'sdtContent',
  'customXml',
  'ins',
  'moveTo',
  'fldSimple',
  'bdo',
  'dir',
  'oMathPara',
]);
/** Placeholders that programs write instead of a description. */
const NO_DESCRIPTION = /^(?:description: )?(?:.{0,200}\.(?:png|jpe?g|gif|bmp|emf|wmf|tiff?|svg)|[a-z]:[\\/].*)$/iu;

/** Reads the displayed text of a paragraph of a Word document. */
export class DocxInline {
  private readonly fields = new DocxFields();

  constructor(private readonly styles: DocxStyles) {}

  /** Adds the displayed content of the paragraph to the text. */
  read(paragraph: XmlNode, text: ParagraphText, style: string | undefined, links: InlineLinks): void {
    this.contents(paragraph, { text, style, links });
    this.fields.endParagraph();
  }

  private contents(node: XmlNode, place: Place): void {
    for (const child of node.children) {
      if (child.tag === 'r') this.run(child, place);
      else if (child.tag === 'oMath') place.text.append(mathText(child));
      else if (child.tag === 'AlternateContent') this.contents(chosen(child), place);
      else if (WRAPPERS.has(child.tag)) this.contents(child, place);
    }
  }

  private run(run: XmlNode, place: Place): void {
    const isHidden = this.isHidden(childOf(run, 'rPr'), place.style);
    for (const piece of run.children) {
      if (piece.tag === 'fldChar') {
        const shown = this.fields.mark(piece);
        if (!isHidden) place.text.append(shown);
      } else if (piece.tag === 'instrText') this.fields.addCode(textBelow(piece));
      else if (!isHidden && !this.fields.isCode) this.piece(piece, place);
    }
  }

  private isHidden(properties: XmlNode | undefined, style: string | undefined): boolean {
    // Text that was struck out by hand is as invalid as deleted text.
    if (toggleOf(properties, 'strike') === true || toggleOf(properties, 'dstrike') === true) return true;
    const own = toggleOf(properties, 'vanish');
    if (own !== undefined) return own;
    const character = childOf(properties, 'rStyle')?.attributes['val'];
    return (character !== undefined && this.styles.isHidden(character)) || this.styles.isHidden(style);
  }

  private piece(piece: XmlNode, place: Place): void {
    const { text, links } = place;
    switch (piece.tag) {
      case 't':
        text.append(textBelow(piece));
        break;
      case 'tab':
      case 'ptab':
        text.append(' ');
        break;
      case 'br':
      case 'cr':
        text.append('\n');
        break;
      case 'noBreakHyphen':
        text.append('-');
        break;
      case 'sym':
        text.append(symbolOf(piece.attributes['font'], Number.parseInt(piece.attributes['char'] ?? '', 16) || 0));
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        text.addNote(
          links.noteText(piece.tag === 'footnoteReference' ? 'footnote' : 'endnote', piece.attributes['id'] ?? ''),
        );
        break;
      case 'ruby':
        this.ruby(piece, place);
        break;
      case 'drawing':
      case 'pict':
      case 'object':
        this.picture(piece, place, new Set());
        break;
      case 'AlternateContent':
        for (const child of chosen(piece).children) this.piece(child, place);
        break;
      default:
    }
  }

  /** `訓長(훈장)`: the word, then its reading. */
  private ruby(node: XmlNode, place: Place): void {
    const base = childOf(node, 'rubyBase');
    const above = childOf(node, 'rt');
    if (base !== undefined) this.contents(base, place);
    if (above === undefined) return;
    const reading = new ParagraphText();
    this.contents(above, { ...place, text: reading });
    if (!reading.isEmpty) place.text.append(`(${reading.words.trim()})`);
  }

  /** Alternative texts, and the texts inside drawings. */
  private picture(node: XmlNode, place: Place, known: Set<string>): void {
    for (const child of node.children) {
      const { tag, attributes } = child;
      if (tag === 'txbxContent') {
        place.links.onBox(child);
        continue;
      }
      const isDescribed = tag === 'docPr' || tag === 'cNvPr' || tag === 'shape';
      const description = (attributes['descr'] ?? attributes['alt'] ?? attributes['title'] ?? '').trim();
      if (isDescribed && description !== '' && !NO_DESCRIPTION.test(description) && !isDecorative(child)) {
        if (!known.has(description)) place.text.append(spaced(place.text.words, `[${description}]`));
        known.add(description);
      }
      const part = tag === 'chart' ? attributes['id'] : tag === 'relIds' ? attributes['dm'] : undefined;
      if (part !== undefined) place.links.onDrawnPart(part);
      if (tag === 'textpath') place.text.append(attributes['string'] ?? '');
      this.picture(tag === 'AlternateContent' ? chosen(child) : child, place, known);
    }
  }
}

/** Of several alternative forms from newer programs the first one is shown, as in Word. */
export function chosen(node: XmlNode): XmlNode {
  return childOf(node, 'Choice') ?? childOf(node, 'Fallback') ?? { ...node, children: [] };
}

function isDecorative(node: XmlNode): boolean {
  if (node.attributes['hidden'] === '1') return true;
  const extensions = childOf(node, 'extLst')?.children ?? [];
  return extensions.some((each) => childOf(each, 'decorative')?.attributes['val'] === '1');
}

function spaced(before: string, text: string): string {
  return before === '' || /\s$/u.test(before) ? text : ` ${text}`;
}
