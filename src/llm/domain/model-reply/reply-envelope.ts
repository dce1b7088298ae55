import { LooseObject, LooseValue, readLooseJson } from './loose-json.js';

/** Keys of the text of an answer in the objects of models, the likeliest first. */
const ANSWER_KEYS = [
  'answer',
  'finalanswer',
  'response',
  'finalresponse',
  'reply',
  'text',
  'content',
  'message',
  'output',
  'result',
  'completion',
  'rewritten',
  'rewrittenquestion',
  'rewrittenmessage',
  'rewrittenquery',
  'question',
  'query',
  'sentence',
  'claim',
  'statement',
  'summary',
  'sentences',
  'answers',
  'claims',
  'statements',
  'points',
  'parts',
  'words',
  'keywords',
  'terms',
  'synonyms',
  'relevant',
  'relevantpassages',
  'numbers',
  '답변',
  '답',
  '최종답변',
  '응답',
  '대답',
  '내용',
  '결과',
  '질문',
  '문장',
  '검색어',
] as const;
const CITATION_KEYS = new Set(
  'citation citations cite cites cited source sources sourceid sourceids ref refs reference references passage passages passagenumber passagenumbers evidence n id index number 출처 근거 인용 문단 문단번호'.split(
    ' ',
  ),
);
/** Keys whose value `false` means that there is no answer. */
const ANSWERABLE_KEYS = new Set('answerable isanswerable found answerfound hasanswer canbeanswered'.split(' '));

const folded = (key: string): string => key.toLowerCase().replace(/[\s_-]/gu, '');
const isObject = (value: LooseValue): value is LooseObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: LooseValue): value is readonly LooseValue[] => Array.isArray(value);

function numbersIn(value: LooseValue): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return (value.match(/\d{1,3}/gu) ?? []).slice(0, 10).map(Number);
  if (isList(value)) return value.flatMap(numbersIn);
  if (!isObject(value)) return [];
  const named = Object.entries(value).find(([key]) => CITATION_KEYS.has(folded(key)));
  return named === undefined ? [] : numbersIn(named[1]);
}

function marksOf(object: LooseObject): string {
  const numbers = Object.entries(object).flatMap(([key, value]) =>
    CITATION_KEYS.has(folded(key)) ? numbersIn(value) : [],
  );
  return [...new Set(numbers)].map((n) => `[${n}]`).join('');
}

/** The citations of an object apply to each line of its text, unless the line has its own. */
function withMarks(text: string, marks: string): string {
  if (marks === '' || /[[【(]\^?\d{1,3}/u.test(text)) return text;
  return text.replace(/(?<=\S)[^\S\n]{0,20}(?=\n|$)/gu, ` ${marks}`);
}

/** The answer in a value; undefined if it contains none. */
function textOf(value: LooseValue, noAnswer: string): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (isList(value)) return listText(value, noAnswer);
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.some(([key, held]) => ANSWERABLE_KEYS.has(folded(key)) && held === false)) return noAnswer;
  const byName = new Map(entries.map(([key, held]) => [folded(key), held]));
  for (const key of ANSWER_KEYS) {
    const held = byName.get(key);
    if (held === undefined) continue;
    if (held === null || held === '') return noAnswer;
    const text = textOf(held, noAnswer);
    if (text !== undefined) return withMarks(text, marksOf(value));
  }
  const texts = entries.flatMap(([key, held]) =>
    typeof held === 'string' && !CITATION_KEYS.has(folded(key)) ? [held] : [],
  );
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return withMarks(only, marksOf(value));
  return undefined;
}

function listText(list: readonly LooseValue[], noAnswer: string): string | undefined {
  if (list.every((each) => typeof each === 'number')) return `[${list.join(', ')}]`;
  const texts = list.flatMap((each) => textOf(each, noAnswer) ?? []);
  if (texts.length === 0) return undefined;
  const isWords = list.every((each) => typeof each === 'string' && !/[.!?。]\s*(?:\[\d{1,3}\])?$/u.test(each));
  return texts.join(isWords ? ', ' : '\n');
}

/** The start of an object, or of a list of objects or texts. */
const OPENING = /[{[]\s{0,40}["'“{]/gu;
/** The same, incomplete at the end of a text. */
const OPENING_CUT = /(?:[{[]\s{0,40}|\{\s{0,40}["'“]?)$/u;
/** A line that only opens or closes a block of code. */
const FENCE_LINE = /^[^\S\n]{0,3}(?:```|~~~)[\w+#-]{0,20}[^\S\n]{0,8}\n?$/u;
/** A fence with text on its line. */
const FENCE_START = /^[^\S\n]{0,3}(?:```|~~~)(?:(?:jsonc?|json5|text|txt|plaintext|markdown|md)\b)?[^\S\n]{0,8}/iu;
const FENCE_END = /(?:```|~~~)[^\S\n]{0,8}(?=\n?$)/u;
/** An incomplete fence. */
const FENCE_CUT = /(?:`{1,3}|~{1,3})[^\S\n]{0,8}$/u;

/** Removes the fences of blocks and keeps the text between them. */
function withoutFences(text: string, isEnded: boolean): string {
  const lines = text.split(/(?<=\n)/u);
  const last = lines.length - 1;
  return lines
    .map((line, i) => {
      if (i === last && !isEnded && !line.endsWith('\n'))
        return /^[^\S\n]{0,3}(?:`|~)/u.test(line) ? '' : line.replace(FENCE_CUT, '');
      return FENCE_LINE.test(line) ? '' : line.replace(FENCE_START, '').replace(FENCE_END, '');
    })
    .join('');
}

/**
 * The text of a reply without its wrapping: fences of code, and JSON whose texts are the answer, with its list of citations as marks after
 * the text. For a part of a reply the result is a prefix of the result for the whole: text that may be wrapping is held back.
 * @param noAnswer replacement of an object that reports no answer
 */
export function unwrapped(text: string, isEnded: boolean, noAnswer: string): string {
  const plain = withoutFences(text, isEnded);
  let out = '';
  let at = 0;
  for (const match of plain.matchAll(OPENING)) {
    if (match.index < at) continue;
    const read = readLooseJson(plain, match.index);
    if (read?.isCut === true && !isEnded) return out + plain.slice(at, match.index);
    const inner = read === undefined ? undefined : textOf(read.value, noAnswer);
    // An unclosed value contains no other closed value.
    if (read?.isCut === true && inner === undefined) break;
    if (read === undefined || inner === undefined) continue;
    out += plain.slice(at, match.index) + inner;
    at = read.end;
  }
  const rest = plain.slice(at);
  return out + (isEnded ? rest : rest.replace(OPENING_CUT, ''));
}

/** The first JSON object in a reply, as strict JSON; the unchanged reply if it contains none. */
export function jsonIn(text: string): string {
  for (const match of text.matchAll(/\{\s{0,40}["'“]/gu)) {
    const read = readLooseJson(text, match.index);
    if (read !== undefined && !read.isCut) return JSON.stringify(read.value);
  }
  return text;
}
