import { termsOf, wordShare } from './meaning.js';

/** Parts of a provision that limit it to a case, or that exclude one. */
const CONDITIONAL =
  /경우|때(?:에|는|$)|(?:으|하|되|이)면(?:\s|$)|려면|(?:자|사람|학생|교원|직원)(?:는|은|에게|에 한하여)|제외|^(?:다만|단)(?:,|\s)|\b(?:if|unless|except|only|provided|when|once|other than)\b/iu;
const PARTS = /[,;.]\s+|(?<=경우)에?는?\s|(?<=때)에?는?\s|\s(?=(?:if|unless|except|provided|when|once)\s)/iu;
/** An answer with this share of a condition's words has the condition. */
const HELD_SHARE = 0.4;
const FEWEST_TERMS = 2;

/** The beginning of a sentence that limits or excludes what the sentence before it says. */
const EXCEPTION =
  /^(?:다만|단|그러나)[,\s]|^[^.]{0,60}(?:에도 불구하고|그러하지 아니하)|^(?:however|except|unless|but|this does not apply|notwithstanding)\b/iu;
const PARAGRAPH_NUMBER = /^[\s.]*(?:[①-⑳]|\(\d{1,2}\)|\d{1,2}\.)?\s*/u;
const EXCEPTION_WORD = /^(?:다만|단|그러나|however|except|unless|but|notwithstanding)[\s,]+/iu;
const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((sentence) => sentence.replace(PARAGRAPH_NUMBER, ''))
    .filter((sentence) => sentence !== '');

/**
 * Share of the conditions of the gold passage that the answer has; a condition that the question states need not be repeated.
 * @returns 1 for a passage without conditions
 */
export function conditionShare(gold: string, answer: string, question: string): number {
  const held = [...termsOf(answer), ...termsOf(question)];
  const sentences = sentencesOf(gold);
  const rules = sentences.filter((sentence) => !EXCEPTION.test(sentence));
  const ruled = termsOf(rules.join(' '));
  // An exception repeats words of its rule: only its own words show that the answer has it.
  const exceptions = sentences
    .filter((sentence) => EXCEPTION.test(sentence))
    .map((sentence) => termsOf(sentence.replace(EXCEPTION_WORD, '')).filter((term) => wordShare([term], ruled) === 0))
    .filter((terms) => terms.length > 0);
  const conditions = [
    ...exceptions,
    ...rules
      .flatMap((rule) => rule.split(PARTS))
      .filter((part) => CONDITIONAL.test(part))
      .map(termsOf)
      .filter((terms) => terms.length >= FEWEST_TERMS),
  ];
  if (conditions.length === 0) return 1;
  return conditions.filter((terms) => wordShare(terms, held) >= HELD_SHARE).length / conditions.length;
}

const MOST_EXCEPTIONS = 2;

/** A gold passage with the exceptions that follow it in its provision: they change what it says. */
export function withExceptions(quote: string, provision: string): string {
  const at = quote === '' ? -1 : provision.indexOf(quote);
  if (at === -1) return quote;
  const exceptions: string[] = [];
  for (const sentence of sentencesOf(provision.slice(at + quote.length))) {
    if (exceptions.length === MOST_EXCEPTIONS || !EXCEPTION.test(sentence)) break;
    exceptions.push(sentence);
  }
  return [quote, ...exceptions].join('\n');
}

/** Part of the completeness that conditions decide; the required facts decide the rest. */
const CONDITIONS_WEIGHT = 0.4;

/** Completeness of an answer by its required facts and the conditions of the passage, 0..1; 0 without a fact. */
export const completenessOf = (facts: number, conditions: number): number =>
  facts * (1 - CONDITIONS_WEIGHT + CONDITIONS_WEIGHT * conditions);
