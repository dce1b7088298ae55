import { childOf, childrenNamed, numberOf, type XmlNode } from '../xml-node.js';

/** One level of a list. */
export interface OdfListLevel {
  /** Undefined for a bullet. */
  readonly format: string | undefined;
  readonly prefix: string;
  readonly suffix: string;
  /** Levels whose numbers are shown: 2 shows `1.2`. */
  readonly shown: number;
  readonly start: number;
  /** `%1%.%2%)`: the number with everything around it, where the file gives it so; the three parts above then do not count. */
  readonly pattern: string | undefined;
  /** The text between the number and the paragraph. */
  readonly gap: string;
}

/** By the first sign of an example: `1`, `a`, `가, 나, 다, ...`. */
const FORMATS: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '①': 'decimalEnclosedCircle',
  가: 'ganada',
  '㉮': 'hangulSyllableCircled',
  ㄱ: 'chosung',
  '㉠': 'chosungCircled',
  일: 'koreanDigital',
  一: 'chineseCountingThousand',
  甲: 'stems',
  '１': 'decimalFullWidth',
  壹贰: 'chineseLegalSimplified',
  壹貳: 'ideographLegalTraditional',
  壱弐: 'japaneseLegal',
  子: 'ideographZodiac',
  ア: 'aiueo',
  ｱ: 'aiueo',
  イ: 'iroha',
  ｲ: 'iroha',
  А: 'russianUpper',
  а: 'russianLower',
  Α: 'greekUpper',
  α: 'greekLower',
  א: 'hebrew1',
  أ: 'arabicAlpha',
  آ: 'persianAlpha',
  ก: 'thaiLetters',
};
/** Limit for a style that refers to itself through others. */
const MAX_PARENTS = 20;
const WHITE = /^(?:#ffffff|transparent)$/iu;

/** The styles of an OpenDocument file, of all its parts together. */
export class OdfStyles {
  private readonly styles = new Map<string, XmlNode>();
  private readonly lists = new Map<string, readonly (OdfListLevel | undefined)[]>();
  private outline: readonly (OdfListLevel | undefined)[] = [];
  private outlineName: string | undefined;

  constructor(parts: readonly (XmlNode | undefined)[]) {
    for (const part of parts) {
      for (const group of ['styles', 'automatic-styles'])
        for (const node of childOf(part, group)?.children ?? []) this.add(node);
    }
  }

  /** Levels of a list style. */
  list(name: string | undefined): readonly (OdfListLevel | undefined)[] {
    return (name === undefined ? undefined : this.lists.get(name)) ?? [];
  }

  /** Levels of the headings. */
  get headings(): readonly (OdfListLevel | undefined)[] {
    return this.outline;
  }

  /** Whether a list style is that of the headings. */
  isOutline(name: string | undefined): boolean {
    return name !== undefined && name === this.outlineName && !this.lists.has(name);
  }

  /** Display names of a paragraph's style and its base styles. */
  names(style: string | undefined): string[] {
    return this.chain('paragraph', style).map(
      ({ attributes }) => attributes['display-name'] ?? attributes['name'] ?? '',
    );
  }

  listOf(style: string | undefined): string | undefined {
    return this.found('paragraph', style, (node) => node.attributes['list-style-name']);
  }

  isHidden(family: 'paragraph' | 'text', style: string | undefined): boolean {
    return this.found(family, style, (node) => childOf(node, 'text-properties')?.attributes['display']) === 'none';
  }

  /** Bold text, or a coloured background of a cell. */
  isEmphasised(family: 'paragraph' | 'text' | 'table-cell', style: string | undefined): boolean {
    const weight = this.found(family, style, (node) => childOf(node, 'text-properties')?.attributes['font-weight']);
    const colourOf = (node: XmlNode) => childOf(node, 'table-cell-properties')?.attributes['background-color'];
    const ground = this.found(family, style, colourOf);
    return weight === 'bold' || (ground !== undefined && !WHITE.test(ground));
  }

  /** Whether a sheet is hidden. */
  isHiddenTable(style: string | undefined): boolean {
    return this.found('table', style, (node) => childOf(node, 'table-properties')?.attributes['display']) === 'false';
  }

  private add(node: XmlNode): void {
    const name = node.attributes['name'] ?? '';
    if (node.tag === 'style') this.styles.set(`${node.attributes['family'] ?? ''}/${name}`, node);
    else if (node.tag === 'list-style') this.lists.set(name, levelsOf(node));
    else if (node.tag === 'outline-style') {
      this.outline = levelsOf(node);
      this.outlineName = name;
    }
  }

  private found(
    family: string,
    style: string | undefined,
    read: (node: XmlNode) => string | undefined,
  ): string | undefined {
    for (const node of this.chain(family, style)) {
      const value = read(node);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  private chain(family: string, style: string | undefined): XmlNode[] {
    const chain: XmlNode[] = [];
    let name = style;
    while (name !== undefined && chain.length < MAX_PARENTS) {
      const node = this.styles.get(`${family}/${name}`);
      if (node === undefined) break;
      chain.push(node);
      name = node.attributes['parent-style-name'];
    }
    return chain;
  }
}

function levelsOf(style: XmlNode): (OdfListLevel | undefined)[] {
  const levels: (OdfListLevel | undefined)[] = [];
  const kinds = ['list-level-style-number', 'list-level-style-bullet', 'list-level-style-image', 'outline-level-style'];
  for (const node of kinds.flatMap((kind) => childrenNamed(style, kind))) {
    const level = (numberOf(node, 'level') ?? 1) - 1;
    if (level < 0 || level > 20) continue;
    const isNumber = node.tag === 'list-level-style-number' || node.tag === 'outline-level-style';
    const example = node.attributes['num-format'] ?? '';
    // Without a format a level has no mark at all.
    if (isNumber && example === '') continue;
    levels[level] = {
      format: isNumber ? formatOf(example) : undefined,
      prefix: node.attributes['num-prefix'] ?? '',
      suffix: node.attributes['num-suffix'] ?? '',
      shown: numberOf(node, 'display-levels') ?? 1,
      start: numberOf(node, 'start-value') ?? 1,
      pattern: node.attributes['num-list-format'],
      gap: gapOf(node),
    };
  }
  return levels;
}

/** @param example the first numbers of a list, as `1`, `01, 02, 03, ...` or `壹, 貳, 參, ...` */
function formatOf(example: string): string {
  const digits = /^0+1/u.exec(example)?.[0].length;
  if (digits !== undefined) return digits === 2 ? 'decimalZero' : `decimalZero${digits}`;
  return FORMATS[example.replace(/, ?/gu, '').slice(0, 2)] ?? FORMATS[example.charAt(0)] ?? 'decimal';
}

function gapOf(level: XmlNode): string {
  const place = childOf(childOf(level, 'list-level-properties'), 'list-level-label-alignment');
  return place?.attributes['label-followed-by'] === 'nothing' ? '' : ' ';
}
