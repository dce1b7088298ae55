import { deserialize, serialize } from 'node:v8';
import { Ranking } from '../../ranking/domain/passage-ranking.js';

function isRanking(value: unknown): value is Ranking {
  return typeof value === 'object' && value !== null && 'hits' in value && 'frequencies' in value;
}

/**
 * A ranking as bytes (V8's structured clone), which are outside the heap: about four hundred rankings cached as objects
 * were 9 of the 76 MB that garbage collection of the main thread has to mark.
 */
export function pack(ranking: Ranking): Uint8Array {
  return serialize(ranking);
}

/** @returns a new copy each time @throws Error for bytes that `pack` did not make */
export function unpack(bytes: Uint8Array): Ranking {
  const value: unknown = deserialize(bytes);
  if (!isRanking(value)) throw new Error('The search thread sent an invalid ranking.');
  return value;
}
