import { stemmer } from 'stemmer';
import { eng } from 'stopword';

/** Function words of questions that the published list lacks. */
const QUESTION_WORDS = [
  'does',
  'doing',
  'when',
  'who',
  'whom',
  'whose',
  'why',
  'will',
  'shall',
  'cannot',
  'whether',
  'please',
  'its',
  'happen',
  'happens',
  'often',
  'long',
  'soon',
  'quickly',
  'going',
  'able',
  'something',
  'someone',
  'anything',
  'anyone',
  'again',
  'still',
  'yet',
  'ever',
  'upon',
];

/**
 * Porter's stemmer and a published list of English stop words. Single letters are kept: `vitamin C` is not `vitamin`. It implements the
 * search's `Lexicon`, for every thread that analyses texts.
 */
export class EnglishLexicon {
  private readonly stopWords = new Set([
    ...eng.filter((word) => word.length > 1 || word === 'a' || word === 'i'),
    ...QUESTION_WORDS,
  ]);

  stem(word: string): string {
    return stemmer(word);
  }

  isStopWord(word: string): boolean {
    return this.stopWords.has(word);
  }
}
