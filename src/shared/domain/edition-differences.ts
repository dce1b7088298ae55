import { CategoryFilter } from './category-filter.js';

/** The edition of a text on one side of a comparison. */
export interface ComparedEdition {
  readonly documentId: string;
  readonly title: string;
  readonly sourceUrl: string | null;
  readonly date: string | null;
  readonly version: string | null;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  readonly canonicalPath: readonly string[];
}

/** A part of an edition that the other one does not have like this; `start` is an offset in the stored text. */
export interface DifferentPart {
  readonly label: string | undefined;
  readonly text: string;
  readonly start: number;
  /** The passage in which it begins. */
  readonly chunkId: string;
}

export interface EditionDifference {
  readonly before: ComparedEdition;
  readonly after: ComparedEdition;
  readonly changes: readonly {
    readonly before: DifferentPart | undefined;
    readonly after: DifferentPart | undefined;
  }[];
}

/** Port: what new editions changed. It keeps the texts of documents out of the features that answer. */
export abstract class EditionDifferences {
  /**
   * The changes of the editions that came into force from one day to another, latest first, each against the edition before it.
   * @param documentIds only texts that these documents are editions of; undefined for all
   */
  abstract between(
    days: { readonly from: string; readonly to: string },
    filter: CategoryFilter,
    documentIds: readonly string[] | undefined,
  ): Promise<readonly EditionDifference[]>;
}
