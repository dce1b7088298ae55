import { Evidence } from './evidence.js';

/** Relevance of a passage relative to the others. */
export interface PassageGrade {
  readonly chunkId: string;
  /** Its calibrated score as a share of the best passage's, 0..1. */
  readonly share: number;
  readonly relevant: boolean;
}

/**
 * Grades by the calibrated likelihoods: a passage is relevant with at least `keepShare` of the best one's score. The best passage always
 * is.
 */
export function gradePassages(evidence: readonly Evidence[], keepShare: number): PassageGrade[] {
  const best = Math.max(0, ...evidence.map((e) => e.score));
  return evidence.map(({ chunkId, score }) => {
    const share = best === 0 ? 1 : score / best;
    return { chunkId, share, relevant: share >= keepShare };
  });
}

/** Numbers in a list: `1`, `1, 3`, `1 3`. */
const NUMBERS = /^[\s[]*\d{1,3}(?:(?:\s+(?:,\s*)?|,\s*)\d{1,3})*[\s\].]*$/u;
const NONE = /^\W{0,8}(?:none|no passages?|nothing|없음|없습니다|없다|해당 없음)(?![\p{L}\p{N}])/iu;

/** Numbers from 1 to `count` in a model's reply such as `[1, 3]`, `none`, or a sentence with one such list; undefined if it is neither. */
export function readNumbers(reply: string, count: number): ReadonlySet<number> | undefined {
  const text = reply.trim();
  if ((NONE.test(text) && !/\d/u.test(text)) || /^\[\s*\]$/u.test(text)) return new Set();
  const lists = text.match(/\[[\d,\s]{1,80}\]/gu) ?? [];
  const list = NUMBERS.test(text) ? text : lists.length === 1 ? lists[0] : undefined;
  if (list === undefined || !NUMBERS.test(list)) return undefined;
  const numbers = (list.match(/\d+/gu) ?? []).map(Number);
  return numbers.every((n) => n >= 1 && n <= count) ? new Set(numbers) : undefined;
}
