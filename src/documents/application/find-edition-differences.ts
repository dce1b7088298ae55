import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DifferentPart, EditionDifference, EditionDifferences } from '../../shared/domain/edition-differences.js';
import { MAX_PAGE } from '../../shared/domain/page.js';
import { DocumentSummary, StoredDocument } from '../domain/document.js';
import { DocumentTable } from '../domain/document-table.js';
import { EditionPart } from '../domain/edition-changes.js';
import { CompareEditions } from './compare-editions.js';
import { ReadDocuments } from './read-documents.js';

/** Comparing two editions splits both texts: more would take too long for an answer. */
const MOST_DIFFERENCES = 10;

const byFirstDay = (a: DocumentSummary, b: DocumentSummary): number =>
  (a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1;

/** What the editions that came into force in a time changed, of what the caller may see. */
@Injectable()
export class FindEditionDifferences extends EditionDifferences {
  constructor(
    private readonly compareEditions: CompareEditions,
    private readonly readDocuments: ReadDocuments,
    private readonly documents: DocumentTable,
  ) {
    super();
  }

  async between(
    { from, to }: { readonly from: string; readonly to: string },
    filter: CategoryFilter,
    documentIds: readonly string[] | undefined,
  ): Promise<readonly EditionDifference[]> {
    const ids = documentIds ?? (await this.comingInto({ from, to }, filter));
    const pairs = new Map<string, readonly [before: DocumentSummary, after: DocumentSummary]>();
    for (const id of ids) {
      const editions = await this.editionsOf(id, filter);
      editions.forEach((after, i) => {
        const [before, day] = [editions[i - 1], after.effectiveFrom];
        if (before !== undefined && day !== null && day >= from && day <= to)
          pairs.set(after.documentId, [before, after]);
      });
    }
    const latest = [...pairs.values()].sort(([, a], [, b]) => byFirstDay(b, a)).slice(0, MOST_DIFFERENCES);
    const differences = await Promise.all(
      latest.map(([before, after]) => this.difference(before.documentId, after.documentId, filter)),
    );
    return differences.filter(({ changes }) => changes.length > 0);
  }

  private async comingInto({ from, to }: { from: string; to: string }, filter: CategoryFilter): Promise<string[]> {
    const order = { sort: 'effective_from', direction: 'descending' } as const;
    const { items } = await this.documents.page({ filter, path: undefined, day: to }, order, {
      after: undefined,
      limit: MAX_PAGE,
    });
    return items
      .filter(({ effectiveFrom: day }) => day !== null && day >= from && day <= to)
      .map(({ documentId }) => documentId);
  }

  /** The editions that were stored as such; otherwise the documents with the same title and another first day. */
  private async editionsOf(documentId: string, filter: CategoryFilter): Promise<DocumentSummary[]> {
    const linked = await this.compareEditions.chain(documentId, filter);
    const [only] = linked;
    if (linked.length > 1 || only === undefined) return linked;
    const { title } = only;
    const alike = await this.readDocuments.byTitle({ filter, path: undefined, title, limit: MAX_PAGE });
    const days = new Map(alike.filter((one) => one.title === title).map((one) => [one.effectiveFrom, one]));
    return [...days.set(only.effectiveFrom, only).values()].sort(byFirstDay);
  }

  private async difference(from: string, documentId: string, filter: CategoryFilter): Promise<EditionDifference> {
    const { before, after, changes } = await this.compareEditions.compare(documentId, from, filter);
    const [placedBefore, placed] = [await this.placing(before), await this.placing(after)];
    const both = changes.map((one) => ({ before: placedBefore(one.before), after: placed(one.after) }));
    return { before, after, changes: both };
  }

  /** Adds to a part of a document the passage in which it begins. */
  private async placing(document: StoredDocument) {
    const passages = await this.compareEditions.passages(document);
    const ordinals = new Map(passages.map(({ start }, ordinal) => [start, ordinal]));
    return (part: EditionPart | undefined): DifferentPart | undefined => {
      if (part === undefined) return undefined;
      const ordinal = ordinals.get(part.start) ?? passages.findLastIndex(({ start }) => start <= part.start);
      return { ...part, chunkId: `${document.documentId}#${Math.max(0, ordinal)}` };
    };
  }
}
