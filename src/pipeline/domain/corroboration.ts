import { Evidence, EvidenceSentence } from './evidence.js';

/** Shared words over all words; two sentences of one rule in two documents reach it, two rules on one subject do not. */
const MIN_OVERLAP = 0.5;
/** A sentence this short says too little to confirm another. */
const MIN_WORDS = 4;

/** Words without their endings, roughly: five letters of Latin, two syllables of Hangul; numbers whole. */
function stems(text: string): Set<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\d[\d.,]*|[\p{L}]+/gu) ?? [];
  return new Set(
    words.map((word) =>
      /^\d/u.test(word) ? word.replace(/[.,]$/u, '') : /[가-힣]/u.test(word) ? word.slice(0, 2) : word.slice(0, 5),
    ),
  );
}

function numbers(words: ReadonlySet<string>): string[] {
  return [...words].filter((word) => /^\d/u.test(word)).sort();
}

/** Words that turn a sentence round; `할 수 있다` and `할 수 없다` share all other words. */
const NEGATION = /없|아니|못하|않|제외|금지|\bnot\b|\bno\b|\bnever\b|\bcannot\b|n't\b|\bwithout\b/giu;

function negations(text: string): number {
  return text.match(NEGATION)?.length ?? 0;
}

/** Whether two sentences say the same: most words in common, exactly the same numbers, and the same negations. */
export function saysTheSame(a: string, b: string): boolean {
  const [left, right] = [stems(a), stems(b)];
  if (Math.min(left.size, right.size) < MIN_WORDS) return false;
  if (numbers(left).join(' ') !== numbers(right).join(' ')) return false;
  if (negations(a) !== negations(b)) return false;
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / (left.size + right.size - shared) >= MIN_OVERLAP;
}

/** A sentence in another document that says the same as the quote. */
export function findCorroboration(
  quote: string,
  from: Evidence,
  others: readonly Evidence[],
): { evidence: Evidence; sentence: EvidenceSentence } | undefined {
  for (const evidence of others) {
    if (evidence.documentId === from.documentId) continue;
    const sentence = evidence.sentences.find((s) => saysTheSame(quote, s.text));
    if (sentence !== undefined) return { evidence, sentence };
  }
  return undefined;
}
