import { fieldOf } from '../../infrastructure/models/json-field.js';

/**
 * Reads the answer of a Jina- or Cohere-style `/rerank`: `{results: [{index, relevance_score}]}` in any order.
 * @returns each passage's score as given, or undefined if the server left the passage out
 * @throws Error that names the fault of the answer: no results, an index that was not requested or is duplicate, a
 * score that is not a number
 */
export function rerankScores(answer: unknown, passages: number): readonly (number | undefined)[] {
  const results = fieldOf(answer, 'results');
  if (!Array.isArray(results) || results.length === 0) throw new Error('its answer has no results');
  const scores = Array.from({ length: passages }, (): number | undefined => undefined);
  for (const result of results) {
    const index = fieldOf(result, 'index');
    const score = fieldOf(result, 'relevance_score');
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= passages)
      throw new Error('it scored a passage that it was not asked for');
    if (scores[index] !== undefined) throw new Error('it scored a passage twice');
    if (typeof score !== 'number' || !Number.isFinite(score)) throw new Error('it gave a score that is not a number');
    scores[index] = score;
  }
  return scores;
}
