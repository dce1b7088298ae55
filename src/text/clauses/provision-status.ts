import { readValues } from '../values/read-values.js';
import { CalendarDate } from '../values/value.js';

export type Status = 'amended' | 'deleted' | 'added' | 'enacted' | 'in_force';

/** The status in a mark such as `<개정 2020. 7. 1.>`, or in a claim about a provision. */
export interface StatusMark {
  readonly status: Status;
  readonly dates: readonly CalendarDate[];
  readonly start: number;
  readonly end: number;
}

const MARK =
  /[<〈＜[［【(（]\s*([^<>〈〉＜＞[\]［］【】()（）\n]{0,20}?(?:개정|신설|삭제|제정|시행|[Aa]mended|[Aa]dded|[Rr]epealed|[Dd]eleted|[Ii]nserted)[^<>〈〉＜＞[\]［］【】()（）\n]{0,300})[>〉＞\]］】)）]/gu;
const WORDS: readonly (readonly [Status, RegExp])[] = [
  ['deleted', /삭제|폐지|repeal|delet|abolish|revok/iu],
  ['added', /신설|insert|added/iu],
  ['amended', /개정|amend|revis/iu],
  ['enacted', /제정|enact/iu],
];
/** `제27조(석좌교수) 삭제 <2026. 2. 10.>` */
const DELETED_PROVISION =
  /^\s{0,9}(?:#{1,6}\s{0,9})?(?:\*\*)?(?:(?:제\s?\d+\s?조(?:의\d+)?(?:\s?\([^)]*\))?|[①-⑳]|\d+\.)\s?)?(?:\*\*)?\s{0,9}[<(\[]?\s{0,9}(?:삭제|\[?(?:[Rr]epealed|[Dd]eleted)\]?)/u;
const MARK_SHAPE = /\d{4}\s*[.년/-]|^\s*(?:삭제|repealed|deleted)\s*$/iu;

const datesOf = (text: string): CalendarDate[] => readValues(text).filter((value) => value.kind === 'date');

/** Marks of amendment of a text. A sentence that only mentions an amendment contains none. */
export function statusMarks(text: string): StatusMark[] {
  const marks: StatusMark[] = [];
  if (!/\d{4}|삭제|[Rr]epealed|[Dd]eleted/u.test(text)) return marks;
  for (const match of text.matchAll(MARK)) {
    const content = match[1] ?? '';
    if (!MARK_SHAPE.test(content)) continue;
    // `<개정 2020. 7. 1., 삭제 2024. 1. 1.>` contains two statuses.
    for (const part of content.split(/(?=개정|신설|삭제|제정|amended|repealed|deleted|added)/iu)) {
      const status = WORDS.find(([, pattern]) => pattern.test(part))?.[0];
      if (status !== undefined)
        marks.push({ status, dates: datesOf(part), start: match.index, end: match.index + match[0].length });
    }
  }
  return marks;
}

/** Dates of the deletion if a provision's text is only the note of its deletion; undefined if it has a text. */
export function deletionOf(text: string): readonly CalendarDate[] | undefined {
  return DELETED_PROVISION.test(text) ? datesOf(text) : undefined;
}

const SAYS = String.raw`(?:되었|됐|되어\s?있|된\s?(?:조항|규정|상태|것)|되지\s?(?:않|아니)|됨|하였|했)[가-힣\s]{0,12}[.\s]*$`;
const IS = String.raw`\b(?:was|were|is|are|been)\b[^.]{0,20}`;
const CLAIMED: readonly (readonly [Status, RegExp])[] = [
  [
    'deleted',
    new RegExp(
      `(?:삭제|폐지)${SAYS}|${IS}\\b(?:repealed|deleted|abolished|revoked)\\b|더 이상 (?:효력|시행)|효력을 (?:잃|상실)`,
      'iu',
    ),
  ],
  ['added', new RegExp(`신설${SAYS}|${IS}\\b(?:added|inserted)\\b`, 'iu')],
  ['amended', new RegExp(`개정${SAYS}|${IS}\\b(?:amended|revised)\\b`, 'iu')],
  ['enacted', new RegExp(`제정${SAYS}|${IS}\\benacted\\b`, 'iu')],
  [
    'in_force',
    /(?:효력이 있|시행\s?(?:중이|되고 있)|유효하|남아 있)[가-힣]{0,4}[.\s]*$|\b(?:is|are|remains?) (?:still )?(?:in force|in effect|valid)\b/iu,
  ],
];

/** The status that a claim gives a provision; undefined for other claims. */
export function claimedStatus(text: string): Status | undefined {
  return CLAIMED.find(([, pattern]) => pattern.test(text))?.[0];
}
