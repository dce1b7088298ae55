/** A number that starts a part of a provision: `②`, `3.`, `가.`, `(a)`. */
export interface PartMark {
  /** As `ProvisionPart` has it: `2`, `3-2`, `가`, `a`. */
  readonly label: string;
  readonly start: number;
}

/** A mark before its position in the numbering is checked. */
interface Candidate extends PartMark {
  /** Its position in the numbering, from 1; a branch (`3의2`) is between its number and the next. */
  readonly order: number;
  /** Whether it starts a line. */
  readonly isFirst: boolean;
}

const CIRCLED = /[①-⑳㉑-㉟㊱-㊿]/gu;
const CIRCLED_RANGES = [
  [0x2460, 0x2473, 1],
  [0x3251, 0x325f, 21],
  [0x32b1, 0x32bf, 36],
] as const;
/** `②에 따라`: a reference. */
const CITED = /^(?:[의에과와을를은는이가로,및]|\s?(?:및|또는|내지))/u;
const IN_BRACKETS = /\((\d{1,2})\)(?=\s)/gu;
const NUMBERED = /(?<![\d.])(\d{1,2})(?:\s?의\s?(\d{1,2}))?\s?\.(?=\s)/gu;
const LETTERED = /(?<![가-힣])([가나다라마바사아자차카타파하])\s?\.(?=\s)/gu;
const ENGLISH_LETTER = /\(([a-z])\)(?=\s)/giu;
const ENGLISH_ROMAN = /\(([ivx]{1,4})\)(?=\s)/giu;
const LETTERS = '가나다라마바사아자차카타파하';
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv', 'xvi'];
/** What may precede a mark within a line: the end of a sentence, a bracket, or the number of its article. */
const BEFORE = /(?:[.。:;!?)\]>〉】”"]|제\s?\d{1,4}\s?조(?:의\s?\d{1,3})?)[^\S\n]{0,9}$/u;
const FIRST_IN_LINE = /(?:^|\n)[^\S\n]{0,40}$/u;
/** Characters before a mark that are examined. */
const LOOKED_BACK = 50;
/** Numbers that a text may omit at the start of a line. */
const MOST_LEFT_OUT = 3;

/** Marks of one kind in the order of their numbering; a number out of order (a date, a reference) is not a mark. */
function marks(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Pick<Candidate, 'label' | 'order'>,
): PartMark[] {
  const found: Candidate[] = [];
  for (const match of text.matchAll(pattern)) {
    const before = text.slice(Math.max(0, match.index - LOOKED_BACK), match.index);
    const isFirst = FIRST_IN_LINE.test(before) && (before.includes('\n') || match.index <= LOOKED_BACK);
    if (!isFirst && !BEFORE.test(before)) continue;
    const last = found.at(-1)?.order ?? 0;
    const one = { ...read(match), start: match.index, isFirst };
    const isNext = Math.floor(one.order) - Math.floor(last) <= (isFirst ? MOST_LEFT_OUT : 1);
    if (one.order > last && isNext) found.push(one);
  }
  return found.map(({ label, start }) => ({ label, start }));
}

function circledNumber(sign: string): number {
  const code = sign.charCodeAt(0);
  const range = CIRCLED_RANGES.find(([first, last]) => code >= first && code <= last);
  return range === undefined ? 0 : code - range[0] + range[2];
}

/** `①`, otherwise `(1)`; not those that refer to a paragraph. */
export function paragraphMarks(text: string): PartMark[] {
  const circled = marks(text, CIRCLED, (match) => {
    const isCited = CITED.test(text.slice(match.index + 1, match.index + 4));
    const number = isCited ? 0 : circledNumber(match[0]);
    return { label: String(number), order: number };
  });
  if (circled.length > 0) return circled;
  return marks(text, IN_BRACKETS, ([, number = '']) => ({ label: String(Number(number)), order: Number(number) }));
}

/** `1.`, `3의2.`; if there is none, `(a)`. */
export function itemMarks(text: string): PartMark[] {
  const numbered = marks(text, NUMBERED, ([, number = '', branch]) => ({
    label: branch === undefined ? String(Number(number)) : `${Number(number)}-${Number(branch)}`,
    order: Number(number) + (branch === undefined ? 0 : Number(branch) / 100),
  }));
  if (numbered.length > 0) return numbered;
  return marks(text, ENGLISH_LETTER, ([, letter = '']) => ({
    label: letter.toLowerCase(),
    order: letter.toLowerCase().charCodeAt(0) - 96,
  }));
}

/** `가.`; if there is none, `(i)`. */
export function subItemMarks(text: string): PartMark[] {
  const lettered = marks(text, LETTERED, ([, letter = '']) => ({ label: letter, order: LETTERS.indexOf(letter) + 1 }));
  if (lettered.length > 0) return lettered;
  return marks(text, ENGLISH_ROMAN, ([, number = '']) => ({
    label: number.toLowerCase(),
    order: ROMAN.indexOf(number.toLowerCase()) + 1,
  }));
}
