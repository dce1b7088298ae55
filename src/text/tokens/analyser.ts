import { TermFilter } from './term-filter.js';
import { isSyllable } from '../korean/hangul-syllable.js';
import { lowered, halfWidth } from '../folded-text.js';
import { memoize } from '../memoize.js';

/** Language resources of a library: stems and stop words of English. */
export abstract class Lexicon {
  /** Stem of a lower-case Latin word; it starts with the word's first letter, or is empty. */
  abstract stem(word: string): string;
  /** Whether a lower-case Latin word is a stop word. */
  abstract isStopWord(word: string): boolean;
}

export type TokenKind = 'word' | 'number' | 'reference' | 'gram';

/** One index term with the position of its source word, in UTF-16 units of the analysed text. */
export interface Token {
  readonly term: string;
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Ordinal of the word in the text: the bigrams of one Hangul word share it. */
  readonly word: number;
}

/** Receives a term with its kind, its word's position in the text, and the word's ordinal. */
export type TermVisitor = (term: string, kind: TokenKind, place: WordPlace) => void;

export interface WordPlace {
  readonly start: number;
  readonly end: number;
  readonly word: number;
}

/** Receives the ordinal of a wanted term with its word's position. */
export type FoundVisitor = (ordinal: number, place: WordPlace) => void;

/**
 * Words in any script, each pattern anchored at the scan position. The scan is a loop over codes: one regex over the
 * whole text took twice the time.
 */
const REFERENCE = /제\s?\d{1,4}\s?조(?:\s?의\s?\d{1,3})?/uy;
const CODE = /\d+(?:-\d+)+/uy;
const NUMBER = /\d+(?:[.,]\d+)*/uy;
const LATIN = /[\p{Script=Latin}\p{M}\d]+(?:['’]\p{Script=Latin}+)?/uy;
const JAMO = /[\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e]+/uy;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/uy;
const LETTERS = /[\p{L}\p{M}]+/uy;
const PICTOGRAPH = /\p{Extended_Pictographic}/uy;

const SYLLABLE_JE = 0xc81c; // 제

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** End of a match that starts exactly at `at`; -1 without one. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

interface Word {
  readonly kind: 'reference' | 'number' | 'latin' | 'syllables' | 'other';
  readonly end: number;
}

/** Removes thousands separators and trailing zeros of the fraction from a number: `11,200` and `11200` are one term. */
function canonicalNumber(text: string): string {
  if (!/[.,]/u.test(text)) return text;
  const plain = text.replace(/,(?=\d{3}(?:\D|$))/gu, '').replaceAll(',', '.');
  return /^\d+\.\d+$/u.test(plain) ? plain.replace(/(?:\.|(?<![.0]))0+$/u, '') : plain;
}

function composedRun(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && isSyllable(text.charCodeAt(end))) end++;
  return end;
}

function isDecomposed(code: number): boolean {
  return code >= 0x1100 && code <= 0x318e;
}

function syllableRun(text: string, at: number): number {
  const end = composedRun(text, at);
  // Decomposed Hangul after composed belongs to the same word.
  return isDecomposed(text.charCodeAt(end)) ? matchEnd(JAMO, text, at) : end;
}

function asciiRun(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && (isAsciiLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)))) end++;
  const code = text.charCodeAt(end);
  // Accents, combining marks and apostrophes are rare: only then is the general pattern used.
  return code === 0x27 || code > 0x7f ? matchEnd(LATIN, text, at) : end;
}

function numeric(text: string, at: number): Word {
  const code = matchEnd(CODE, text, at);
  if (code > 0) return { kind: 'reference', end: code };
  const end = matchEnd(NUMBER, text, at);
  // `4k` and `p95` are words. In `11,200m` and `1.5kg` the number is one term and the unit another.
  const isWord = isAsciiLetter(text.charCodeAt(end)) && !/[.,]/u.test(text.slice(at, end));
  return isWord ? { kind: 'latin', end: asciiRun(text, at) } : { kind: 'number', end };
}

const UNCOMMON = [
  [LATIN, 'latin'],
  [JAMO, 'syllables'],
  [IDEOGRAPHS, 'syllables'],
  [LETTERS, 'other'],
  [PICTOGRAPH, 'other'],
] as const;

function uncommon(text: string, at: number): Word | undefined {
  for (const [pattern, kind] of UNCOMMON) {
    const end = matchEnd(pattern, text, at);
    if (end > 0) return { kind, end };
  }
  return undefined;
}

/** The word that starts at `at`; undefined if none does. */
function wordAt(text: string, at: number): Word | undefined {
  const code = text.charCodeAt(at);
  if (isSyllable(code)) {
    const reference = code === SYLLABLE_JE ? matchEnd(REFERENCE, text, at) : -1;
    return reference > 0 ? { kind: 'reference', end: reference } : { kind: 'syllables', end: syllableRun(text, at) };
  }
  if (isAsciiLetter(code)) return { kind: 'latin', end: asciiRun(text, at) };
  if (isDigit(code)) return numeric(text, at);
  return code > 0x7f ? uncommon(text, at) : undefined;
}

/** The wanted terms and the current word: most words contain no wanted term and cost no object. */
interface Finding {
  readonly wanted: TermFilter;
  readonly visit: FoundVisitor;
  word: number;
}

/** Composed syllables only, so that the units of the text equal those of its terms. */
function findPairs(text: string, start: number, end: number, { wanted, visit, word }: Finding): void {
  if (end - start === 1) {
    const single = wanted.mayBeginWith(text.charCodeAt(start)) ? wanted.ordinalOf(text.charAt(start)) : -1;
    if (single >= 0) visit(single, { start, end, word });
    return;
  }
  let first = text.charCodeAt(start);
  for (let i = start + 1; i < end; i++) {
    const second = text.charCodeAt(i);
    const pair = wanted.ordinalOfPair(first, second);
    if (pair >= 0) visit(pair, { start, end, word });
    first = second;
  }
}

/**
 * Handles the most frequent words: those of composed syllables, and those of ASCII letters that no wanted term starts
 * with.
 * @returns the end of the word, or -1 for another kind of word
 */
function findCommon(text: string, at: number, finding: Finding): number {
  const code = text.charCodeAt(at);
  // The term of an ASCII word keeps the word's first letter; for other words only the term itself decides.
  if (isAsciiLetter(code)) return finding.wanted.mayBeginWith(code) ? -1 : asciiRun(text, at);
  if (!isSyllable(code) || code === SYLLABLE_JE) return -1;
  const end = composedRun(text, at);
  if (isDecomposed(text.charCodeAt(end))) return -1;
  findPairs(text, at, end, finding);
  return end;
}

/** Size of the cache of terms, by words and by pairs of characters. */
const MAX_REMEMBERED = 200_000;

/**
 * Turns text into index terms: NFC, full-width letters and digits as half-width ones, case folding, English stems without stop words,
 * Hangul (and Han, kana) bigrams, numbers, codes and article references whole. Bigrams need no morphological analyser: `번역` matches in
 * `번역을`.
 */
export class Analyser {
  /** Stemming is the most expensive step. The vocabulary of a corpus repeats, so a bounded cache pays off. */
  private readonly stem = memoize(MAX_REMEMBERED, (word: string) => this.readStem(word));
  /** Strings of character pairs by number. One string per pair: each lookup with a new string would have to hash it. */
  private readonly pairOf = memoize(MAX_REMEMBERED, (units: number) =>
    String.fromCharCode(units >>> 16, units & 0xffff),
  );

  constructor(private readonly lexicon: Lexicon) {}

  tokens(text: string): Token[] {
    const tokens: Token[] = [];
    this.scan(text, (term, kind, place) =>
      tokens.push({ term, kind, start: place.start, end: place.end, word: place.word }),
    );
    return tokens;
  }

  /** Returns only the terms, for building an index. */
  termsOf(text: string): string[] {
    const terms: string[] = [];
    this.scan(text, (term) => terms.push(term));
    return terms;
  }

  /** Calls `visit` for each term in order, without allocating terms. */
  scan(written: string, visit: TermVisitor): void {
    const text = halfWidth(written);
    let word = 0;
    let at = 0;
    while (at < text.length) {
      const found = wordAt(text, at);
      if (found === undefined) {
        at++;
        continue;
      }
      this.emit(text, found, { start: at, end: found.end, word: word++ }, visit);
      at = found.end;
    }
  }

  /** Like `scan` for the wanted terms only, at a fraction of its cost. */
  find(written: string, wanted: TermFilter, visit: FoundVisitor): void {
    const text = halfWidth(written);
    const finding: Finding = { wanted, visit, word: 0 };
    const visitWanted: TermVisitor = (term, _kind, place) => {
      const ordinal = wanted.ordinalOf(term);
      if (ordinal >= 0) visit(ordinal, place);
    };
    let at = 0;
    while (at < text.length) {
      const end = findCommon(text, at, finding);
      const found = end < 0 ? wordAt(text, at) : undefined;
      if (found !== undefined) this.emit(text, found, { start: at, end: found.end, word: finding.word }, visitWanted);
      if (end >= 0 || found !== undefined) finding.word++;
      at = end >= 0 ? end : (found?.end ?? at + 1);
    }
  }

  private emit(text: string, found: Word, place: WordPlace, visit: TermVisitor): void {
    const raw = text.slice(place.start, place.end);
    switch (found.kind) {
      case 'syllables': {
        this.emitBigrams(raw, place, visit);
        return;
      }
      case 'latin': {
        const stem = this.stem(raw);
        if (stem !== null) visit(stem, 'word', place);
        return;
      }
      case 'number': {
        visit(canonicalNumber(raw), 'number', place);
        return;
      }
      case 'reference': {
        visit(raw.replace(/\s/gu, '').normalize('NFC'), 'reference', place);
        return;
      }
      case 'other': {
        visit(lowered(raw), 'word', place);
        return;
      }
    }
  }

  /** A stemmer may remove all of a short word; the word is then its own stem, since an empty term finds nothing. */
  private stemOf(word: string): string {
    const stem = this.lexicon.stem(word);
    return stem === '' ? word : stem;
  }

  /** Overlapping pairs of characters; a single character is its own term. */
  private emitBigrams(raw: string, place: WordPlace, visit: TermVisitor): void {
    const run = lowered(raw);
    if (run.length === 1) {
      visit(run, 'gram', place);
      return;
    }
    // Han beyond the basic plane takes two units, so pairs must be of code points.
    const characters = /[\ud800-\udbff]/u.test(run) ? Array.from(run) : run;
    if (characters.length === 1) {
      visit(run, 'gram', place);
      return;
    }
    if (typeof characters === 'string') {
      for (let i = 0; i + 1 < characters.length; i++)
        visit(this.pairOf(characters.charCodeAt(i) * 0x10000 + characters.charCodeAt(i + 1)), 'gram', place);
      return;
    }
    for (let i = 0; i + 1 < characters.length; i++)
      visit(`${characters[i] ?? ''}${characters[i + 1] ?? ''}`, 'gram', place);
  }

  /** Null for a stop word. */
  private readStem(raw: string): string | null {
    const plain = raw
      .normalize('NFC')
      .toLowerCase()
      .replace(/['’].*/u, '')
      .normalize('NFD')
      .replace(/\p{M}/gu, '');
    if (plain === '' || this.lexicon.isStopWord(plain)) return null;
    return /\d/u.test(plain) ? plain : this.stemOf(plain);
  }
}

/** Groups the tokens of each written word, in their order. */
export function group(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.word === token.word) last.push(token);
    else groups.push([token]);
  }
  return groups;
}
