import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Page } from '../../shared/domain/page.js';

export interface SourceDocument {
  readonly documentId: string;
  readonly title: string;
  /** Where it came from; null for one that is only kept here. */
  readonly url: string | null;
  readonly canonicalPath: readonly string[];
  /** Whether the stored text is Markdown; else it is plain, also of a page or a file. */
  readonly isMarkdown: boolean;
}

/** Port: documents as resources; adapted to the documents feature in infrastructure. */
export abstract class SourceDocuments {
  /** @throws InvalidInputError for a cursor that no page gave out */
  abstract list(filter: CategoryFilter, cursor: string | undefined): Promise<Page<SourceDocument>>;
  /** @throws NotFoundError when it is unknown or outside the filter */
  abstract read(documentId: string, filter: CategoryFilter): Promise<SourceDocument & { readonly text: string }>;
}
