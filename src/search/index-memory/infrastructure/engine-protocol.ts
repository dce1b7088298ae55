import { SearchSettings } from '../../ranking/domain/search-settings.js';
import { RankingRequest, ServedEmbedding } from '../../ranking/domain/passage-ranking.js';
import type { EngineOptions } from './search-engine.js';

/** What the search thread is asked, by number. */
export type EngineCall =
  | { readonly id: number; readonly method: 'rank'; readonly argument: RankingRequest }
  | { readonly id: number; readonly method: 'embed'; readonly argument: readonly string[] }
  | { readonly id: number; readonly method: 'served' }
  | { readonly id: number; readonly method: 'use'; readonly argument: SearchSettings };

/** A ranking comes packed: see `packed-ranking.ts`. */
export type EngineAnswer =
  | { readonly id: number; readonly method: 'rank'; readonly value: Uint8Array }
  | { readonly id: number; readonly method: 'embed'; readonly value: readonly Float32Array[] }
  | { readonly id: number; readonly method: 'served'; readonly value: ServedEmbedding }
  | { readonly id: number; readonly method: 'use'; readonly value: true };

/** What the thread is started with. */
export interface EngineStart extends Omit<EngineOptions, 'meaning' | 'paraphrases'> {
  /** Path of the documents' database. */
  readonly file: string;
  readonly settings: SearchSettings;
  /** Folders of the lexicon, see `paraphrase-files.ts`. Left out: that of the program. */
  readonly lexicon?: readonly string[];
  /** Nobody opened the store before, and nobody hears the thread before the first call, which says that it is taken. */
  readonly isEarly?: boolean;
}

/** How a search thread is started; by default with nothing but what it is asked with. */
export type ThreadOptions = Omit<EngineStart, 'file' | 'settings' | 'isEarly'> & Pick<EngineOptions, 'settings'>;

/** The thread's first message says that the index is loaded; later ones answer calls, or tell what happened to the vectors. */
export type EngineReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'image-fault'; readonly reason: string }
  | { readonly kind: 'answer'; readonly answer: EngineAnswer }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };
