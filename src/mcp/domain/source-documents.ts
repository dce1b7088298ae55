import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Page } from '../../shared/domain/page.js';

export interface SourceDocument {
  readonly documentId: string;
  readonly title: string;
  /** Address of the document; null for one that is only stored here. */
  readonly url: string | null;
  readonly canonicalPath: readonly string[];
  /** Whether the stored text is Markdown. Otherwise it is plain text, also for a web page or a file. */
  readonly isMarkdown: boolean;
}

/** Port: documents as resources. The adapter in infrastructure uses the documents feature. */
export abstract class SourceDocuments {
  /** @throws InvalidInputError for an unknown cursor */
  abstract list(filter: CategoryFilter, cursor: string | undefined): Promise<Page<SourceDocument>>;
  /** @throws NotFoundError if it is unknown or outside the filter */
  abstract read(documentId: string, filter: CategoryFilter): Promise<SourceDocument & { readonly text: string }>;
}
