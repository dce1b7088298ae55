import { TextSpan } from '../text-span.js';

const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3]/u;

/** Returns the width of a text in a fixed-width font: Hangul, Han and kana take two columns each. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

/** Maximum width of a heading in columns; Hangul and Han take two. */
const WIDEST = 44;
const MOST_WORDS = 8;
/** Minimum ratio of widths: wrapped text fills its lines, so the line after a heading is clearly wider. */
const WIDER = 1.3;
const MARKDOWN = /^#{1,6}\s/u;
/** Ends of lines that continue or that are sentences. */
const ENDS_OPEN =
  /[.!?:;,，、。…|)\]}>"'”’]$|\b(?:of|the|an?|and|or|to|for|in|on|at|by|with|from|is|are|was|were|be|will|may|must|should|can|that|which|who|as|if|not|no|its|their|your|our|my|his|her|this|these|when|than|has|have|do|does)$/iu;
const KOREAN_GOES_ON =
  /(?:[은는을를에와며면및로니야서]|[하되이으]고|거나|이나|하여|되어|[가-힣](?:한|할|된|될|하는|되는|있는|없는))$/u;
/** Nouns that end like a particle: `연차 휴가`, `정기 회의`. */
const NOUN_WITH_PARTICLE =
  /(?:휴가|평가|허가|인가|추가|참가|단가|국가|회의|강의|협의|심의|동의|결의|합의|정의|유의|주의|학과|교과|결과|효과|성과|차이|나이|문서|부서|순서|[가-힣]{2}서류?)$/u;
const PARTICLE = /[이가의과]$/u;
const BEGINS_HEADING = /^[\p{Lu}\p{Lo}\p{N}[(<【「『■□◆◇▶●○※]/u;
const BEGINS_TEXT = /^(?:[-*+•·○●□■]\s{1,4}|\(?\d{1,3}[.)]\s{1,4})?["'“‘(]?[\p{Lu}\p{Lo}\p{N}]/u;
/** Start of an item. */
const ITEM = /^(?:[-*+•·○●□■]\s|\(?\d{1,3}[.)]|[가-하][.)]|[a-z][.)]\s|[①-⑳])/u;

function isNameLike(line: string): boolean {
  if (ENDS_OPEN.test(line) || !BEGINS_HEADING.test(line) || line.split(/\s+/u).length > MOST_WORDS) return false;
  if (!/[가-힣]$/u.test(line)) return true;
  // A word that a page break split, and a sentence without its full stop.
  if (/(?:^|\s)[가-힣]$|(?:다|요|음|함|임)$/u.test(line)) return false;
  return NOUN_WITH_PARTICLE.test(line) || !(KOREAN_GOES_ON.test(line) || PARTICLE.test(line));
}

/**
 * Whether a line that starts a sentence is a plain-text heading with its text on the next line: short, without a full stop, ending in a
 * noun, and before a clearly wider line. A Markdown heading always counts.
 * @param line trimmed
 * @param next the next line, trimmed
 */
export function isHeadingLine(line: string, next: string): boolean {
  if (MARKDOWN.test(line)) return true;
  const width = columnsOf(line);
  if (line === '' || width > WIDEST || !isNameLike(line)) return false;
  // Two consecutive items are a list.
  if (ITEM.test(line) && ITEM.test(next)) return false;
  // If the next word did not fit on the line, the line is wrapped text.
  const nextWord = /^\S{0,60}/u.exec(next)?.[0] ?? '';
  const nextWidth = columnsOf(next);
  return BEGINS_TEXT.test(next) && nextWidth >= WIDER * width && width + 1 + columnsOf(nextWord) <= nextWidth;
}

/** Whether a sentence is a heading of the text on the next line. */
export function isHeadingSpan(text: string, { start, end }: TextSpan): boolean {
  const line = text.slice(start, end);
  if (line.includes('\n')) return false;
  const after = /^[^\S\n]{0,40}\n[^\S\n]{0,40}([^\n]{1,200})/u.exec(text.slice(end, end + 300))?.[1];
  return after !== undefined && !MARKDOWN.test(line) && isHeadingLine(line.trim(), after.trim());
}

const WORDS = /개정|신설|삭제|제정|이동|삽입|명칭\s*변경/u;
const DATE = /\d{4}\s*[.년/-]|^\s*삭제\s*$/u;

/** Whether the content of a bracket is an amendment note, as in `<개정 2020. 7. 1.>`; a short text. */
export function tellsOfChange(content: string): boolean {
  return WORDS.test(content) && DATE.test(content);
}
