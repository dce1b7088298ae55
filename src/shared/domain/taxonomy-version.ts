/** Version of the category tree, for answers. Declared here; the composition root binds it to the taxonomy feature. */
export abstract class TaxonomyVersion {
  abstract current(): Promise<string>;
  /** Degradation marks of an answer that names the version: `taxonomy` while the taxonomy service is unavailable. */
  abstract degraded(): readonly string[];
}
