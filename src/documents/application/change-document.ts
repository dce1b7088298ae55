import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { InvalidInputError, NotFoundError } from '../../shared/domain/domain-error.js';
import { DocumentDraft, DocumentStore, periodFaults, readingOf, StoredDocument } from '../domain/document.js';
import { OriginalStore } from '../domain/original.js';
import { ChangeGroups } from './change-groups.js';
import { StoreDocuments, StoreOutcome } from './store-documents.js';

/** The fields of a document that can change without a new text; absent fields stay. */
export type DocumentChanges = Partial<
  Pick<DocumentDraft, 'title' | 'canonicalPath' | 'date' | 'effectiveFrom' | 'effectiveTo' | 'metadata' | 'groups'>
>;

/** Changes what is known about a document. Its text, its file and its id stay. */
@Injectable()
export class ChangeDocument {
  constructor(
    private readonly store: DocumentStore,
    private readonly originals: OriginalStore,
    private readonly storeDocuments: StoreDocuments,
    private readonly groups: ChangeGroups,
  ) {}

  /**
   * A change of the groups alone does not index the document again.
   * @throws NotFoundError when it is unknown or hidden, InvalidInputError when it would end before it begins, DomainError (403) when the caller would no longer see it, (409) when it was replaced
   * meanwhile
   */
  async change(
    documentId: string,
    changes: DocumentChanges,
    filter: CategoryFilter,
    caller: string,
  ): Promise<StoreOutcome> {
    const stored = await this.store.find(documentId, filter);
    if (stored === undefined) throw new NotFoundError('document', documentId);
    const { groups, ...others } = changes;
    if (!differs(stored, others)) {
      const isChanged = groups !== undefined && (await this.groups.change(documentId, groups, filter));
      return { ...outcomeOf(stored), status: isChanged ? 'indexed' : 'unchanged' };
    }
    const faults = periodFaults({ ...stored, ...changes });
    if (faults.length > 0 && ('effectiveFrom' in changes || 'effectiveTo' in changes))
      throw new InvalidInputError(faults);
    const original = await this.originals.find(documentId, filter);
    const draft = { ...readingOf(stored), ...changes, ...(original === undefined ? {} : { original }) };
    return this.storeDocuments.one({ ...draft, metadata: withFileName(draft.metadata, stored) }, filter, caller);
  }
}

function differs(stored: StoredDocument, changes: Omit<DocumentChanges, 'groups'>): boolean {
  const known = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(changes).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)));
}

function outcomeOf({ documentId, canonicalPath, chunks, contentHash }: StoredDocument) {
  return { documentId, canonicalPath, chunks, contentHash, created: false, duplicateOf: [], replaced: [] };
}

/** The name of the uploaded file decides whether the text can be read again: it stays. */
function withFileName(metadata: DocumentDraft['metadata'], stored: StoredDocument): DocumentDraft['metadata'] {
  const { file_name: name } = stored.metadata;
  return typeof name === 'string' ? { file_name: name, ...metadata } : metadata;
}
