/** Characters that a citation may start with, in the notations of models. */
const OPENER = /[[【［〔⟦({^<\\$\ue200¹²³⁴-⁹⁰]/gu;
/** Maximum length of a citation. */
const LONGEST = 60;
/** Number of characters before a citation that decide on its context. */
const NEAR = 80;
/** Number of characters after a citation that decide on ambiguous notations. */
const LOOKAHEAD = 3;

const WORD = String.raw`(?:passages?|sources?|documents?|docs?|refs?|references?|citations?|cite|footnotes?|see|para(?:graph)?|no\.?|n|p|s|문단|출처|근거|자료|문서|참고|참조)`;
const NUMBER = String.raw`\d{1,3}`;
/** `1`, `1, 3`, `1-3`, `1 and 2`, `passage 1, passage 2`, `n="1"`. */
const LIST = String.raw`(?:${WORD}\s{0,2}){0,2}[:=#^"'\s]{0,3}${NUMBER}["'^]{0,2}(?:\s{0,2}(?:[,;、·–~-]|and|및|와|과|&)\s{0,2}(?:${WORD}\s{0,2})?[:=#^"'\s]{0,3}${NUMBER}["'^]{0,2}){0,9}`;
/** `†source`, `†L3-L5`, `:0†kiln.pdf`: the position of the quote, as the model reports it. */
const PLACE = String.raw`(?:\s{0,2}:\d{1,3})?(?:\s{0,2}†[^\]】\n]{0,40})?`;

/** Notations that are nothing but citations. */
const STRONG: readonly RegExp[] = [
  new RegExp(String.raw`^\\?[[【［〔⟦]\[?\s{0,3}\^?(${LIST})${PLACE}\s{0,3}\.?\s{0,2}\\?[\]】］〕⟧]\]?`, 'iu'),
  new RegExp(
    String.raw`^<(?:sup|cite|ref|co|citation)\b[^<>\n]{0,20}>\s{0,3}[[(]?(${LIST})[\])]?\s{0,3}</(?:sup|cite|ref|co|citation)>`,
    'iu',
  ),
  new RegExp(String.raw`^\$\^\{?\[?(${LIST})\]?\}?\$`, 'iu'),
  /^\(\s?\[(\d{1,3}(?:\s?,\s?\d{1,3}){0,9})\]\s?\)/u,
  /^\ue200cite[^\ue201\n]{0,50}?(\d{1,3})\ue201/u,
];
/** Names a passage in words: a citation if a passage of that number exists. */
const NAMED = new RegExp(
  String.raw`^\(\s{0,2}((?:passages?|sources?|documents?|docs?|citations?|cite|refs?|문단|출처|근거)\s{0,2}[:=#]?\s{0,2}${NUMBER}(?:\s{0,2}(?:[,;–~-]|and|및)\s{0,2}(?:passages?|sources?|문단|출처)?\s{0,2}${NUMBER}){0,9})\s{0,2}\)`,
  'iu',
);
/** Marks of Gemini around cited text. */
const EMPTY = /^\[cite_(?:start|end)\]/iu;
/** Notations that also mark list items, powers and footnotes: a citation only at the end of a sentence. */
const WEAK: readonly RegExp[] = [
  /^\(\s?(\d{1,2}(?:\s?[,;]\s?\d{1,2}){0,5})\s?\)/u,
  /^\{{1,2}(\d{1,3}(?:\s?,\s?\d{1,3}){0,9})\}{1,2}/u,
  /^\^\(?(\d{1,2}(?:,\d{1,2}){0,5})\)?(?!\d|\.\d)/u,
];
const NOTATIONS = [
  [STRONG, 'always'],
  [[NAMED], 'where_it_exists'],
  [WEAK, 'at_sentence_end'],
] as const;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const RAISED = /^[⁰¹²³⁴-⁹]{1,6}(?:[,˒‚ ]?[⁰¹²³⁴-⁹]{1,3}){0,5}/u;
/** `m²` is an area. */
const UNIT = /(?:^|[^\p{L}])(?:[kcdmµ]?m|in|ft|yd|mi|s|x|n|10)$/iu;
/** The end of a sentence: after its full stop, after a Korean ending, or before either. */
const SENTENCE_ENDS = /[.!?。…"”’)\]】]\s{0,2}$|[다요음임함됨]\s{0,2}$/u;
const END_FOLLOWS = /^\s{0,2}(?:[.!?。\n]|$)/u;
const CLOSERS: Readonly<Record<string, string>> = {
  '[': ']',
  '【': '】',
  '［': '］',
  '〔': '〕',
  '⟦': '⟧',
  '(': ')',
  '{': '}',
  $: '$',
  '<': '>',
  '\\': ']',
  '\ue200': '\ue201',
};

const raisedNumber = (text: string): number => Number(Array.from(text, (c) => SUPERSCRIPTS.indexOf(c)).join(''));

type Certainty = 'always' | 'where_it_exists' | 'at_sentence_end';

interface Notation {
  readonly length: number;
  readonly numbers: string;
  readonly certainty: Certainty;
}

/** Superscripts name one passage each if their joint number is not a passage. */
function raised(text: string, count: number): Notation | undefined {
  const match = RAISED.exec(text)?.[0];
  if (match === undefined) return undefined;
  const numbers = match.split(/[^⁰¹²³⁴-⁹]+/u).flatMap((part) => {
    const whole = raisedNumber(part);
    return whole <= count ? [whole] : Array.from(part, raisedNumber);
  });
  return { length: match.length, numbers: numbers.join(', '), certainty: 'at_sentence_end' };
}

function notationAt(text: string, count: number): Notation | undefined {
  const empty = EMPTY.exec(text);
  if (empty !== null) return { length: empty[0].length, numbers: '', certainty: 'always' };
  for (const [patterns, certainty] of NOTATIONS)
    for (const pattern of patterns) {
      const match = pattern.exec(text);
      if (match === null) continue;
      const numbers = (match[1] ?? '')
        .replace(/[^\d,;–~-]+/gu, ',')
        .replace(/^[,;–~-]+/u, '')
        .replaceAll('~', '-');
      return { length: match[0].length, numbers: numbers.replace(/,{2,}/gu, ',').replace(/(?<!,),$/u, ''), certainty };
    }
  return raised(text, count);
}

/** Whether the citation at the start of a text may still be incomplete. */
function isOpen(text: string): boolean {
  const [first = ''] = text;
  if (text.length > LONGEST + LOOKAHEAD) return false;
  if (SUPERSCRIPTS.includes(first) || first === '^') return /^[\^(⁰¹²³⁴-⁹\d,]{1,12}.{0,2}$/su.test(text);
  const closer = CLOSERS[first] ?? ']';
  const line = text.indexOf('\n');
  // A tag has two closing brackets: `<sup>1</sup>`.
  const at = first === '<' ? text.indexOf('>', text.indexOf('</')) : text.indexOf(closer, first === '$' ? 1 : 0);
  if (at === -1 || (first === '<' && !text.includes('</'))) return line === -1;
  return text.length < at + 1 + LOOKAHEAD;
}

function cites(notation: Notation, before: string, after: string, count: number): boolean {
  if (notation.certainty === 'always') return true;
  const numbers = notation.numbers
    .split(/\D+/u)
    .filter((n) => n !== '')
    .map(Number);
  if (numbers.length === 0 || numbers.some((n) => n < 1 || n > count)) return false;
  if (notation.certainty === 'where_it_exists') return true;
  // At the start of a line it numbers an item.
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (line.trim() === '' || UNIT.test(line.slice(-6))) return false;
  return SENTENCE_ENDS.test(line.slice(-6)) || END_FOLLOWS.test(after);
}

/**
 * Writes every citation of a reply as `[1]`, in whatever notation the model gave it: `【1†source】`, `[^1]`, `(1)`, `¹`, `(passage 1)`,
 * `<sup>1</sup>`, `[cite: 1]`. For a part of a reply the result is the start of the result for the whole.
 * @param count of the passages; an ambiguous notation is a citation only of an existing passage
 */
export function plainCitations(reply: string, count: number, isEnded: boolean): string {
  let out = '';
  let at = 0;
  OPENER.lastIndex = 0;
  for (let match = OPENER.exec(reply); match !== null; match = OPENER.exec(reply)) {
    const from = match.index;
    const text = reply.slice(from, from + LONGEST + LOOKAHEAD + 1);
    if (!isEnded && from + text.length === reply.length && isOpen(text)) return out + reply.slice(at, from);
    const notation = notationAt(text, count);
    if (notation === undefined) continue;
    const end = from + notation.length;
    if (
      cites(
        notation,
        out.slice(-NEAR) + reply.slice(Math.max(at, from - NEAR), from),
        reply.slice(end, end + LOOKAHEAD),
        count,
      )
    ) {
      out += reply.slice(at, from) + (notation.numbers === '' ? '' : `[${notation.numbers}]`);
      at = end;
    }
    OPENER.lastIndex = end;
  }
  return out + reply.slice(at);
}
