import { TITLE_LEVEL } from '../../domain/document-block.js';
import { type CountedLevel, ListCounter } from './list-counter.js';
import { formatNumber } from './number-format.js';
import { childOf, childrenNamed, numberOf, textBelow, type XmlNode } from './xml-node.js';

interface Level extends CountedLevel {
  readonly format: string;
  /** `제^1조`: the numbers of levels, from 1; `^n` all of them. */
  readonly text: string;
}

interface ParagraphLook {
  readonly kind: string;
  readonly list: string;
  readonly level: number;
}

/** What the formatting of a paragraph adds to it. */
export interface HwpxMark {
  /** Number or bullet with the blank after it, or nothing. */
  readonly text: string;
  /** Level of a heading, from 1; 0 for the title. */
  readonly heading: number | undefined;
  readonly isBullet: boolean;
  readonly level: number;
}

/** Names of formats (KS X 6101, NumberType1) and those of `formatNumber`. */
const FORMATS: Readonly<Record<string, string>> = {
  DIGIT: 'decimal',
  CIRCLED_DIGIT: 'decimalEnclosedCircle',
  ROMAN_CAPITAL: 'upperRoman',
  ROMAN_SMALL: 'lowerRoman',
  LATIN_CAPITAL: 'upperLetter',
  LATIN_SMALL: 'lowerLetter',
  CIRCLED_LATIN_CAPITAL: 'upperLetterCircled',
  CIRCLED_LATIN_SMALL: 'lowerLetterCircled',
  HANGUL_SYLLABLE: 'hangulSyllable',
  CIRCLED_HANGUL_SYLLABLE: 'hangulSyllableCircled',
  HANGUL_JAMO: 'chosung',
  CIRCLED_HANGUL_JAMO: 'chosungCircled',
  HANGUL_PHONETIC: 'koreanCounting',
  IDEOGRAPH: 'japaneseCounting',
  CIRCLED_IDEOGRAPH: 'ideographEnclosedCircle',
  DECAGON_CIRCLE: 'stemsHangul',
  DECAGON_CIRCLE_HANJA: 'stems',
};
const MAX_LEVELS = 10;
const NO_LEVEL: Level = { start: 1, restartsAfter: undefined, format: 'decimal', text: '' };
const PLAIN_BULLET = '-';
const PRIVATE = /^[\ue000-\uf8ff]?$/u;
const TITLE_NAME = /^(?:제목|문서 ?제목|title)$/iu;
const NO_FILL: ReadonlySet<string> = new Set(['', 'none', '#ffffff', 'ffffff']);

/** A number in the format that an HWPX document names. */
export function hwpxNumber(n: number, format: string | undefined): string {
  return formatNumber(n, FORMATS[format ?? 'DIGIT'] ?? 'decimal');
}

/** The paragraph properties in the header of an HWPX document: numbers, bullets, outline levels. Paragraphs must be requested in order. */
export class HwpxHeader {
  private readonly numberings = new Map<string, readonly Level[]>();
  private readonly bullets = new Map<string, string>();
  private readonly looks = new Map<string, ParagraphLook>();
  private readonly titles = new Set<string>();
  private readonly bold = new Set<string>();
  private readonly filled = new Set<string>();
  private readonly counters = new Map<string, ListCounter>();

  constructor(head: XmlNode | undefined) {
    const lists = childOf(head, 'refList');
    for (const node of childrenNamed(childOf(lists, 'numberings'), 'numbering')) {
      this.numberings.set(idOf(node), levelsOf(node));
    }
    for (const node of childrenNamed(childOf(lists, 'bullets'), 'bullet')) {
      const sign = node.attributes['char'] ?? '';
      this.bullets.set(idOf(node), PRIVATE.test(sign) ? PLAIN_BULLET : sign);
    }
    for (const node of childrenNamed(childOf(lists, 'paraProperties'), 'paraPr')) {
      const heading = childOf(node, 'heading');
      const kind = heading?.attributes['type'] ?? 'NONE';
      if (heading === undefined || kind === 'NONE') continue;
      this.looks.set(idOf(node), {
        kind,
        list: heading.attributes['idRef'] ?? '',
        level: numberOf(heading, 'level') ?? 0,
      });
    }
    for (const node of childrenNamed(childOf(lists, 'styles'), 'style')) {
      if (TITLE_NAME.test(node.attributes['name'] ?? '')) this.titles.add(idOf(node));
    }
    for (const node of childrenNamed(childOf(lists, 'charProperties'), 'charPr')) {
      if (childOf(node, 'bold') !== undefined) this.bold.add(idOf(node));
    }
    for (const node of childrenNamed(childOf(lists, 'borderFills'), 'borderFill')) {
      const colour = childOf(childOf(node, 'fillBrush'), 'winBrush')?.attributes['faceColor'] ?? '';
      if (!NO_FILL.has(colour.toLowerCase())) this.filled.add(idOf(node));
    }
  }

  isBold(look: string | undefined): boolean {
    return look !== undefined && this.bold.has(look);
  }

  isFilled(border: string | undefined): boolean {
    return border !== undefined && this.filled.has(border);
  }

  /**
   * The mark of a paragraph, which is counted.
   * @param outline the list that numbers the outline headings of its section
   */
  markOf(paragraph: XmlNode, outline: string): HwpxMark {
    const look = this.looks.get(paragraph.attributes['paraPrIDRef'] ?? '');
    const isTitle = this.titles.has(paragraph.attributes['styleIDRef'] ?? '');
    if (look === undefined) {
      return { text: '', heading: isTitle ? TITLE_LEVEL : undefined, isBullet: false, level: 0 };
    }
    const { kind, level } = look;
    if (kind === 'BULLET') {
      return { text: `${this.bullets.get(look.list) ?? PLAIN_BULLET} `, heading: undefined, isBullet: true, level };
    }
    const isOutline = kind === 'OUTLINE';
    const text = this.numberOf(isOutline ? outline : look.list, level);
    return { text, heading: isOutline ? level + 1 : undefined, isBullet: false, level };
  }

  private numberOf(list: string, level: number): string {
    const levels = this.numberings.get(list);
    const own = levels?.[level];
    if (levels === undefined || own === undefined) return '';
    const counter = this.counters.get(list) ?? new ListCounter(false);
    this.counters.set(list, counter);
    const numbers = counter.next(level, levels);
    const text = own.text.replace(/\^([1-9aAnN])/gu, (_, sign: string) => {
      if (sign === 'n' || sign === 'N') return numbers.join('.') + (sign === 'N' ? '.' : '');
      const at = /\d/u.test(sign) ? Number(sign) - 1 : 9;
      return numbers[at] === undefined ? '' : formatNumber(numbers[at], levels[at]?.format ?? 'decimal');
    });
    return text.trim() === '' ? '' : `${text.trim()} `;
  }
}

function idOf(node: XmlNode): string {
  return node.attributes['id'] ?? '';
}

function levelsOf(numbering: XmlNode): readonly Level[] {
  const levels = Array.from({ length: MAX_LEVELS }, (): Level => ({ ...NO_LEVEL }));
  for (const node of childrenNamed(numbering, 'paraHead')) {
    const level = numberOf(node, 'level') ?? 0;
    if (level < 1 || level > MAX_LEVELS) continue;
    levels[level - 1] = {
      start: numberOf(node, 'start') ?? 1,
      restartsAfter: undefined,
      format: FORMATS[node.attributes['numFormat'] ?? 'DIGIT'] ?? 'decimal',
      text: textBelow(node),
    };
  }
  return levels;
}
