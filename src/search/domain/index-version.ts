/** A number that changes with every committed write to the store that searches read: documents, categories, embeddings. */
export abstract class IndexVersion {
  abstract current(): number;
}
