/** The version of the category tree that answers name; declared here, given by the taxonomy feature at the composition root. */
export abstract class TaxonomyVersion {
  abstract current(): Promise<string>;
}
