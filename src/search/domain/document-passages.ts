import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Page } from '../../shared/domain/page.js';
import { Metadata } from './indexed-passage.js';

/** A passage as the index holds it: `text` is the stored document's text from `start` to `end` (UTF-16 units). */
export interface StoredPassage {
  readonly chunkId: string;
  /** Ordinal in the document, from 0. */
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly section: string | undefined;
  readonly article: string | undefined;
  readonly text: string;
  /** Extracted metadata of the passage: its kind, its article's title, its amendments. */
  readonly metadata: Metadata;
}

/** Passages of one document, as they were cut when it was stored. */
export abstract class DocumentPassages {
  /**
   * Passages in the order of the text.
   * @param from ordinal of the first passage of the page
   * @returns undefined for a document that is unknown or outside the filter
   */
  abstract list(query: {
    readonly documentId: string;
    readonly filter: CategoryFilter;
    readonly from: number;
    readonly limit: number;
  }): Promise<Page<StoredPassage> | undefined>;
}
