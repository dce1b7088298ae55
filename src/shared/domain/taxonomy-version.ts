/** The version of the category tree that answers name; declared here, given by the taxonomy feature at the composition root. */
export abstract class TaxonomyVersion {
  abstract current(): Promise<string>;
  /** What an answer that names the version has to say about it: `taxonomy` while the service that keeps the tree is away. */
  abstract degraded(): readonly string[];
}
