import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, Page } from '../../shared/domain/page.js';
import { DocumentStore, DocumentSummary } from '../domain/document.js';
import { DuplicateIndex } from '../domain/duplicate-index.js';
import { NEAR_DUPLICATE_FROM, NO_SKETCH, sketchSimilarity } from '../domain/text-sketch.js';

/** Maximum number of near duplicates in the result of one document. */
const MOST_NEAR = 20;
/** Candidates that are compared for one document: in a collection of nearly equal texts every document is a candidate. */
const CANDIDATES = 200;

export interface NearDuplicate {
  readonly document: DocumentSummary;
  /** Estimated share of common word sequences, 0..1. */
  readonly similarity: number;
}

/** A document and those that have the same or nearly the same text. */
export interface Duplicates {
  readonly document: DocumentSummary;
  /** Oldest first. */
  readonly copies: readonly DocumentSummary[];
  /** Most similar first. */
  readonly near: readonly NearDuplicate[];
}

/** Lists copies and near duplicates among the documents that the caller may see. */
@Injectable()
export class FindDuplicates {
  constructor(
    private readonly store: DocumentStore,
    private readonly duplicates: DuplicateIndex,
  ) {}

  /** @throws NotFoundError when the document is unknown or outside the filter */
  async ofDocument(documentId: string, filter: CategoryFilter): Promise<Duplicates> {
    const document = await this.store.find(documentId, filter);
    if (document === undefined) throw new NotFoundError('document', documentId);
    const [found] = await this.ofEach([document], filter);
    return found ?? { document, copies: [], near: [] };
  }

  /** Documents that have copies or near duplicates, in the order of their ids. A page checks `limit` documents, and may return fewer. */
  async list(query: {
    readonly filter: CategoryFilter;
    readonly path: readonly string[] | undefined;
    readonly cursor: string | undefined;
    readonly limit: number;
  }): Promise<Page<Duplicates>> {
    const { filter, path, cursor, limit } = query;
    const page = await this.store.list({ filter, path, after: decodeNameCursor(cursor), limit });
    const found = await this.ofEach(page.items, filter);
    return {
      items: found.filter(({ copies, near }) => copies.length > 0 || near.length > 0),
      nextCursor: page.nextCursor,
    };
  }

  private async ofEach(documents: readonly DocumentSummary[], filter: CategoryFilter): Promise<Duplicates[]> {
    const hashes = [...new Set(documents.map(({ contentHash }) => contentHash))];
    const copies = await this.duplicates.copies(hashes, filter);
    const sketches = await this.duplicates.sketches(documents.map(({ documentId }) => documentId));
    const found: Duplicates[] = [];
    for (const document of documents) {
      const { documentId, contentHash } = document;
      const same = copies.filter((copy) => copy.contentHash === contentHash && copy.documentId !== documentId);
      const near = await this.near(document, sketches.get(documentId) ?? NO_SKETCH, filter);
      found.push({ document, copies: same, near });
    }
    return found;
  }

  private async near(
    { documentId, contentHash }: DocumentSummary,
    sketch: string,
    filter: CategoryFilter,
  ): Promise<NearDuplicate[]> {
    if (sketch === NO_SKETCH) return [];
    const candidates = await this.duplicates.sharingBands(sketch, filter, CANDIDATES);
    return candidates
      .filter(({ document }) => document.documentId !== documentId && document.contentHash !== contentHash)
      .map((candidate) => ({
        document: candidate.document,
        similarity: sketchSimilarity(sketch, candidate.sketch),
      }))
      .filter(({ similarity }) => similarity >= NEAR_DUPLICATE_FROM)
      .sort((a, b) => b.similarity - a.similarity || (a.document.documentId < b.document.documentId ? -1 : 1))
      .slice(0, MOST_NEAR);
  }
}
