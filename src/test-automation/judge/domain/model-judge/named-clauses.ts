import { folded } from '../literal.js';
import { isSameValue, valuesOf } from '../values.js';
import { NamedClause } from './read-scores.js';

/** A shorter clause is in nearly every answer. */
const FEWEST_LETTERS = 2;

/** Whether the numbers of a clause are other ones than those of the fact. */
function hasOtherNumbers(fact: string, clause: string): boolean {
  const [wanted, said] = [valuesOf(fact), valuesOf(clause)];
  return wanted.length > 0 && said.length > 0 && !wanted.some((one) => said.some((other) => isSameValue(one, other)));
}

/**
 * Facts for which no reading has proof. A proof is a clause that is in the answer and has no other number than the fact: a model's word
 * alone does not state a fact.
 * @param named the clauses that a reading names
 */
export function unprovedFacts(facts: readonly string[], named: readonly NamedClause[], answer: string): string[] {
  const said = folded(answer).text;
  return facts.filter((fact) => {
    const wanted = folded(fact).text;
    return !named.some(({ fact: own, clause }) => {
      const text = folded(clause).text;
      const isInAnswer = text.length >= FEWEST_LETTERS && said.includes(text);
      return folded(own).text === wanted && isInAnswer && !hasOtherNumbers(fact, clause);
    });
  });
}
