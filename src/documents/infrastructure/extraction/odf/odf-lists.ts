import { childOf, numberOf, type XmlNode } from '../xml-node.js';
import type { OdfListLevel, OdfStyles } from './odf-styles.js';

type Levels = readonly (OdfListLevel | undefined)[];

/** An open list. */
export interface OpenList {
  /** What counts together: the first of the lists that continue each other. */
  readonly key: string;
  readonly levels: Levels;
  readonly level: number;
}

/** The key of the list that numbers the headings of a document. */
export const OUTLINE = 'outline';
const WORD = /^MicrosoftOffice/u;

/** Which lists of a document count together (OpenDocument 1.3, 5.3). Lists are opened in the order of the document. */
export class OdfLists {
  /** The key of each list that has an id. */
  private readonly keys = new Map<string, string>();
  private last: { readonly key: string; readonly style: string } | undefined;
  /** The key of the last list of each style, if the file comes from Word, which continues that one. */
  private readonly lastOfStyle: Map<string, string> | undefined;
  private opened = 0;

  constructor(
    private readonly styles: OdfStyles,
    generator = '',
  ) {
    this.lastOfStyle = WORD.test(generator) ? new Map() : undefined;
  }

  /** @param outer the list around it */
  open(node: XmlNode, outer: OpenList | undefined): OpenList {
    const named = node.attributes['style-name'];
    if (outer !== undefined) {
      const levels = named === undefined ? outer.levels : this.levelsNamed(named);
      return { key: outer.key, levels, level: outer.level + 1 };
    }
    const style = named ?? this.styles.listOf(firstStyle(node)) ?? '';
    return { key: this.keyOf(node, style), levels: this.levelsNamed(style), level: 0 };
  }

  /** A paragraph that names its list and level itself. */
  openParagraph(node: XmlNode): OpenList {
    const style = node.attributes['style-name'] ?? '';
    const list = node.attributes['list-id'];
    const level = Math.max(1, numberOf(node, 'level') ?? 1) - 1;
    return { key: `${style}/${list ?? ''}`, levels: this.levelsNamed(style), level };
  }

  /** The levels that an item is numbered by: its own, otherwise those of its list. */
  levelsOf(item: XmlNode, list: OpenList): Levels {
    const own = item.attributes['style-override'];
    return own === undefined ? list.levels : this.levelsNamed(own);
  }

  private levelsNamed(style: string): Levels {
    // Headings may be items of the list that numbers all headings.
    return this.styles.isOutline(style) ? this.styles.headings : this.styles.list(style);
  }

  private keyOf(node: XmlNode, style: string): string {
    const key = this.styles.isOutline(style) ? OUTLINE : (this.continued(node, style) ?? this.newKey(style));
    const id = node.attributes['id'];
    if (id !== undefined) this.keys.set(id, key);
    this.last = { key, style };
    this.lastOfStyle?.set(style, key);
    return key;
  }

  private newKey(style: string): string {
    this.opened += 1;
    return `${style}/${this.opened}`;
  }

  /** The list that a list names, or the one before it if that has the same style. */
  private continued(node: XmlNode, style: string): string | undefined {
    const named = node.attributes['continue-list'];
    if (named !== undefined) return this.keys.get(named);
    if (node.attributes['continue-numbering'] !== 'true') return undefined;
    return this.last?.style === style ? this.last.key : this.lastOfStyle?.get(style);
  }
}

/** Style of the first paragraph of a list. */
function firstStyle(list: XmlNode): string | undefined {
  const item = childOf(list, 'list-item');
  return (childOf(item, 'p') ?? childOf(item, 'h'))?.attributes['style-name'];
}
