/** A number that changes with every committed write to the store that searches read: documents, categories, embeddings. */
export abstract class IndexVersion {
  abstract current(): number;
  /**
   * Waits until all earlier commits, by any process, are visible to searches.
   * @throws DomainError if that cannot be determined
   */
  abstract settled(signal?: AbortSignal): Promise<void>;
}
