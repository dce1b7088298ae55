import { Injectable } from '@nestjs/common';
import { admits, CategoryFilter } from '../../shared/domain/category-filter.js';
import { DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { decodeNameCursor, Page } from '../../shared/domain/page.js';
import { DocumentDraft, DocumentStore, readingOf, StoredDocument } from '../domain/document.js';
import { OriginalPacker, OriginalStore } from '../domain/original.js';
import { TextExtractor } from '../domain/text-extractor.js';
import { StoreDocuments } from './store-documents.js';

/** What reprocessing a document changed. */
export interface ReprocessOutcome {
  readonly documentId: string;
  /** `skipped`: the document came from a file that was not kept, so its text cannot be read again. */
  readonly status: 'changed' | 'unchanged' | 'skipped' | 'failed';
  readonly textChanged: boolean;
  readonly chunksBefore: number;
  readonly chunksAfter: number;
  /** Why it was skipped or failed. */
  readonly detail: string | undefined;
}

/** Documents of a form, and HTML, whose markup is not in the stored text. */
function cameFromLostFile({ metadata, contentType }: StoredDocument): boolean {
  return contentType === 'text/html' || typeof metadata['file_name'] === 'string';
}

const LOST = 'its file was not kept; upload it again under the same document_id';

/** Reads kept files again and splits all texts again with the rules of the current release. Ids stay the same. */
@Injectable()
export class ReprocessDocuments {
  constructor(
    private readonly store: DocumentStore,
    private readonly originals: OriginalStore,
    private readonly packer: OriginalPacker,
    private readonly extractor: TextExtractor,
    private readonly storeDocuments: StoreDocuments,
  ) {}

  /** @throws NotFoundError when the document is unknown or outside the filter */
  async one(documentId: string, filter: CategoryFilter, caller: string): Promise<ReprocessOutcome> {
    const state = await this.store.state(documentId);
    if (state === undefined || !admits(filter, state)) throw new NotFoundError('document', documentId);
    return this.reprocess(documentId, filter, caller);
  }

  /**
   * Processes the next documents in the order of their ids. The result of a page is stored; an interrupted run resumes with the next page.
   */
  async page(
    query: {
      readonly path: readonly string[] | undefined;
      readonly cursor: string | undefined;
      readonly limit: number;
    },
    filter: CategoryFilter,
    caller: string,
  ): Promise<Page<ReprocessOutcome>> {
    const { path, cursor, limit } = query;
    const page = await this.store.list({ filter, path, after: decodeNameCursor(cursor), limit });
    const items: ReprocessOutcome[] = [];
    for (const { documentId } of page.items) items.push(await this.reprocess(documentId, filter, caller));
    return { items, nextCursor: page.nextCursor };
  }

  private async reprocess(documentId: string, filter: CategoryFilter, caller: string): Promise<ReprocessOutcome> {
    const document = await this.store.find(documentId, filter);
    const none = { documentId, textChanged: false, chunksBefore: document?.chunks ?? 0, chunksAfter: 0 };
    if (document === undefined) return { ...none, status: 'failed', detail: 'it was deleted meanwhile' };
    try {
      const draft = await this.draftOf(document, filter, caller);
      if (draft === undefined) return { ...none, status: 'skipped', chunksAfter: document.chunks, detail: LOST };
      const outcome = await this.storeDocuments.one(draft, filter, caller);
      const textChanged = draft.text !== document.text;
      const isChanged = textChanged || outcome.chunks !== document.chunks;
      const status = isChanged ? 'changed' : 'unchanged';
      return { ...none, status, textChanged, chunksAfter: outcome.chunks, detail: undefined };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { ...none, status: 'failed', chunksAfter: document.chunks, detail: error.message };
    }
  }

  /** Undefined if the text cannot be produced again. */
  private async draftOf(
    document: StoredDocument,
    filter: CategoryFilter,
    caller: string,
  ): Promise<DocumentDraft | undefined> {
    const original = await this.originals.find(document.documentId, filter);
    if (original === undefined) return cameFromLostFile(document) ? undefined : readingOf(document);
    const { name, mediaType } = original;
    const extracted = await this.extractor.extract(await this.packer.unpack(original), name, { mediaType, caller });
    return {
      ...readingOf(document),
      date: document.date ?? extracted.date ?? null,
      metadata: { ...extracted.metadata, ...document.metadata },
      text: extracted.text,
      headings: extracted.headings,
      places: extracted.places ?? [],
      contentType: extracted.contentType === 'text/html' ? 'text/plain' : extracted.contentType,
      original,
    };
  }
}
