import type { DocxStyles, NumberingReference } from './docx-styles.js';
import { type CountedLevel, ListCounters } from './list-counter.js';
import { formatNumber, isCounting } from './number-format.js';
import { childOf, childrenNamed, numberOf, type XmlNode } from './xml-node.js';

interface Level extends CountedLevel {
  readonly format: string;
  /** `%1.%2`: the numbers of levels, from 1. */
  readonly text: string;
  readonly suffix: string;
  /** All numbers of this level are decimal, whatever the formats of theirs. */
  readonly isLegal: boolean;
  readonly style: string | undefined;
  /** Minimum number of digits of a custom format such as `001, 002, 003`. */
  readonly digits: number;
}

interface List {
  readonly look: string;
  readonly levels: readonly Level[];
  readonly restarts: ReadonlyMap<number, number>;
}

/** The number or bullet before a paragraph. */
export interface ListMark {
  /** With the blank after it, if any. */
  readonly text: string;
  readonly level: number;
  readonly isBullet: boolean;
}

/** What Word shows for bullets in symbol fonts, whose codes mean nothing in other fonts. */
const PLAIN_BULLET = '-';
/** Private-use codes of such fonts, and the letter o of a monospaced one. */
const SYMBOL_FONT = /^(?:[\ue000-\uf8ff]|o|)$/u;
const MAX_LEVELS = 9;

/** The automatic numbers of a Word document (ECMA-376, 17.9). Paragraphs are given in the order of the document. */
export class DocxNumbering {
  private readonly looks = new Map<string, XmlNode>();
  private readonly lists = new Map<string, List>();
  readonly counters = new ListCounters();

  constructor(
    root: XmlNode | undefined,
    private readonly styles: DocxStyles,
  ) {
    for (const look of childrenNamed(root, 'abstractNum')) this.looks.set(look.attributes['abstractNumId'] ?? '', look);
    const linked = new Map<string, string>();
    for (const [id, look] of this.looks) {
      const style = childOf(look, 'styleLink')?.attributes['val'];
      if (style !== undefined) linked.set(style, id);
    }
    for (const node of childrenNamed(root, 'num')) {
      const id = node.attributes['numId'];
      if (id !== undefined) this.lists.set(id, this.listOf(node, linked));
    }
  }

  /**
   * The mark of a paragraph, which is counted.
   * @param own numbering of the paragraph itself; it takes precedence over that of its style
   */
  markOf(style: string | undefined, own: NumberingReference | undefined): ListMark | undefined {
    const ofStyle = this.styles.numbering(style);
    const id = own?.list ?? ofStyle?.list;
    const list = id === undefined ? undefined : this.lists.get(id);
    if (id === undefined || list === undefined) return undefined;
    const level = own?.level ?? this.levelOfStyle(list, style) ?? 0;
    const look = list.levels[level];
    if (look === undefined) return undefined;
    const counter = this.counters.of(list.look);
    const start = list.restarts.get(level);
    if (start !== undefined) counter.restartOnce(id, level, start);
    return markText(look, level, counter.next(level, list.levels), list.levels);
  }

  /** Of the nearest style that has one: the level that refers to the style, otherwise the level that the style names. */
  private levelOfStyle(list: List, style: string | undefined): number | undefined {
    for (const id of this.styles.chain(style)) {
      const referring = list.levels.findIndex((each) => each.style === id);
      const level = referring === -1 ? this.styles.ownNumbering(id)?.level : referring;
      if (level !== undefined) return level;
    }
    return undefined;
  }

  private listOf(node: XmlNode, linked: ReadonlyMap<string, string>): List {
    const named = childOf(node, 'abstractNumId')?.attributes['val'] ?? '';
    const link = childOf(this.looks.get(named), 'numStyleLink')?.attributes['val'];
    const look = (link === undefined ? undefined : linked.get(link)) ?? named;
    const levels: Level[] = Array.from({ length: MAX_LEVELS }, () => levelOf(undefined));
    for (const each of childrenNamed(this.looks.get(look), 'lvl')) putLevel(levels, each);
    const restarts = new Map<number, number>();
    for (const override of childrenNamed(node, 'lvlOverride')) {
      const level = numberOf(override, 'ilvl') ?? 0;
      for (const each of childrenNamed(override, 'lvl')) putLevel(levels, each);
      const start = numberOf(childOf(override, 'startOverride'), 'val');
      if (start !== undefined) restarts.set(level, start);
    }
    return { look, levels, restarts };
  }
}

function putLevel(levels: Level[], node: XmlNode): void {
  const level = numberOf(node, 'ilvl');
  if (level !== undefined && level >= 0 && level < MAX_LEVELS) levels[level] = levelOf(node);
}

function levelOf(node: XmlNode | undefined): Level {
  // A custom format is written as a choice, with a decimal one for programs that do not know it.
  const choice = childOf(childOf(node, 'AlternateContent'), 'Choice');
  const format = childOf(node, 'numFmt') ?? childOf(choice, 'numFmt');
  const isCustom = format?.attributes['val'] === 'custom';
  const suffix = childOf(node, 'suff')?.attributes['val'];
  return {
    start: numberOf(childOf(node, 'start'), 'val') ?? (node === undefined ? 1 : 0),
    restartsAfter: numberOf(childOf(node, 'lvlRestart'), 'val'),
    format: isCustom ? 'decimal' : (format?.attributes['val'] ?? 'decimal'),
    text: childOf(node, 'lvlText')?.attributes['val'] ?? '',
    suffix: suffix === 'nothing' ? '' : ' ',
    isLegal: childOf(node, 'isLgl') !== undefined && childOf(node, 'isLgl')?.attributes['val'] !== '0',
    style: childOf(node, 'pStyle')?.attributes['val'],
    digits: isCustom ? (/^\d+/u.exec(format.attributes['format'] ?? '')?.[0].length ?? 1) : 1,
  };
}

function markText(
  look: Level,
  level: number,
  numbers: readonly number[],
  levels: readonly Level[],
): ListMark | undefined {
  if (look.format === 'bullet') {
    const bullet = SYMBOL_FONT.test(look.text) ? PLAIN_BULLET : look.text;
    return { text: `${bullet.trim()} `, level, isBullet: true };
  }
  const text = look.text.replace(/%([1-9])/gu, (_, sign: string) => {
    const at = Number(sign) - 1;
    const number = numbers[at];
    const own = levels[at];
    if (number === undefined || own === undefined) return '';
    const format = look.isLegal && isCounting(own.format) ? 'decimal' : own.format;
    const written = formatNumber(number, format === 'bullet' ? 'none' : format);
    return written === '' ? '' : written.padStart(own.digits, '0');
  });
  return text.trim() === '' ? undefined : { text: text + look.suffix, level, isBullet: false };
}
