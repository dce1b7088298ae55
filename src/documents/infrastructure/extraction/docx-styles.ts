import { TITLE_LEVEL } from '../../domain/document-block.js';
import { childOf, childrenNamed, numberOf, type XmlNode } from './xml-node.js';

/** A numbering that a paragraph or style specifies; either part may come from the base style. */
export interface NumberingReference {
  readonly list: string | undefined;
  readonly level: number | undefined;
}

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly outline: number | undefined;
  readonly numbering: NumberingReference | undefined;
  readonly isHidden: boolean | undefined;
  readonly isBold: boolean | undefined;
}

/** Outline level 9 is body text. */
export const BODY_LEVEL = 9;
const MAX_CHAIN = 20;
const HEADING_NAME = /^(?:heading|제목|개요|titre|überschrift|título|見出し|标题)\s?([1-9])$/iu;
const TITLE_NAME = /^(?:title|제목|문서 ?제목)$/iu;

/** The styles of a Word document. */
export class DocxStyles {
  private readonly styles = new Map<string, Style>();
  /** The default paragraph style. */
  private readonly standard: string | undefined;

  constructor(root: XmlNode | undefined) {
    let standard: string | undefined;
    for (const node of childrenNamed(root, 'style')) {
      const id = node.attributes['styleId'];
      if (id === undefined) continue;
      this.styles.set(id, styleOf(node));
      if (node.attributes['type'] === 'paragraph' && isOn(node.attributes['default'])) standard ??= id;
    }
    this.standard = standard;
  }

  /** Level of a heading in this style, from 1; 0 for the title; undefined for other paragraphs. */
  headingLevel(id: string | undefined): number | undefined {
    if (id === undefined) return undefined;
    const own = this.styles.get(id);
    const name = own?.name ?? id;
    if (TITLE_NAME.test(name)) return TITLE_LEVEL;
    const outline = this.first(id, (style) => style.outline);
    if (outline !== undefined) return outline < BODY_LEVEL ? outline + 1 : undefined;
    const named = this.first(id, (style) => HEADING_NAME.exec(style.name)?.[1]) ?? HEADING_NAME.exec(name)?.[1];
    return named === undefined ? undefined : Number(named);
  }

  /** The numbering of a paragraph's style. */
  numbering(id: string | undefined): NumberingReference | undefined {
    const named = id ?? this.standard;
    if (named === undefined) return undefined;
    const list = this.first(named, (style) => style.numbering?.list);
    const level = this.first(named, (style) => style.numbering?.level);
    return list === undefined && level === undefined ? undefined : { list, level };
  }

  /** The numbering that a style itself specifies. */
  ownNumbering(id: string): NumberingReference | undefined {
    return this.styles.get(id)?.numbering;
  }

  /** The style and its base styles, nearest first. */
  chain(id: string | undefined): readonly string[] {
    const ids: string[] = [];
    let next = id;
    while (next !== undefined && ids.length < MAX_CHAIN && !ids.includes(next)) {
      ids.push(next);
      next = this.styles.get(next)?.basedOn;
    }
    return ids;
  }

  isHidden(id: string | undefined): boolean {
    return this.first(id ?? this.standard, (style) => style.isHidden) ?? false;
  }

  isBold(id: string | undefined): boolean {
    return this.first(id ?? this.standard, (style) => style.isBold) ?? false;
  }

  private first<T>(id: string | undefined, read: (style: Style) => T | undefined): T | undefined {
    for (const each of this.chain(id)) {
      const style = this.styles.get(each);
      const value = style === undefined ? undefined : read(style);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

/** `<w:vanish/>`, `<w:vanish w:val="0"/>` or nothing. */
export function toggleOf(properties: XmlNode | undefined, tag: string): boolean | undefined {
  const node = childOf(properties, tag);
  return node === undefined ? undefined : isOn(node.attributes['val'] ?? 'true');
}

/** The numbering that paragraph properties specify; list `0` cancels a numbering. */
export function numberingOf(properties: XmlNode | undefined): NumberingReference | undefined {
  const node = childOf(properties, 'numPr');
  if (node === undefined) return undefined;
  return { list: childOf(node, 'numId')?.attributes['val'], level: numberOf(childOf(node, 'ilvl'), 'val') };
}

/** The outline level that paragraph properties specify: from 0, 9 for body text. Other values mean nothing. */
export function outlineOf(properties: XmlNode | undefined): number | undefined {
  const level = numberOf(childOf(properties, 'outlineLvl'), 'val');
  return level !== undefined && level >= 0 && level <= BODY_LEVEL ? level : undefined;
}

function styleOf(node: XmlNode): Style {
  const properties = childOf(node, 'pPr');
  const ofRuns = childOf(node, 'rPr');
  return {
    name: childOf(node, 'name')?.attributes['val'] ?? '',
    basedOn: childOf(node, 'basedOn')?.attributes['val'],
    outline: outlineOf(properties),
    numbering: numberingOf(properties),
    isHidden: toggleOf(ofRuns, 'vanish'),
    isBold: toggleOf(ofRuns, 'b'),
  };
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['0', 'false', 'off', 'none'].includes(value);
}
