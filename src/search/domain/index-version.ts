/** A number that changes with every committed write to the store that searches read: documents, categories, embeddings. */
export abstract class IndexVersion {
  abstract current(): number;
  /** Waits until what was committed before, by anyone, is there for searches. @throws DomainError when that cannot be known */
  abstract settled(signal?: AbortSignal): Promise<void>;
}
