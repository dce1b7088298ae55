/** A document and the edition before it. */
export interface EditionLink {
  readonly documentId: string;
  readonly previousId: string;
}

/** Port: the order of editions. Writes happen inside the Transaction that writes the document. */
export abstract class EditionStore {
  /** Links to and from these documents, whoever may see them. */
  abstract linksOf(documentIds: readonly string[]): Promise<readonly EditionLink[]>;
  /** Replaces the link of the document to an earlier one. */
  abstract link(link: EditionLink): Promise<void>;
  /** Deletes the links to and from a document. */
  abstract remove(documentId: string): Promise<void>;
}
