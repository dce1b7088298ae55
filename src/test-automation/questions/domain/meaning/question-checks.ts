import { Gold } from '../../../domain/question.js';
import { CoreQuestion } from '../core-question.js';

/** A question with more than this share of the gold sentence's letter pairs repeats the sentence. */
export const MOST_OVERLAP = 0.35;

/** The letters and digits of a text in lower case, without spaces and signs. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Pairs of neighbouring letters and digits, without spaces and signs. */
export function letterPairs(text: string): Set<string> {
  const plain = Array.from(lettersOf(text));
  return new Set(plain.slice(1).map((letter, i) => `${plain[i] ?? ''}${letter}`));
}

/** Addresses of links and remarks about amendments are not part of a sentence. */
const withoutMarks = (text: string): string => text.replace(/\]\([^)\s]{0,400}\)/gu, ']').replace(/<[^<>]*>/gu, ' ');

/** Share of the gold sentence's letter pairs that are in the question, 0 to 1. */
export function goldOverlap(question: string, gold: string): number {
  const plain = withoutMarks(gold);
  return letterPairs(plain).size === 0 ? 0 : letterShare(question, plain);
}

/** Share of the letter pairs of a text that another text has, 0 to 1; 1 for a text without pairs. */
export function letterShare(text: string, of: string): number {
  const pairs = [...letterPairs(of)];
  const said = letterPairs(text);
  return pairs.length === 0 ? 1 : pairs.filter((pair) => said.has(pair)).length / pairs.length;
}

/** Words in a row that copy a clause, and their letters. */
const COPIED = { ko: { words: 3, letters: 10 }, en: { words: 5, letters: 30 } } as const;
/** A Korean word with a particle or an ending: a name of several words has none. */
const INFLECTED = /(?:[은는을를의에]|으로|에서|하[고며여는]|[할한된될])$/u;

/** Whether a question repeats a clause of a sentence word for word, however long the rest of the sentence is. */
export function copiesClause(question: string, gold: string): boolean {
  const least = /[가-힣]/u.test(question) ? COPIED.ko : COPIED.en;
  const asked = lettersOf(question);
  const words = withoutMarks(gold)
    .split(/\s+/u)
    .map(lettersOf)
    .filter((word) => word !== '');
  return words.some((_, from) => {
    const run = words.slice(from, from + least.words);
    const letters = run.join('');
    return (
      run.length === least.words &&
      letters.length >= least.letters &&
      asked.includes(letters) &&
      (least === COPIED.en || run.slice(0, -1).some((word) => INFLECTED.test(word)))
    );
  });
}

/** Reasons for discarding a question. */
export const REFUSALS = [
  'copies_the_source',
  'residue',
  'rival_value',
  'gives_answer_away',
  'condition_left_out',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Residue of the layout of the text, or of the previous sentence. */
const RESIDUE =
  /[|{}<>※①-⑳◦•]|(?:^|[\s,.?!])(?:단|다만),|(?:^|\s)(?:이를|이에|그 (?:임기|기간|밖|외)|나머지|(?:다른|기타) 위원의?|동항|본조|상기|전항)(?=[\s,.]|$)|제\d+[조항호]|하여야|하고자|(?:하여|해서) (?:임기|기간)|아니 [하되]|\.{2}|,,|\]\(|https?:|__|\*\*|(?:^|\s)-\s|undefined|null/u;
/** Words that refer to something that the question does not name; `It's about …` and `This concerns …` name it. */
const LEANING = /^(?:it(?!'s about )|this(?! concerns )|they|these|those|that|그것|이것|해당)\b/iu;

/** What a person says around a question; the rest of it is in the first person. */
const CARRIERS = /\b(?:could|would|can|do) you (?:please )?(?:know|tell|let|say|confirm)\b/giu;

/** @returns the reason for discarding the question, or undefined */
export function refusalOf(text: string, gold: Gold, cores: readonly CoreQuestion[]): Refusal | undefined {
  if (RESIDUE.test(text) || LEANING.test(text) || /\byours?\b|\byou\b/iu.test(text.replace(CARRIERS, ' ')))
    return 'residue';
  const told = text.replace(/\s+/gu, '').toLowerCase();
  if (cores.some(({ facts }) => facts.some((fact) => told.includes(fact.replace(/\s+/gu, '').toLowerCase()))))
    return 'gives_answer_away';
  if (gold.quote === null) return undefined;
  const isCopy = goldOverlap(text, gold.quote) > MOST_OVERLAP || copiesClause(text, gold.quote);
  return isCopy ? 'copies_the_source' : undefined;
}
