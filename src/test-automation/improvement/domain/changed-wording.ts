import { escaped, foldedWithoutSpaces } from '../../../text/folded-text.js';
import { inPlaceOf } from '../../../text/korean/korean-particle.js';
import { decomposed, hasSyllable, isHangul } from '../../../text/korean/hangul-syllable.js';
import { unsaidWords } from '../../attribution/domain/unmatched-words.js';
import { WordPair } from './synonym-repair.js';
import { stemOf, writtenIn, WrittenWords } from './written-words.js';

/** A question with one change of its words: asked again, it shows whether those words decide. */
export interface ChangedWording {
  readonly message: string;
  /** Words of the question that were replaced or left out. */
  readonly from: string;
  /** Words of the passage in their place, with an ending that fits; null if they were left out. */
  readonly to: string | null;
  /** The words as the passage has them; undefined if they were left out. */
  readonly written?: WrittenWords;
}

/** Changes of each sort that are tried. */
const MOST_REPLACED = 5;
const MOST_LEFT_OUT = 4;
/** Shorter words are too alike: a slip is then another word. */
const LEAST_SLIPPED = { ko: 3, en: 5 } as const;
/** A question with fewer words asks for nothing that can be found. */
const LEAST_WORDS = 2;

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
const holds = (text: string, words: string): boolean => foldedWithoutSpaces(text).includes(foldedWithoutSpaces(words));

/** Replaces a word where it begins, and a Korean particle after it by the form that fits. */
function replaced(question: string, from: string, to: string): string | undefined {
  const start = hasSyllable(from) ? String.raw`(?<![가-힣])` : String.raw`\b`;
  const end = hasSyllable(from) ? '' : String.raw`\b`;
  const found = new RegExp(`${start}${escaped(from)}${end}`, 'iu').exec(question);
  if (found === null) return undefined;
  const behind = question.slice(found.index + found[0].length);
  return `${question.slice(0, found.index)}${hasSyllable(to) ? inPlaceOf(to, behind) : `${to}${behind}`}`;
}

/** Whether a word is the other one with one letter exchanged, or with two neighbours swapped. */
export function isSlipOf(word: string, other: string): boolean {
  const [a, b] = [Array.from(word), Array.from(other)];
  const apart = a.flatMap((letter, i) => (letter === b[i] ? [] : [i]));
  const [first = 0, second] = apart;
  if (a.length !== b.length || apart.length === 0 || apart.length > 2) return false;
  return second === undefined || (second === first + 1 && a[first] === b[second] && a[second] === b[first]);
}

/** The noun of a Korean verb (`퇴학하려면`). */
const NOUN_OF_VERB = /^(?<noun>[가-힣]{2,6}?)(?:하|되|받|당하)[가-힣]{1,4}$/u;

/** Whether one letter of one syllable differs: in short words a whole syllable is another word. */
function isLetterSlip(word: string, other: string): boolean {
  const apart = Array.from(word).flatMap((syllable, i) => (syllable === other[i] ? [] : [i]));
  const [at] = apart;
  if (at === undefined || apart.length !== 1 || word.length !== other.length) return false;
  const [a, b] = [decomposed(word.charAt(at)), decomposed(other.charAt(at))];
  return [a.initial === b.initial, a.vowel === b.vowel, a.final === b.final].filter((same) => same).length === 2;
}

/** Slips in the nouns of verbs: `퇘학하려면`, where the passage has `퇴학원`. */
function verbSlips(question: string, passage: readonly string[]): WordPair[] {
  return wordsOf(question).flatMap((word) => {
    const noun = NOUN_OF_VERB.exec(word)?.groups?.['noun'];
    if (noun === undefined || passage.some((other) => other.startsWith(noun))) return [];
    const meant = passage
      .map((other) => other.slice(0, noun.length))
      .find((other) => isHangul(other) && isLetterSlip(noun, other));
    return meant === undefined ? [] : [{ asked: noun, written: meant }];
  });
}

function slips(question: string, passage: string): WordPair[] {
  const own = [...new Set(wordsOf(passage))];
  return [...wholeSlips(question, passage, own), ...verbSlips(question, own)];
}

function wholeSlips(question: string, passage: string, own: readonly string[]): WordPair[] {
  return wordsOf(question).flatMap((word) => {
    const least = hasSyllable(word) ? LEAST_SLIPPED.ko : LEAST_SLIPPED.en;
    if (word.length < least || holds(passage, word)) return [];
    const meant = own.find((other) => isSlipOf(word.toLowerCase(), other.toLowerCase()));
    return meant === undefined ? [] : [{ asked: word, written: meant }];
  });
}

/** Endings of a question's verb, and the form of `하다` with the same ending. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/니까$/u, '합니까'],
  [/나요$/u, '하나요'],
  [/까요$/u, '할까요'],
  [/(?:는|은|ㄴ)지$/u, '하는지'],
  [/[아어여해]요$/u, '해요'],
];
/** A noun that is the verb of a provision: `임명한다`, `구성한다`. */
const PREDICATE = /^(?<noun>[가-힣]{2,8}?)(?:한다|하며|하고|하여|할|된다|되며|되고)$/u;

/** The verb of the question, with the verb of the passage in its place. */
function verbPairs(question: string, quote: string): WordPair[] {
  const nouns = wordsOf(quote).flatMap((word) => PREDICATE.exec(word)?.groups?.['noun'] ?? []);
  const own = nouns.filter((noun) => !holds(question, noun));
  return wordsOf(question).flatMap((word) => {
    const form = ENDINGS.find(([ending]) => ending.test(word))?.[1];
    return form === undefined ? [] : [...new Set(own)].map((noun) => ({ asked: word, written: `${noun}${form}` }));
  });
}

/** What comes before the word that asks (`I just want to know | how often`), each part between commas, and each sentence that asks nothing. */
export function framesOf(question: string): string[] {
  const asking = /^(?<frame>.{3,}?\s)(?=(?:how|what|when|where|who|whom|whether|which|why|if)\b)/iu.exec(question);
  const frame = asking?.groups?.['frame'];
  const parts = question.includes(',') ? question.split(/,\s*/u).map((part) => part.trim()) : [];
  const sentences = question.split(/(?<=[.?!])\s+/u);
  const telling = sentences.length > 1 ? sentences.filter((sentence) => !sentence.endsWith('?')) : [];
  return [...(frame === undefined ? [] : [frame.trim()]), ...parts, ...telling];
}

/** A question without a part of it; undefined if too little is left. */
export function without(question: string, part: string): string | undefined {
  const at = question.indexOf(part);
  if (at < 0) return undefined;
  const rest = `${question.slice(0, at)}${question.slice(at + part.length)}`
    .split(/[\s,]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join(' ');
  return wordsOf(rest).length < LEAST_WORDS ? undefined : rest;
}

/**
 * Questions with one change of their words each. Replaced are everyday words by the words of the passage, slips of typing, and a verb by
 * that of the provision; left out are the frame of the question and words that the passage does not have.
 * @param question as it was searched for
 * @param passage heading and text of the right passage, and its quote alone
 * @param lexicon everyday words (`asked`) of words in documents (`written`)
 */
export function changedWordings(
  question: string,
  { passage, quote }: { readonly passage: string; readonly quote: string },
  lexicon: readonly WordPair[],
): ChangedWording[] {
  const everyday = lexicon.filter(
    ({ asked, written }) => holds(question, asked) && !holds(question, written) && holds(passage, stemOf(written)),
  );
  const longestFirst = [...everyday].sort((a, b) => b.asked.length - a.asked.length);
  const pairs = [...longestFirst, ...slips(question, passage), ...verbPairs(question, quote)];
  const inWords = pairs.flatMap(({ asked, written }) => {
    const message = replaced(question, asked, written);
    const own = writtenIn({ quote, heading: passage }, written);
    return message === undefined || own === undefined ? [] : [{ message, from: asked, to: written, written: own }];
  });
  const parts = [...new Set([...framesOf(question), ...unsaidWords(question, passage)])];
  const leftOut = parts.flatMap((from) => {
    const message = without(question, from);
    return message === undefined ? [] : [{ message, from, to: null }];
  });
  return [...inWords.slice(0, MOST_REPLACED), ...leftOut.slice(0, MOST_LEFT_OUT)];
}
