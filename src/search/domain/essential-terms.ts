import { AnalysedQuery } from './query.js';
import { TermFrequencies } from './search-index.js';

/** Below this many passages every term is cheap. */
const LARGE_INDEX = 5_000;
/** A term that stands in more than this share of a large index adds little to any score, and most of the work. */
const COMMON_SHARE = 0.2;
/** At least so many rarer terms must remain to carry the question. */
const MIN_ESSENTIAL = 3;

/**
 * Terms that the lexical index is asked for: in a large index the common ones are left to the reranker, as MaxScore leaves out its
 * non-essential lists (Turtle and Flood 1995).
 */
export function essentialTerms(query: AnalysedQuery, frequencies: TermFrequencies): readonly string[] {
  if (frequencies.passages < LARGE_INDEX) return query.terms;
  const rare = query.terms.filter((term) => (frequencies.byTerm.get(term) ?? 0) <= COMMON_SHARE * frequencies.passages);
  return rare.length >= MIN_ESSENTIAL ? rare : query.terms;
}
