import { Heading } from './heading.js';
import { TextLine, lineHead } from './text-line.js';

/** Headings of plain text are short; longer lines are text. */
const MAX_HEADING = 80;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{L}/u;
const ROMAN = /^(?:[IVX]{1,5}|[Ⅰ-Ⅻ])\.\s+\p{L}/u;
const NAMED = /^(part|chapter|section|appendix)\s+(?:\d{1,3}|[IVX]{1,5}|[A-Z])(?![\p{L}\p{N}])/iu;
const KOREAN = /^제\s*(?:\d{1,3}|[Ⅰ-Ⅻ])\s*([편장절])(?=\s|$)/u;
/** `Article 3. Guests`, `Rule 7`, `§ 4 Fees`: rules in English; text follows on the next line. */
const RULE =
  /^(article|section|rule|clause|§)\s{0,3}(\d{1,3}|[IVX]{1,6})(?:[.:)]|\s{0,2}[–—-])?(?=$|\s{1,3}[\p{Lu}\d"“(])/iu;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
const NAMED_LEVELS: Readonly<Record<string, number>> = {
  part: 1,
  chapter: 2,
  section: 3,
  appendix: 2,
  편: 1,
  장: 2,
  절: 3,
};
/** Numbered headings belong below named ones: `Chapter 3`, then `3.1 Limits`. */
const NUMBERED_LEVEL = 4;
/** An article may have sections and clauses. */
const RULE_LEVELS: Readonly<Record<string, number>> = { article: 3, rule: 3, section: 4, '§': 4, clause: 5 };
const RULE_FIRST = new Set(Array.from('AaSsRrCc§', (character) => character.charCodeAt(0)));
/** First characters of all these; other lines are skipped. */
const FIRST = new Set(Array.from('0123456789PpCcSsAaIVXⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ제', (character) => character.charCodeAt(0)));
const ENDS_LIKE_TEXT = /[.,:;!?。]$|다$/u;
const UNDERLINE = /^(=+|-+|~+)$/u;

interface Candidate extends Heading {
  /** A heading with no text under it is a list item: numbered candidates are judged together. */
  readonly isNumbered: boolean;
  readonly lastLine: number;
}

/**
 * Headings of plain text, only if they are unmistakable: `1.2 Limits`, `Chapter 3 …`, `제3장 휴학` or an underlined line, short and between
 * empty lines. `Article 3. Guests` also counts with its text on the next line if such lines number the text. Numbered lines count only if
 * each of their depth has text under it; otherwise they are a list.
 */
export function plainHeadings(text: string, lines: readonly TextLine[]): Heading[] {
  const candidates: Candidate[] = [];
  const rules = ruleHeadings(text, lines);
  for (const [i, line] of lines.entries()) {
    const length = line.end - line.start;
    if (length === 0 || length > MAX_HEADING) continue;
    const rule = rules.get(i);
    if (rule === undefined && !isEmpty(lines[i - 1])) continue;
    const candidate = rule ?? underlined(text, lines, i) ?? numbered(text, lines, i);
    if (candidate !== undefined) candidates.push(candidate);
  }
  const lists = new Set<number>();
  for (const [i, candidate] of candidates.entries()) {
    if (candidate.isNumbered && !hasText(lines, candidate, candidates[i + 1])) lists.add(candidate.level);
  }
  return candidates.filter((candidate) => !candidate.isNumbered || !lists.has(candidate.level));
}

/** Lines that number the rules of a text in sequence, by line; a single `Section 4 …` may be a citation. */
function ruleHeadings(text: string, lines: readonly TextLine[]): ReadonlyMap<number, Candidate> {
  const last = new Map<string, { readonly number: number; readonly heading: Candidate }>();
  const found = new Map<number, Candidate>();
  for (const [i, line] of lines.entries()) {
    if (line.end - line.start > MAX_HEADING || !RULE_FIRST.has(text.charCodeAt(line.start))) continue;
    const label = text.slice(line.start, line.end).replace(/\s+/gu, ' ');
    const match = RULE.exec(label);
    if (match === null || /[,;!?]$|[^.]{20}\.$/u.test(label)) continue;
    const unit = (match[1] ?? '').toLowerCase();
    const number = numberOf(match[2] ?? '');
    const before = last.get(unit);
    if (number !== 1 && number !== (before?.number ?? 0) + 1) continue;
    const { start, end: bodyStart } = line;
    const level = RULE_LEVELS[unit] ?? NUMBERED_LEVEL;
    const heading = { line: i, lastLine: i, start, bodyStart, level, label, isNumbered: false };
    if (number > 1 && before !== undefined) found.set(before.heading.line, before.heading).set(i, heading);
    last.set(unit, { number, heading });
  }
  return withoutContents(found);
}

/** Removes the lines of a table of contents, which repeats the headings earlier in the text. */
function withoutContents(found: ReadonlyMap<number, Candidate>): ReadonlyMap<number, Candidate> {
  const lastOf = new Map([...found.values()].map(({ label, line }) => [label, line]));
  return new Map([...found].filter(([line, { label }]) => lastOf.get(label) === line));
}

function numberOf(text: string): number {
  if (/^\d/u.test(text)) return Number(text);
  const values = Array.from(text.toUpperCase(), (letter) => ROMAN_DIGITS[letter] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

function isEmpty(line: TextLine | undefined): boolean {
  return line === undefined || line.start === line.end;
}

/** Whether text or a deeper heading follows a numbered line before the next candidate. */
function hasText(lines: readonly TextLine[], candidate: Candidate, next: Candidate | undefined): boolean {
  if (next !== undefined && next.level > candidate.level) return true;
  const end = next?.line ?? lines.length;
  for (let i = candidate.lastLine + 1; i < end; i++) if (!isEmpty(lines[i])) return true;
  return false;
}

function underlined(text: string, lines: readonly TextLine[], i: number): Candidate | undefined {
  const line = lines[i];
  const under = lines[i + 1];
  if (line === undefined || under === undefined || under.end - under.start < 3 || !isEmpty(lines[i + 2]))
    return undefined;
  const rule = UNDERLINE.exec(lineHead(text, under, MAX_HEADING * 2))?.[1];
  const width = line.end - line.start;
  // Hangul is two columns wide, so an underline may be twice as long as the line has characters.
  if (rule === undefined || rule.length < width * 0.5 || rule.length > width * 2 + 3) return undefined;
  const label = text.slice(line.start, line.end);
  if (!/^[\p{L}\p{N}]/u.test(label)) return undefined;
  const level = rule.startsWith('=') ? 1 : 2;
  return { line: i, lastLine: i + 1, start: line.start, bodyStart: under.end, level, label, isNumbered: false };
}

function numbered(text: string, lines: readonly TextLine[], i: number): Candidate | undefined {
  const line = lines[i];
  if (line === undefined || !isEmpty(lines[i + 1]) || lines[i + 1] === undefined) return undefined;
  if (!FIRST.has(text.charCodeAt(line.start))) return undefined;
  const label = text.slice(line.start, line.end).replace(/\s+/gu, ' ');
  if (ENDS_LIKE_TEXT.test(label)) return undefined;
  const named = (NAMED.exec(label) ?? KOREAN.exec(label))?.[1]?.toLowerCase();
  const number = NUMBERED.exec(label)?.[1];
  let level = ROMAN.test(label) ? NUMBERED_LEVEL : undefined;
  if (number !== undefined) level = NUMBERED_LEVEL + number.split('.').length;
  if (named !== undefined) level = NAMED_LEVELS[named];
  if (level === undefined) return undefined;
  const { start, end: bodyStart } = line;
  return { line: i, lastLine: i, start, bodyStart, level, label, isNumbered: named === undefined };
}
