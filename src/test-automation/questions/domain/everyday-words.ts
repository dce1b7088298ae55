import { escaped } from '../../../text/folded-text.js';
import { inPlaceOf } from '../../../text/korean/korean-particle.js';

/** A word of documents and the everyday word for it. */
export interface EverydayWord {
  readonly language: 'en' | 'ko';
  readonly written: string;
  readonly said: string;
}

/** After a Korean word: its end, or a particle. A longer word is another one. */
const BEHIND = String.raw`(?=$|[\s,.?]|(?:을|를|이|가|은|는|과|와|에|의|도|만|으로|로|에서|까지|부터|하려면|하면)(?:[\s,.?]|$))`;

/** Replaces words of documents by everyday words; the longest word first, each place once. */
export class EverydayWords {
  private readonly byLanguage: Readonly<Record<'en' | 'ko', ReadonlyMap<string, string>>>;
  private readonly patterns: Readonly<Record<'en' | 'ko', RegExp | undefined>>;

  constructor(words: readonly EverydayWord[]) {
    const of = (language: 'en' | 'ko') =>
      new Map(
        words.filter((word) => word.language === language).map(({ written, said }) => [written.toLowerCase(), said]),
      );
    this.byLanguage = { en: of('en'), ko: of('ko') };
    this.patterns = { en: patternOf(this.byLanguage.en, 'en'), ko: patternOf(this.byLanguage.ko, 'ko') };
  }

  /** @returns the text with its words replaced, and Korean particles in the form that fits the new words */
  say(text: string, language: 'en' | 'ko'): string {
    const pattern = this.patterns[language];
    if (pattern === undefined) return text;
    // Backwards, so that the particle after each word fits the sound of the new one.
    return [...text.matchAll(pattern)].reverse().reduce((rest, match) => {
      const word = this.byLanguage[language].get(match[0].toLowerCase()) ?? match[0];
      const behind = rest.slice(match.index + match[0].length);
      const before = rest.slice(0, match.index);
      // A capital inside a sentence belongs to a name or a title.
      if (language === 'en' && /^[A-Z]/u.test(match[0]) && /[^.?!:\s]\s*$/u.test(before)) return rest;
      return language === 'ko' ? `${before}${inPlaceOf(word, behind)}` : `${withArticle(before, word)}${behind}`;
    }, text);
  }
}

/** `an employee` becomes `a staff member`. */
function withArticle(before: string, word: string): string {
  const article = /^[aeiou]/iu.test(word) ? 'an' : 'a';
  return `${before.replace(/\b(?<first>[Aa])n? $/u, (found) => `${found.charAt(0)}${article.slice(1)} `)}${word}`;
}

function patternOf(words: ReadonlyMap<string, string>, language: 'en' | 'ko'): RegExp | undefined {
  if (words.size === 0) return undefined;
  const longestFirst = [...words.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const all = `(?:${longestFirst.join('|')})`;
  return language === 'ko' ? new RegExp(`(?<![가-힣])${all}${BEHIND}`, 'gu') : new RegExp(`\\b${all}\\b`, 'giu');
}
