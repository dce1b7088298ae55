import { termsOf, wordShare } from './meaning.js';

/** Parts of a provision that limit it to a case, or that exclude one. */
const CONDITIONAL =
  /경우|때(?:에|는|$)|(?:으|하|되|이)면(?:\s|$)|려면|(?:자|사람|학생|교원|직원)(?:는|은|에게|에 한하여)|제외|^(?:다만|단)(?:,|\s)|\b(?:if|unless|except|only|provided|when|once|other than)\b/iu;
const PARTS = /[,;.]\s+|(?<=경우)에?는?\s|(?<=때)에?는?\s|\s(?=(?:if|unless|except|provided|when|once)\s)/iu;
/** An answer with this share of a condition's words has the condition. */
const HELD_SHARE = 0.4;
const FEWEST_TERMS = 2;

/**
 * Share of the conditions of the gold passage that the answer has; a condition that the question states need not be repeated.
 * @returns 1 for a passage without conditions
 */
export function conditionShare(gold: string, answer: string, question: string): number {
  const held = [...termsOf(answer), ...termsOf(question)];
  const conditions = gold
    .split(PARTS)
    .filter((part) => CONDITIONAL.test(part))
    .map(termsOf)
    .filter((terms) => terms.length >= FEWEST_TERMS);
  if (conditions.length === 0) return 1;
  return conditions.filter((terms) => wordShare(terms, held) >= HELD_SHARE).length / conditions.length;
}

/** Part of the completeness that conditions decide; the required facts decide the rest. */
const CONDITIONS_WEIGHT = 0.2;

/** Completeness of an answer by its required facts and the conditions of the passage, 0..1; 0 without a fact. */
export const completenessOf = (facts: number, conditions: number): number =>
  facts * (1 - CONDITIONS_WEIGHT + CONDITIONS_WEIGHT * conditions);
