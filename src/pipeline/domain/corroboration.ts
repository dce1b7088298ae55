import { isCopyOf } from './copied-passages.js';
import { Evidence, EvidenceSentence } from './evidence.js';
import { hasSyllable } from '../../text/korean/hangul-syllable.js';
import { lowered } from '../../text/folded-text.js';

/** Shared words over all words; two sentences of one rule in two documents reach it, two rules on one subject do not. */
const MIN_OVERLAP = 0.5;
/** A sentence this short says too little to confirm another. */
const MIN_WORDS = 4;

const WORD = /\d[\d.,]*|[\p{L}]+/gu;
const DIGIT = /\d/u;

/**
 * Words without their endings: five letters of Latin, two syllables of Hangul; numbers whole. Rougher than the stems of `src/text`, since
 * every sentence of the evidence is read.
 */
function stems(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of lowered(text).match(WORD) ?? []) found.add(stem(word));
  return found;
}

function stem(word: string): string {
  if (isNumber(word)) return word.replace(/[.,]$/u, '');
  return word.slice(0, hasSyllable(word) ? 2 : 5);
}

function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

function numbers(words: ReadonlySet<string>): string {
  return [...words].filter(isNumber).sort().join(' ');
}

/** Words that negate a sentence; `할 수 있다` and `할 수 없다` share all other words. */
const NEGATION = /없|아니|못하|않|제외|금지|\bnot\b|\bno\b|\bnever\b|\bcannot\b|n't\b|\bwithout\b/giu;

function negations(text: string): number {
  return text.match(NEGATION)?.length ?? 0;
}

/**
 * Returns a predicate for sentences that say the same as this one: most words in common, exactly the same numbers, and the same negations.
 * The cheap checks run first, since an answer is compared with every sentence of its evidence, and few of them say the same.
 */
function sameAs(quote: string): (text: string) => boolean {
  const own = stems(quote);
  const [ownNumbers, ownNegations] = [numbers(own), negations(quote)];
  return (text) => {
    if (own.size < MIN_WORDS || DIGIT.test(text) !== (ownNumbers !== '')) return false;
    const words = stems(text);
    if (words.size < MIN_WORDS) return false;
    let shared = 0;
    for (const word of words) if (own.has(word)) shared++;
    if (shared < MIN_OVERLAP * (own.size + words.size - shared)) return false;
    return numbers(words) === ownNumbers && negations(text) === ownNegations;
  };
}

/** Whether two sentences say the same: see `sameAs`. */
export function saysTheSame(a: string, b: string): boolean {
  return sameAs(a)(b);
}

/** A sentence in another document that says the same as the quote. A copy of the quoted passage does not count. */
export function findCorroboration(
  quote: string,
  from: Evidence,
  others: readonly Evidence[],
): { evidence: Evidence; sentence: EvidenceSentence } | undefined {
  const saysSo = sameAs(quote);
  for (const evidence of others) {
    if (evidence.documentId === from.documentId) continue;
    const sentence = evidence.sentences.find((s) => saysSo(s.text));
    if (sentence !== undefined && !isCopyOf(evidence, from)) return { evidence, sentence };
  }
  return undefined;
}
