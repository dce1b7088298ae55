import { leadingPolarity } from './polarity.js';
import { sayingsOf } from './readable-answer.js';
import { valuesOf } from './values.js';

/** Maximum number of required numbers of a reference; further ones are details. */
const MOST_FACTS = 6;

/**
 * Required facts of a reference answer: its numbers; without numbers its yes or no; otherwise the whole text.
 * @returns groups of wordings in the form of required facts; empty without a reference
 */
export function factsOfReference(reference: string | undefined): string[][] {
  if (reference === undefined || reference.trim() === '') return [];
  const numbers = sayingsOf(reference).flatMap(({ text }) =>
    valuesOf(text)
      .filter(({ soft, denied }) => !soft && !denied)
      .map(({ start, end }) => text.slice(start, end)),
  );
  if (numbers.length > 0) return [...new Set(numbers)].slice(0, MOST_FACTS).map((number) => [number]);
  const lead = leadingPolarity(reference);
  if (lead === 'negative') return [['할 수 없', 'not allowed', reference]];
  if (lead === 'positive') return [['할 수 있', 'allowed', reference]];
  return [[reference]];
}

/**
 * If only facts are known, claims are compared with the facts and with the words of the question, which name the subject of the facts.
 * Without those words a fact would be a number that no document states.
 * @param isKnown whether a passage or other evidence of the right answer is known
 */
export function factsAsReference(
  question: string,
  facts: readonly (readonly string[])[],
  isKnown: boolean,
): string | undefined {
  return isKnown || facts.length === 0 ? undefined : [question, ...facts.flat()].join('\n');
}
