import { contentWords } from '../../text/clauses/words.js';

/** A claim with fewer content words leaves its subject to the question. */
const MIN_WORDS = 4;
/** The search reads no more of a question. */
const MAX_LENGTH = 400;

/** What to search for in order to check a claim: the claim itself, with the question where the claim alone says too little. */
export function verificationQuery(claim: string, question: string | undefined): string {
  const isShort = question !== undefined && contentWords(claim).length < MIN_WORDS;
  return (isShort ? `${question} ${claim}` : claim).slice(0, MAX_LENGTH);
}
