import { leadingPolarity } from './polarity.js';
import { sayingsOf } from './readable-answer.js';
import { valuesOf } from './values.js';

/** Numbers of a reference that are asked for; more are details. */
const MOST_FACTS = 6;

/**
 * What a right answer has to state, taken from a reference answer: its numbers, or where it has none and says yes or no, that, or all of it.
 * @returns groups of wordings as required facts have them; none without a reference
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
