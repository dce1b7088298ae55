import type { ProvisionPart } from './provision.js';

/**
 * Parts that a question names after the number of a provision; never empty, since an empty part is the whole provision.
 */
export interface PartReference {
  readonly parts: readonly ProvisionPart[];
  /** Length in characters. */
  readonly length: number;
}

const PARAGRAPH = /^[의\s]{0,9}(?:제\s{0,9})?(\d{1,2})\s{0,9}항/u;
/** `제1항과 제3항`, `제1항부터 제3항까지`: one more paragraph. */
const NEXT_PARAGRAPH =
  /^\s{0,9}(및|와|과|또는|이랑|하고|[,·~-]|내지|부터|에서)\s{0,9}(?:제\s{0,9})?(\d{1,2})\s{0,9}항(?:까지)?/u;
const RANGE = /^(?:[~-]|내지|부터|에서)$/u;
/** Longest range that is expanded paragraph by paragraph. */
const MAX_RANGE = 20;
const ITEM = /^[의\s]{0,9}(?:제\s{0,9})?(\d{1,2})\s{0,9}호(?:\s{0,9}의\s{0,9}(\d{1,2}))?/u;
const SUB_ITEM = /^[의\s]{0,9}(?:제\s{0,9})?([가나다라마바사아자차카타파하]|\d{1,2})\s{0,9}목(?!적|차|록)/u;
const SUB_ITEMS = '가나다라마바사아자차카타파하';
const ENGLISH_PARAGRAPH = /^\s?\((\d{1,2})\)/u;
const ENGLISH_ITEM = /^\s?\(([a-z]{1,4})\)/iu;

/** Reads `제2항 제3호 가목`, `(2)(a)`. @param text the text after a number, as a result of `plainText` */
export function readPart(text: string): PartReference {
  return korean(text) ?? english(text);
}

function korean(text: string): PartReference | undefined {
  const paragraph = PARAGRAPH.exec(text);
  let length = paragraph?.[0].length ?? 0;
  const paragraphs = paragraph === null ? [] : [Number(paragraph[1])];
  for (let next = paragraph; next !== null; length += next?.[0].length ?? 0) {
    next = NEXT_PARAGRAPH.exec(text.slice(length));
    if (next !== null) paragraphs.push(...upTo(paragraphs.at(-1) ?? 0, next));
  }
  if (paragraphs.length > 1) return { parts: paragraphs.map((one) => ({ paragraph: one })), length };
  const item = ITEM.exec(text.slice(length));
  length += item?.[0].length ?? 0;
  const subItem = SUB_ITEM.exec(text.slice(length));
  length += subItem?.[0].length ?? 0;
  if (length === 0) return undefined;
  const branch = item?.[2] === undefined ? '' : `-${Number(item[2])}`;
  const part: ProvisionPart = {
    ...(paragraph === null ? {} : { paragraph: paragraphs[0] }),
    ...(item === null ? {} : { item: `${Number(item[1])}${branch}` }),
    ...(subItem === null ? {} : { subItem: letterOf(subItem[1] ?? '') }),
  };
  return { parts: [part], length };
}

function upTo(last: number, [, joint = '', number = '']: RegExpExecArray): number[] {
  const to = Number(number);
  if (!RANGE.test(joint) || to <= last || to - last > MAX_RANGE) return [to];
  return Array.from({ length: to - last }, (_, i) => last + 1 + i);
}

/** `제1목` is 가목. */
function letterOf(text: string): string {
  return /^\d/u.test(text) ? SUB_ITEMS.charAt(Number(text) - 1) : text;
}

function english(text: string): PartReference {
  const paragraph = ENGLISH_PARAGRAPH.exec(text);
  let length = paragraph?.[0].length ?? 0;
  const item = ENGLISH_ITEM.exec(text.slice(length));
  length += item?.[0].length ?? 0;
  const subItem = ENGLISH_ITEM.exec(text.slice(length));
  length += subItem?.[0].length ?? 0;
  return {
    parts: [
      {
        ...(paragraph === null ? {} : { paragraph: Number(paragraph[1]) }),
        ...(item === null ? {} : { item: item[1]?.toLowerCase() }),
        ...(subItem === null ? {} : { subItem: subItem[1]?.toLowerCase() }),
      },
    ],
    length,
  };
}
