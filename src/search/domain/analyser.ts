/** Word knowledge of a language, given by a library: stems and stop words of English. */
export abstract class Lexicon {
  /** Stem of a lower-case Latin word. */
  abstract stem(word: string): string;
  /** Whether a lower-case Latin word carries no content. */
  abstract isStopWord(word: string): boolean;
}

export type TokenKind = 'word' | 'number' | 'reference' | 'gram';

/** One index term with the place of the word it was made from, in UTF-16 units of the analysed text. */
export interface Token {
  readonly term: string;
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Ordinal of the word in the text: the bigrams of one Hangul word share it. */
  readonly word: number;
}

/**
 * Words of a text in any script. In order: article references (`제15조의2`, blanks allowed), codes (`3-2-23`),
 * numbers (`11,200`, `0.0004`), Latin and mixed words (`GPT4`, `p95`), runs of Hangul (composed or not), Han and kana, other letters.
 */
const WORD =
  /제\s?\d{1,4}\s?조(?:\s?의\s?\d{1,3})?|\d+(?:-\d+)+|\d+(?:[.,]\d+)*(?![\p{Script=Latin}\d])|[\p{Script=Latin}\p{M}\d]+(?:['’][\p{Script=Latin}]+)?|[\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}]+|\p{Extended_Pictographic}/gu;
const REFERENCE = /^제/u;
const CODE = /^\d+(?:-\d+)+$/u;
const NUMBER = /^\d+(?:[.,]\d+)*$/u;
const LATIN = /^[\p{Script=Latin}\p{M}\d'’]+$/u;
const SYLLABIC = /^[\uac00-\ud7a3\u3131-\u318e\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** Numbers without thousands separators and trailing zeros of the fraction: `11,200` and `11200` are one term. */
function canonicalNumber(text: string): string {
  const plain = text.replace(/,(?=\d{3}(?:\D|$))/gu, '').replaceAll(',', '.');
  return /^\d+\.\d+$/u.test(plain) ? plain.replace(/\.?0+$/u, '') : plain;
}

/** Overlapping pairs of characters; a single character stands for itself. */
function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
}

/**
 * Turns text into index terms: NFC, case folding, English stems without stop words, Hangul (and Han, kana) bigrams,
 * numbers, codes and article references whole. Bigrams need no morphological analyser and find `번역` in `번역을`.
 */
export class Analyser {
  /** Stemming is the dearest step; the vocabulary of a corpus repeats, so a bounded memory pays. */
  private readonly stems = new Map<string, string | null>();

  constructor(private readonly lexicon: Lexicon) {}

  tokens(text: string): Token[] {
    const tokens: Token[] = [];
    let word = 0;
    for (const match of text.matchAll(WORD)) {
      const raw = match[0];
      const start = match.index;
      for (const [term, kind] of this.terms(raw)) tokens.push({ term, kind, start, end: start + raw.length, word });
      word++;
    }
    return tokens;
  }

  /** The terms alone, for building an index. */
  termsOf(text: string): string[] {
    const terms: string[] = [];
    for (const match of text.matchAll(WORD)) for (const [term] of this.terms(match[0])) terms.push(term);
    return terms;
  }

  private terms(raw: string): readonly (readonly [string, TokenKind])[] {
    const folded = raw.normalize('NFC').toLowerCase();
    if (REFERENCE.test(folded)) return [[folded.replace(/\s/gu, ''), 'reference']];
    if (CODE.test(folded)) return [[folded, 'reference']];
    if (NUMBER.test(folded)) return [[canonicalNumber(folded), 'number']];
    if (LATIN.test(folded)) {
      const stem = this.stem(folded);
      return stem === null ? [] : [[stem, 'word']];
    }
    if (SYLLABIC.test(folded)) return bigrams(folded).map((gram) => [gram, 'gram'] as const);
    return [[folded, 'word']];
  }

  private stem(word: string): string | null {
    const known = this.stems.get(word);
    if (known !== undefined) return known;
    const plain = word.replace(/['’].*$/u, '').normalize('NFD').replace(/\p{M}/gu, '');
    const stem = plain === '' || this.lexicon.isStopWord(plain) ? null : /\d/u.test(plain) ? plain : this.lexicon.stem(plain);
    if (this.stems.size > 200_000) this.stems.clear();
    this.stems.set(word, stem);
    return stem;
  }
}
