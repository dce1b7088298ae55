import { Amendment } from './passage.js';

/**
 * A bracket that may be a mark: `<개정 2020. 7. 1.>`, `[본조신설 2020. 7. 1.]`, `(2020. 7. 1. 개정)`, `「개정 2020. 7. 1.」`.
 * An unclosed mark ends with its line or with the next bracket.
 */
const BRACKET =
  /[<〈＜[［【(（「〔]([^<>〈〉＜＞[\]［］【】()（）「」〔〕\n]{4,1000}(?:\n[^<>〈〉＜＞[\]［］【】()（）「」〔〕\n]{1,200}(?=[>〉＞\]］】)）」〕]))?)/gu;
const HAS_YEAR = /\d{4}\s*[.년/-]/u;
/** A date or a verb inside a mark; `일` after a day and `됨` after a verb add nothing. */
const TOKEN =
  /(?<!\d)(\d{4})\s*[.년/-]\s*(\d{1,2})\s*[.월/-]\s*(\d{1,2})(?!\d)\s*일?|(제정|삭\s*제|신설|삽입|이동|개정|변경|개칭)(된|되|하|한|할)?/gu;
/** Letters around dates and verbs, such as `종전의 제15조의2는 제16조로`; a bracket with more of them is prose. */
const MAX_LETTERS = 30;
/** `삭제 <2019. 9. 1.>`: the verb comes before its date. */
const VERB_BEFORE = /(제정|삭\s*제|신설|개정)\s*$/u;

type Kind = Amendment['kind'];

/** Removes what `amendments` reads and marks without date: `<삭제>`, `[제목개정]`. */
const ANY_MARK =
  /[<〈＜[［【(（「〔](?=[^<>〈〉＜＞[\]［］【】()（）「」〔〕]{0,300}(?:삭\s{0,9}제|개정|신설|이동|제정|\d{4}\s{0,9}[.년]))[^<>〈〉＜＞[\]［］【】()（）「」〔〕]{0,300}[>〉＞\]］】)）」〕]?/gu;
const WHOLE_DELETION = /(?<!(?:조항|단서|후단|본문|[항호목])\s{0,9})삭\s{0,9}제/u;
/** A provision that was deleted as a whole contains little but marks. */
const DELETED_LENGTH = 600;

/**
 * Amendment events that the marks of a provision record, sorted by date, each date once per kind. Marks of paragraphs and items inside
 * count: `<단서조항삭제 2005. 12. 1., 개정 2011. 2. 10.>` is a deletion (of a clause) and an amendment.
 */
export function amendments(text: string): Amendment[] {
  const found: Amendment[] = [];
  const seen = new Set<string>();
  BRACKET.lastIndex = 0;
  for (let match = BRACKET.exec(text); match !== null; match = BRACKET.exec(text)) {
    const content = match[1] ?? '';
    if (!HAS_YEAR.test(content)) continue;
    const before = VERB_BEFORE.exec(text.slice(Math.max(0, match.index - 8), match.index))?.[1];
    for (const event of eventsOf(content, before)) {
      const key = `${event.kind} ${event.date}`;
      if (!seen.has(key)) found.push(event);
      seen.add(key);
    }
  }
  return found.length > 1 ? found.sort(byDate) : found;
}

/** Order of a history: the oldest event first. */
export function byDate(a: Amendment, b: Amendment): number {
  return a.date === b.date ? 0 : a.date < b.date ? -1 : 1;
}

/** Whether a provision's body only states that the provision is deleted; deleted parts of a provision in force do not count. */
export function isDeleted(body: string): boolean {
  if (body.length > DELETED_LENGTH || !WHOLE_DELETION.test(body)) return false;
  return !/\p{L}/u.test(body.replace(ANY_MARK, '').replace(/삭\s*제(?:됨|한다|함)?/gu, ''));
}

/** Date of a deletion written without brackets, `삭제 2019. 9. 1.`; undefined without one. */
export function bareDeletion(body: string): Amendment | undefined {
  const behind = /삭\s*제\s*([^\n]{8,30})/u.exec(body)?.[1];
  return behind === undefined ? undefined : eventsOf(behind, '삭제')[0];
}

/** @param verbBefore a verb in front of the bracket, for dates without one */
function eventsOf(content: string, verbBefore: string | undefined): Amendment[] {
  const events: Amendment[] = [];
  const waiting: string[] = [];
  let kinds: Kind[] = verbBefore === undefined ? [] : [kindOf(verbBefore)];
  let isAfterVerb = false;
  for (const [, year, month = '', day = '', verb = '', ending] of content.matchAll(TOKEN)) {
    const date = year === undefined ? undefined : isoDate(year, month, day);
    if (year === undefined) {
      // `(2020. 7. 1. 개정된 규정)` is prose.
      if (ending !== undefined) return [];
      const kind = kindOf(verb);
      // `2005. 3. 1. 삽입, 개정 2006. 1. 1.`: a verb belongs to the dates before it when those have none yet.
      kinds = waiting.length > 0 ? [] : isAfterVerb ? [...kinds, kind] : [kind];
      for (const earlier of waiting.splice(0)) events.push({ kind, date: earlier });
    } else if (date !== undefined) {
      if (kinds.length === 0) waiting.push(date);
      for (const kind of kinds) events.push({ kind, date });
    }
    isAfterVerb = year === undefined && kinds.length > 0;
  }
  return events.length > 0 && lettersBetween(content) <= MAX_LETTERS ? events : [];
}

function lettersBetween(content: string): number {
  return content.replace(TOKEN, '').replace(/[\s\d.,·ㆍ:;/-]/gu, '').length;
}

/** `YYYY-MM-DD`; undefined for a day that the calendar does not have. */
function isoDate(year: string, month: string, day: string): string | undefined {
  const isLeap = (Number(year) % 4 === 0 && Number(year) % 100 !== 0) || Number(year) % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  if (Number(day) < 1 || Number(day) > days) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function kindOf(verb: string): Kind {
  if (verb.startsWith('삭')) return 'deleted';
  if (verb === '제정') return 'enacted';
  if (verb === '신설' || verb === '삽입') return 'added';
  return verb === '이동' ? 'moved' : 'amended';
}
