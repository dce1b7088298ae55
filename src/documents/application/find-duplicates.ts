import { Injectable } from '@nestjs/common';
import { CategoryFilter, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, Page } from '../../shared/domain/page.js';
import { EventLoopYielder } from '../../shared/domain/steps.js';
import { DocumentStore, DocumentSummary } from '../domain/document.js';
import { DuplicateCandidate, DuplicateIndex } from '../domain/duplicate-index.js';
import { bandsOf, NEAR_DUPLICATE_FROM, NO_SKETCH, sketchSimilarity } from '../domain/text-sketch.js';

/** Maximum number of near duplicates in the result of one document. */
const MOST_NEAR = 20;
/** Maximum number of copies in the result of one document: among thousands of copies each has thousands. */
const MOST_COPIES = 200;
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
  /** Oldest first, at most 200. */
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
    const sketches = await this.duplicates.sketches(documents.map(({ documentId }) => documentId));
    const compared = documents.map(
      (document) => new Compared(document, sketches.get(document.documentId) ?? NO_SKETCH),
    );
    if (filter.kind === 'unrestricted') await this.compareAll(compared);
    else await this.compareInside(compared, filter);
    const ids = new Set(compared.flatMap(({ copies, near }) => [...copies, ...near.keys()]));
    const found = await this.duplicates.summaries([...ids], filter);
    return compared.map((one) => one.duplicates(found));
  }

  /** Nothing is hidden: the index of bands gives the candidates. */
  private async compareAll(compared: readonly Compared[]): Promise<void> {
    const others = new EventLoopYielder();
    const hashes = [...new Set(compared.map(({ document }) => document.contentHash))];
    const copies = await this.duplicates.copies(hashes, UNRESTRICTED);
    for (const one of compared) {
      await others.yieldIfDue();
      for (const copy of copies) one.compare({ ...copy, sketch: NO_SKETCH });
      if (one.sketch === NO_SKETCH) continue;
      for (const candidate of await this.duplicates.sharingBands(one.sketch, CANDIDATES)) one.compare(candidate);
    }
  }

  /** Each document inside the filter is read once, so that the copies outside of it cost nothing. */
  private async compareInside(compared: readonly Compared[], filter: CategoryFilter): Promise<void> {
    const byBand = new Map<number | string, Compared[]>();
    for (const one of compared)
      for (const key of keysOf(one.document.contentHash, one.sketch)) {
        const sharing = byBand.get(key);
        if (sharing === undefined) byBand.set(key, [one]);
        else sharing.push(one);
      }
    const others = new EventLoopYielder();
    for await (const candidates of this.duplicates.inside(filter))
      for (const candidate of candidates) {
        await others.yieldIfDue();
        const sharing = keysOf(candidate.contentHash, candidate.sketch).flatMap((key) => byBand.get(key) ?? []);
        for (const one of new Set(sharing)) one.compare(candidate);
      }
  }
}

/** Documents that share one of these are compared. */
function keysOf(contentHash: string, sketch: string): readonly (number | string)[] {
  return [contentHash, ...bandsOf(sketch)];
}

/** A document with what is found for it. */
class Compared {
  readonly copies = new Set<string>();
  readonly near = new Map<string, number>();
  private candidates = 0;

  constructor(
    readonly document: DocumentSummary,
    readonly sketch: string,
  ) {}

  compare({ documentId, contentHash, sketch }: DuplicateCandidate): void {
    if (documentId === this.document.documentId) return;
    if (contentHash === this.document.contentHash) {
      if (this.copies.size < MOST_COPIES) this.copies.add(documentId);
    } else if (this.candidates < CANDIDATES) {
      this.candidates += 1;
      const similarity = sketchSimilarity(this.sketch, sketch);
      if (similarity >= NEAR_DUPLICATE_FROM) this.near.set(documentId, similarity);
    }
  }

  /** @param found summaries, oldest first */
  duplicates(found: readonly DocumentSummary[]): Duplicates {
    const near = found.flatMap((document) => {
      const similarity = this.near.get(document.documentId);
      return similarity === undefined ? [] : [{ document, similarity }];
    });
    near.sort((a, b) => b.similarity - a.similarity || (a.document.documentId < b.document.documentId ? -1 : 1));
    const copies = found.filter(({ documentId }) => this.copies.has(documentId));
    return { document: this.document, copies, near: near.slice(0, MOST_NEAR) };
  }
}
