import { contentWords } from '../../text/clauses/words.js';

/** A claim with fewer content words is searched together with the question. */
const MIN_WORDS = 4;
/** Maximum length of a query. */
const MAX_LENGTH = 400;

/** The search query for the check of a claim: the claim itself, with the question if the claim is too short. */
export function verificationQuery(claim: string, question: string | undefined): string {
  const isShort = question !== undefined && contentWords(claim).length < MIN_WORDS;
  return (isShort ? `${question} ${claim}` : claim).slice(0, MAX_LENGTH);
}
