import { stemmer } from 'stemmer';
import { eng } from 'stopword';

/** Words that carry the form of a question; the published list lacks them. */
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
 * Porter's stemmer and a published list of English stop words. Single letters stay: `vitamin C` is not `vitamin`. It has the shape of the
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
