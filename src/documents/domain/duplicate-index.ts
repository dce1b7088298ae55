import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DocumentIdentity, DocumentSummary, DocumentRecord } from './document.js';

/** A document that may be a near duplicate of another one. */
export interface DuplicateCandidate extends DocumentSketch {
  readonly contentHash: string;
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
  /** Up to `limit` documents that share a band of the sketch, whoever may see them: they include near duplicates. */
  abstract sharingBands(sketch: string, limit: number): Promise<readonly DuplicateCandidate[]>;
  /** All documents inside the filter, some at a time. The work does not depend on the documents outside of it. */
  abstract inside(filter: CategoryFilter): AsyncIterable<readonly DuplicateCandidate[]>;
  /** The summaries of documents inside the filter, by id. */
  abstract summaries(documentIds: readonly string[], filter: CategoryFilter): Promise<readonly DocumentSummary[]>;
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

/** The fields of a document that the search for copies needs. */
export type RegisteredDocument = Pick<DocumentSummary, 'documentId' | 'contentHash' | 'canonicalPath' | 'chunks'>;

/** Texts of documents while a batch is written: those of the store, and those of the batch that are already written. */
export class CopyRegister {
  private readonly byId = new Map<string, RegisteredDocument>();

  /** @param stored documents with one of the texts of the batch, oldest first */
  constructor(stored: readonly RegisteredDocument[]) {
    for (const document of stored) this.byId.set(document.documentId, document);
  }

  /** The other documents with this text, oldest first. */
  copiesOf({ documentId, contentHash }: Pick<DocumentRecord, 'documentId' | 'contentHash'>): RegisteredDocument[] {
    return [...this.byId.values()].filter((one) => one.contentHash === contentHash && one.documentId !== documentId);
  }

  written(document: RegisteredDocument): void {
    this.byId.set(document.documentId, document);
  }

  removed(documentId: string): void {
    this.byId.delete(documentId);
  }
}
