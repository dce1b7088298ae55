import type { Catalogue } from './catalogue.js';
import { codedHits } from './coded-hits.js';
import { plainText } from './folded-text.js';
import type { FoundPlace } from './hit.js';
import { numberedHits } from './numbered-hits.js';
import { LookUpOptions, readQuestion } from './question-reading.js';
import { titledHits } from './titled-hits.js';

const MAX_FOUND = 20;
/** A longer text is not a look-up. */
const MAX_QUESTION = 2_000;

/**
 * Passages that a question names by number, title or code, the best first; empty when it names none. They belong before
 * every ranking.
 */
export function lookUp(question: string, catalogue: Catalogue, options: LookUpOptions): FoundPlace[] {
  if (question.length > MAX_QUESTION) return [];
  const text = plainText(question.replace(/[①-⑳]/gu, (sign) => ` 제${sign.normalize('NFKC')}항 `));
  const reading = readQuestion(text, catalogue, options);
  const found = codedHits(text, reading) ?? numberedHits(reading) ?? titledHits(reading);
  const seen = new Set<number>();
  const first = found.filter(({ place }) => !seen.has(place.id) && seen.add(place.id).size > 0);
  return first.slice(0, MAX_FOUND).map(({ place, certainty, reason }) => ({ id: place.id, certainty, reason }));
}
