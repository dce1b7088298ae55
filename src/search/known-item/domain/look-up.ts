import type { Catalogue } from './catalogue.js';
import { matchByCode } from './match-by-code.js';
import { plainText } from './normalized-text-of.js';
import { FoundPlace, Hit, NamedPassages, NOTHING_NAMED } from './hit.js';
import { matchByNumber } from './match-by-number.js';
import { asksOnlyFor } from './only-provisions.js';
import { LookUpOptions, readQuestion } from './question-reading.js';
import { matchByTitle } from './match-by-title.js';

const MAX_FOUND = 20;
/** Maximum length; a longer text is not a lookup. */
const MAX_QUESTION = 2_000;

/**
 * Passages that a question names by number, title or code. They rank before every other result; the list is empty if
 * the question names nothing.
 */
export function namedPassages(question: string, catalogue: Catalogue, options: LookUpOptions): NamedPassages {
  if (question.length > MAX_QUESTION) return NOTHING_NAMED;
  const text = plainText(question.replace(/[①-⑳]/gu, (sign) => ` 제${sign.normalize('NFKC')}항 `));
  const reading = readQuestion(text, catalogue, options);
  const found = matchByCode(text, reading) ?? matchByNumber(reading) ?? matchByTitle(reading);
  const places = merged(found).slice(0, MAX_FOUND);
  const only = asksOnlyFor(reading, found);
  return only === undefined ? { places } : { places, only };
}

/** Only the passages, best first. */
export function lookUp(question: string, catalogue: Catalogue, options: LookUpOptions): readonly FoundPlace[] {
  return namedPassages(question, catalogue, options).places;
}

/** Each passage once, at its first rank, with all requested provisions. */
function merged(hits: readonly Hit[]): FoundPlace[] {
  const byId = new Map<number, FoundPlace>();
  for (const { place, certainty, reason, asked = [] } of hits) {
    const known = byId.get(place.id);
    const all = [...(known?.asked ?? []), ...asked];
    const one = known ?? { id: place.id, certainty, reason };
    byId.set(place.id, all.length === 0 ? one : { ...one, asked: all });
  }
  return [...byId.values()];
}
