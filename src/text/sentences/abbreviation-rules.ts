import { isBlank, skipBlanks } from '../text-span.js';

/** Abbreviations that never end a sentence: a name or an example follows. */
const BEFORE_A_NAME = new Set(
  'dr mr mrs ms mx prof st gen gov sen rep capt lt col sgt rev hon vs v cf viz ca approx esp incl excl resp'.split(' '),
);
/** Abbreviations before a number or letter: `No. 5`, `Fig. B`, `Jan. 3`; elsewhere they are ordinary words (`No. It is late.`). */
const BEFORE_A_NUMBER = new Set(
  'no nos fig figs eq eqs sec secs ch vol vols pp p pt art para tab app ver jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);
/** Abbreviations that may also end a sentence: they do if the next word could start one. */
const AMBIGUOUS = new Set('etc inc ltd co corp jr sr al dept est min max tel ext'.split(' '));
/** Words that start sentences and rarely follow an abbreviation inside one. */
const OPENERS =
  /^(?:The|This|That|These|Those|It|Its|In|On|At|He|She|We|They|You|But|However|If|When|While|For|As|There|All|Each|No|Not|After|Before|Please|Do|To)(?![A-Za-z])/u;
/** The text before the full stop of a list number: `1`, `2.3`, `가`, `a`, `Q1`, `iv`. Longer numbers are years and amounts. */
const LIST_MARKER =
  /^[-*•>#\s]*(?:\(?\d{1,3}(?:[.-]\d{1,3})*|[가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호]|[A-Za-z]\d{0,3}|[ivxIVX]{1,5})$/u;
const LAST_WORD = /(?:^|[^A-Za-z.])((?:[A-Za-z]\.|Ph\.){0,5}[A-Za-z]{1,10})$/u;
const YEAR = /(?:^|\D)\d{4}$/u;
/** `2020. 7` and `2020. 7. 1`, without their last full stop. */
const YEAR_AND_MONTH = /(?:^|\D)\d{4}\s*\.\s*\d{1,2}$/u;
const DATE = /(?:^|\D)\d{4}\s*\.\s*\d{1,2}(?:\s*\.\s*\d{1,2})?$/u;
const MONTH_AHEAD = /^\d{1,2}\s*[.월]/u;
/** Maximum number of characters that the rules look back; keeps the splitter linear. */
const LOOK_BACK = 24;

/**
 * Whether the full stop at `at` belongs to an abbreviation, a list number, a date or an initial, and so does not end a sentence.
 * @param from start of the sentence or list item
 */
export function isInnerPoint(text: string, at: number, from: number): boolean {
  const previous = text.charCodeAt(at - 1);
  const isDigit = previous >= 48 && previous <= 57;
  if (at - from <= LOOK_BACK && LIST_MARKER.test(text.slice(from, at).trimStart())) return true;
  if (isDigit) return isInsideDate(text, at);
  // `here to . . . submit`: a spaced ellipsis
  if (isBlank(previous)) return /^[.a-z]/u.test(ahead(text, at + 1));
  const isLatin = (previous >= 65 && previous <= 90) || (previous >= 97 && previous <= 122);
  return isLatin && isAbbreviation(text, at);
}

/** Whether a line break after `2020.` or `2020. 7.` is inside a date. */
export function isDateCut(text: string, lineEnd: number): boolean {
  if (text.charCodeAt(lineEnd - 1) !== 46) return false;
  const before = text.slice(Math.max(0, lineEnd - LOOK_BACK), lineEnd - 1);
  return (YEAR.test(before) || YEAR_AND_MONTH.test(before)) && /^\d{1,2}\s*\./u.test(ahead(text, lineEnd));
}

function ahead(text: string, from: number): string {
  const next = skipBlanks(text, from, Math.min(text.length, from + 8));
  return text.slice(next, next + 16);
}

function isInsideDate(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  const next = ahead(text, at + 1);
  if (/^\d/u.test(next)) {
    return (YEAR.test(before) && MONTH_AHEAD.test(next)) || YEAR_AND_MONTH.test(before);
  }
  // `2020. 7. 1. 개정`: after a complete date the sentence continues in Korean; a capital letter, a paragraph mark or the end of the text
  // ends it.
  return DATE.test(before) && next !== '' && !/^[A-Z①-⑳]/u.test(next);
}

function isAbbreviation(text: string, at: number): boolean {
  const word = LAST_WORD.exec(text.slice(Math.max(0, at - LOOK_BACK), at))?.[1];
  if (word === undefined) return false;
  const next = ahead(text, at + 1);
  if (word.includes('.')) return !OPENERS.test(next) && next !== '';
  // `J. Smith`, `Y. p. orientalis`
  if (word.length === 1 && /^[a-z]/u.test(next)) return true;
  if (/^[A-Z]$/u.test(word)) return /^[A-Z]/u.test(next) && !OPENERS.test(next);
  const folded = word.toLowerCase();
  if (BEFORE_A_NAME.has(folded)) return next !== '';
  if (BEFORE_A_NUMBER.has(folded)) return /^(?:\d|[#(§]|[A-Z](?![a-z]))/u.test(next);
  return AMBIGUOUS.has(folded) && /^[a-z(,\d]/u.test(next);
}
