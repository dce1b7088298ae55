import { SearchSettings } from '../../ranking/domain/search-settings.js';
import { RankingRequest, ServedEmbedding, Ranking } from '../../ranking/domain/passage-ranking.js';
import type { EngineOptions } from './search-engine.js';
import { deserialize, serialize } from 'node:v8';

/** Requests to the search thread, by number. */
export type EngineCall =
  | { readonly id: number; readonly method: 'rank'; readonly argument: RankingRequest }
  | { readonly id: number; readonly method: 'embed'; readonly argument: readonly string[] }
  | { readonly id: number; readonly method: 'served' }
  | { readonly id: number; readonly method: 'use'; readonly argument: SearchSettings };

/** A ranking comes packed: see `pack`. */
export type EngineAnswer =
  | { readonly id: number; readonly method: 'rank'; readonly value: Uint8Array }
  | { readonly id: number; readonly method: 'embed'; readonly value: readonly Float32Array[] }
  | { readonly id: number; readonly method: 'served'; readonly value: ServedEmbedding }
  | { readonly id: number; readonly method: 'use'; readonly value: true };

/** Start data of the thread. */
export interface EngineStart extends Omit<EngineOptions, 'meaning' | 'paraphrases'> {
  /** Path of the documents' database. */
  readonly file: string;
  readonly settings: SearchSettings;
  /** Folders of the lexicon, see `paraphrase-files.ts`; the program's own if left out. */
  readonly lexicon?: readonly string[];
  /** Memory of the static embedding's vectors, shared with the other threads. */
  readonly meaningVectors?: SharedArrayBuffer | undefined;
  /** No connection opened the store before, and the thread sends nothing before the first call, which takes it over. */
  readonly isEarly?: boolean;
}

/** Options of a search thread; by default it has no optional resources. */
export type ThreadOptions = Omit<EngineStart, 'file' | 'settings' | 'isEarly'> & Pick<EngineOptions, 'settings'>;

/**
 * The thread's first message says that the index is loaded; later ones answer calls, or report changes of the vectors.
 */
export type EngineReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'image-fault'; readonly reason: string }
  | { readonly kind: 'answer'; readonly answer: EngineAnswer }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

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
