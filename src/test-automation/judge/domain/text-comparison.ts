import { TextComparison } from '../../domain/text-comparison.js';
import { Nearness, termsOf, wordShare } from './meaning.js';
import { readFact } from './required-facts.js';
import { saysWhole, valuesAndDates } from './values.js';

/** A fact without a number is said in other words by this share of its words. */
const FACT_SHARE = 0.6;

function hasValuesOf(fact: string, sentence: string): boolean {
  const values = valuesAndDates(fact);
  const said = values.length === 0 ? [] : valuesAndDates(sentence);
  return values.every((value) => said.some((other) => saysWhole(other, value)));
}

/** Comparison of sentences by the judge's reading of words, numbers and facts. */
export const textComparison = (nearness: Nearness): TextComparison => ({
  terms: termsOf,
  wordShare,
  nearness,
  says(fact, sentence, { question, quote }) {
    if (!hasValuesOf(fact, sentence)) return false;
    const isNumeric = valuesAndDates(fact).length > 0;
    if (!isNumeric && wordShare(termsOf(fact), termsOf(sentence)) >= FACT_SHARE) return true;
    return readFact([fact], sentence, { question, gold: [quote], nearness }).verdict === 'stated';
  },
});
