import { DocumentRecord, DocumentSummary } from './document.js';

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
