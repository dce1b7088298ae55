import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DocumentIdentity, DocumentSummary } from './document.js';

/** A document that may be a near duplicate of another one. */
export interface DuplicateCandidate {
  readonly document: DocumentSummary;
  readonly sketch: string;
}

/** The hash and the sketch of a text. */
export type TextIdentity = Pick<DocumentIdentity, 'contentHash' | 'sketch'>;

/** The sketch of a stored document. */
export interface DocumentSketch {
  readonly documentId: string;
  readonly sketch: string;
}

/** A document that an earlier release stored without hash and sketch. */
export interface UncomparedDocument {
  readonly documentId: string;
  readonly text: string;
}

/** Port: finds documents with the same or nearly the same text. Writes happen inside the Transaction that writes the document. */
export abstract class DuplicateIndex {
  /** Documents inside the filter whose text has one of these content hashes, oldest first. */
  abstract copies(contentHashes: readonly string[], filter: CategoryFilter): Promise<readonly DocumentSummary[]>;
  /** Documents inside the filter that share a band of the sketch, in any order: they include the near duplicates. */
  abstract sharingBands(sketch: string, filter: CategoryFilter, limit: number): Promise<readonly DuplicateCandidate[]>;
  /** The sketches of several documents, by id, whoever may see them. */
  abstract sketches(documentIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Puts several documents, each id once. */
  abstract putAll(documents: readonly DocumentSketch[]): Promise<void>;
  abstract remove(documentId: string): Promise<void>;
  /** Documents without hash and sketch, in any order. */
  abstract uncompared(limit: number): Promise<readonly UncomparedDocument[]>;
  /** Stores the hash and sketch of such a document; does nothing if another text was stored under its id in the meantime. */
  abstract compareBy(document: UncomparedDocument, identity: TextIdentity): Promise<void>;
}
