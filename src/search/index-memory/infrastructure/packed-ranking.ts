import { deserialize, serialize } from 'node:v8';
import { Ranking } from '../../ranking/domain/passage-ranking.js';

function isRanking(value: unknown): value is Ranking {
  return typeof value === 'object' && value !== null && 'hits' in value && 'frequencies' in value;
}

/**
 * A ranking as bytes (V8's structured clone), which lie outside of the heap: some four hundred that are remembered as objects were 9 of
 * the 76 MB that the thread that answers requests has to mark.
 */
export function pack(ranking: Ranking): Uint8Array {
  return serialize(ranking);
}

/** @returns a new copy each time @throws Error for bytes that `pack` did not make */
export function unpack(bytes: Uint8Array): Ranking {
  const value: unknown = deserialize(bytes);
  if (!isRanking(value)) throw new Error('The search thread sent something that is no ranking.');
  return value;
}
