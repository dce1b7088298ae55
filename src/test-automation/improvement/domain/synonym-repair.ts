import { contentTerm } from '../../../text/tokens/content-terms.js';
import { ConfigurationView } from './served-configuration.js';
import { Patch } from './experiment-sandbox.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';
import { verbBeginnings } from '../../../text/korean/korean-verb-forms.js';
import { isDictionaryForm, saysWord } from '../../../text/korean/spoken-verbs.js';
import { foldedWithoutSpaces, lowered } from '../../../text/folded-text.js';
import { Vocabulary, WholeWords } from '../../../text/tokens/whole-words.js';

/** A word of the questions and a word of the documents that may mean the same. */
export interface WordPair {
  readonly asked: string;
  readonly written: string;
}

/** One-letter words match unrelated words. */
const LEAST_LENGTH = 2;
/** Characters of a word in the configuration. */
const LONGEST = 60;
const MOST_ASKED = 6;
const MOST_WRITTEN = 14;

/** Whether b has the letters of a in the same order, as those of `복전` do in `복수전공`: the way in which Korean shortens words. */
export function isShortFor(a: string, b: string): boolean {
  let at = -1;
  return a.length < b.length && Array.from(a).every((letter) => (at = b.indexOf(letter, at + 1)) >= 0);
}

/** The similarity of a word and its abbreviation. */
export const ABBREVIATED = 2;

/** Similarity of two words in form, 0..2: abbreviation, or letters in common. */
export function likeness({ asked, written }: WordPair): number {
  if (isShortFor(asked, written) || isShortFor(written, asked)) return ABBREVIATED;
  const shared = Array.from(asked).filter((letter) => written.includes(letter)).length;
  return shared / Math.max(asked.length, written.length);
}

/** Whether the word of the documents is a part of the other (`등록` of `재등록`): the search finds it anyway, and it means something else. */
export const isPart = ({ asked, written }: WordPair): boolean =>
  asked !== written && lowered(asked).includes(lowered(written));

/** Words for a trial: names of things, without numbers, units and words of asking, without duplicates. */
export const wordsWorthTrying = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word) => word.length >= LEAST_LENGTH && contentTerm(word) !== undefined);

/** Whether a word is a unit in the passage (`90퍼센트`, `5만원`): nobody uses a synonym for a unit. */
export function isUnitIn(word: string, passage: string): boolean {
  const text = lowered(passage).replace(/(\d)\s+/gu, '$1');
  const stands = text.split(word).length - 1;
  const counted = [...text.matchAll(/\d(\D+)/gu)].filter(([, behind = '']) => behind.startsWith(word)).length;
  return stands > 0 && counted === stands;
}

/** Nouns and names of texts; the words of the synonyms are known to be whole. */
export const wholeWords = (
  { synonyms }: ConfigurationView,
  texts: readonly string[],
  vocabulary?: Vocabulary,
): WholeWords => new WholeWords(texts, new Set(synonyms.flatMap(({ words }) => words.map(lowered))), vocabulary);

/** Verbs of a question, in their dictionary form, that a passage has in no form. */
function foreignVerbs(verbs: readonly string[], passage: string): string[] {
  const text = foldedWithoutSpaces(passage);
  const starts = (verb: string) => verbBeginnings(verb).filter((start) => start.length >= LEAST_LENGTH);
  return verbs.filter((verb) => !saysWord(passage, verb) && !starts(verb).some((start) => text.includes(start)));
}

/** Groups may list the starts of a verb's forms (`빌리`, `빌려`) in place of its dictionary form. */
const isStartOf = (start: string, word: string): boolean =>
  isDictionaryForm(word) && start.length >= LEAST_LENGTH && verbBeginnings(word).includes(start);

/**
 * Words of a question that a passage does not have: nouns, and verbs in their dictionary form.
 * @param words whole words of the question; `고치` of `고치는` is none, although it looks like a noun
 */
export function foreignTerms(words: readonly string[], verbs: readonly string[], passage: string): string[] {
  const nouns = words.filter((word) => !verbs.some((verb) => isStartOf(word, verb)));
  return [...foreignWords(nouns, passage), ...foreignVerbs(verbs, passage)];
}

/** Words of a question that a passage does not have, without duplicates. */
export function foreignWords(asked: readonly string[], passage: string): string[] {
  const text = foldedWithoutSpaces(passage);
  return wordsWorthTrying(asked).filter((word) => !text.includes(word));
}

/**
 * Synonym pairs that would match the question to its gold passage: words that only the question has, with words that only the passage has;
 * abbreviations with their long forms first. Both words have the same script, unless a name is spelt in each.
 * @param asked whole words of the question
 * @param written whole words of the passage's heading and text, the heading's first
 * @param passage heading and text of the passage
 */
export function candidatePairs(asked: readonly string[], written: readonly string[], passage: string): WordPair[] {
  const foreign = foreignWords(asked, passage).slice(0, MOST_ASKED);
  const own = wordsWorthTrying(written)
    .filter((word) => !asked.some((other) => lowered(other) === word))
    .slice(0, MOST_WRITTEN);
  const pairs = foreign.flatMap((word) => own.map((other) => ({ asked: word, written: other })));
  return pairs.sort((a, b) => likeness(b) - likeness(a));
}

/** The words of a synonym in a sentence: `“법카” joined with “법인카드”`. */
export const pairText = ({ asked, written }: WordPair): string => `“${asked}” joined with “${written}”`;

/** The words in such a sentence; undefined for any other. */
export function pairOf(text: string): WordPair | undefined {
  const [, asked, written] = /^“([^”]+)” joined with “([^”]+)”$/u.exec(text) ?? [];
  return asked === undefined || written === undefined ? undefined : { asked, written };
}

/**
 * The patch that makes two words synonyms: a new group, or the group that one of them is in already. A group with starts of a verb's forms
 * (`고치`, `고쳐`) is about one sense of it, so that the verb itself may join another.
 */
export function synonymPatch({ synonyms }: ConfigurationView, { asked, written }: WordPair): Patch {
  // Two readings of one word, or more than the configuration takes.
  if (lowered(asked) === lowered(written) || Math.max(asked.length, written.length) > LONGEST) return [];
  const groupOf = (word: string) =>
    synonyms.findIndex(({ words }) => words.some((other) => lowered(other) === lowered(word)));
  const [mine, theirs] = [groupOf(asked), groupOf(written)];
  if (mine >= 0 && mine === theirs) return [];
  if (mine >= 0 && theirs >= 0) {
    const words = [...(synonyms[mine]?.words ?? []), ...(synonyms[theirs]?.words ?? [])];
    return [
      { op: 'replace', path: `/synonyms/groups/${mine}/words`, value: words },
      { op: 'remove', path: `/synonyms/groups/${theirs}` },
    ];
  }
  if (theirs >= 0) return [{ op: 'add', path: `/synonyms/groups/${theirs}/words/-`, value: asked }];
  if (mine >= 0) return [{ op: 'add', path: `/synonyms/groups/${mine}/words/-`, value: written }];
  const lang = hasSyllable(asked) || hasSyllable(written) ? 'ko' : 'en';
  return [{ op: 'add', path: '/synonyms/groups/-', value: { lang, words: [written, asked] } }];
}
