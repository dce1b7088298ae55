import { AccessGroups } from '../../src/shared/domain/access-groups.js';
import { AuditedAction, AuditTrail } from '../../src/shared/domain/audit-trail.js';
import { ChangeGroups } from '../../src/documents/application/change-groups.js';
import { admits, CategoryFilter } from '../../src/shared/domain/category-filter.js';
import { Clock } from '../../src/shared/domain/clock.js';
import { IdGenerator } from '../../src/shared/domain/ids.js';
import { Page } from '../../src/shared/domain/page.js';
import { QuotedSource } from '../../src/shared/domain/quoted-source.js';
import { Transaction } from '../../src/shared/domain/transaction.js';
import { ThreadPassageSplitter } from '../../src/documents/infrastructure/thread-passage-splitter.js';
import { DocumentPreparation, IdentifyText } from '../../src/documents/application/document-preparation.js';
import { StoreDocuments } from '../../src/documents/application/store-documents.js';
import { DeleteDocument } from '../../src/documents/application/delete-document.js';
import {
  ContentFingerprint,
  DocumentDraft,
  DocumentRecord,
  DocumentState,
  DocumentStore,
  DocumentSummary,
  IndexableDocument,
  PassageIndex,
  PreparedForIndex,
  RunningDigest,
  StoredDocument,
  EditionLink,
  EditionStore,
} from '../../src/documents/domain/document.js';
import { OutlinedText } from '../../src/documents/domain/document-block.js';
import { DuplicateCandidate, DuplicateIndex, UncomparedDocument } from '../../src/documents/domain/duplicate-index.js';
import { OriginalStore, PackedOriginal } from '../../src/documents/domain/original.js';
import { ExtractedText, TextExtractor } from '../../src/documents/domain/text-extractor.js';

/** A draft of plain text. */
export function draft(documentId: string | undefined, text: string, rest: Partial<DocumentDraft> = {}): DocumentDraft {
  return {
    documentId,
    title: 'Kiln rules',
    text,
    contentType: 'text/plain',
    canonicalPath: ['Pottery'],
    sourceUrl: null,
    date: null,
    version: null,
    effectiveFrom: null,
    effectiveTo: null,
    metadata: {},
    ...rest,
  };
}

export class MemoryDocumentStore extends DocumentStore {
  readonly kept = new Map<string, DocumentRecord>();

  find(documentId: string, filter: CategoryFilter): Promise<StoredDocument | undefined> {
    const document = this.kept.get(documentId);
    return Promise.resolve(document !== undefined && admits(filter, document) ? document : undefined);
  }

  state(documentId: string): Promise<DocumentState | undefined> {
    return Promise.resolve(this.kept.get(documentId));
  }

  list(query: { readonly limit: number }): Promise<Page<DocumentSummary>> {
    return Promise.resolve({ items: [...this.kept.values()].slice(0, query.limit), nextCursor: null });
  }

  resembling(query: { readonly limit: number }): Promise<readonly DocumentSummary[]> {
    return Promise.resolve([...this.kept.values()].slice(0, query.limit));
  }

  holding(sources: readonly QuotedSource[], filter: CategoryFilter): Promise<ReadonlySet<number>> {
    const holds = ({ documentId, quote = '', unchangedSince }: QuotedSource) => {
      const document = this.kept.get(documentId);
      return (
        document !== undefined &&
        admits(filter, document) &&
        document.text.includes(quote) &&
        (unchangedSince === undefined || document.updatedAt <= unchangedSince)
      );
    };
    return Promise.resolve(new Set(sources.flatMap((source, i) => (holds(source) ? [i] : []))));
  }

  backfillTitleKeys(): Promise<number> {
    return Promise.resolve(0);
  }

  put(document: DocumentRecord): Promise<void> {
    this.kept.set(document.documentId, document);
    return Promise.resolve();
  }

  regroup(documentId: string, groups: AccessGroups): Promise<void> {
    const document = this.kept.get(documentId);
    if (document !== undefined) this.kept.set(documentId, { ...document, groups });
    return Promise.resolve();
  }

  remove(documentId: string): Promise<void> {
    this.kept.delete(documentId);
    return Promise.resolve();
  }
}

/** Finds exact copies among the documents of a store, but no near duplicates. */
class MemoryDuplicates extends DuplicateIndex {
  constructor(private readonly store: MemoryDocumentStore) {
    super();
  }

  copies(contentHashes: readonly string[], filter: CategoryFilter): Promise<readonly DocumentSummary[]> {
    return Promise.resolve(
      [...this.store.kept.values()].filter(
        (document) => contentHashes.includes(document.contentHash) && admits(filter, document),
      ),
    );
  }

  sharingBands(): Promise<readonly DuplicateCandidate[]> {
    return Promise.resolve([]);
  }

  async *inside(filter: CategoryFilter): AsyncGenerator<readonly DuplicateCandidate[]> {
    const seen = [...this.store.kept.values()].filter((document) => admits(filter, document));
    yield seen.map(({ documentId, contentHash }) => ({ documentId, contentHash, sketch: '-' }));
    await Promise.resolve();
  }

  summaries(documentIds: readonly string[], filter: CategoryFilter): Promise<readonly DocumentSummary[]> {
    const named = [...this.store.kept.values()].filter(({ documentId }) => documentIds.includes(documentId));
    return Promise.resolve(named.filter((document) => admits(filter, document)));
  }

  sketches(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map());
  }

  putAll(): Promise<void> {
    return Promise.resolve();
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }

  uncompared(): Promise<readonly UncomparedDocument[]> {
    return Promise.resolve([]);
  }

  compareBy(): Promise<void> {
    return Promise.resolve();
  }
}

/** Stores files, without a check of rights. */
class MemoryOriginals extends OriginalStore {
  readonly files = new Map<string, PackedOriginal>();

  find(documentId: string): Promise<PackedOriginal | undefined> {
    return Promise.resolve(this.files.get(documentId));
  }

  kept(documentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(
      new Map(
        documentIds.flatMap((id) => {
          const file = this.files.get(id);
          return file === undefined ? [] : [[id, file.name] as const];
        }),
      ),
    );
  }

  put(documentId: string, original: PackedOriginal): Promise<void> {
    this.files.set(documentId, original);
    return Promise.resolve();
  }

  remove(documentId: string): Promise<void> {
    this.files.delete(documentId);
    return Promise.resolve();
  }
}

/** No document is an edition of another one. */
export class NoEditions extends EditionStore {
  linksOf(): Promise<readonly EditionLink[]> {
    return Promise.resolve([]);
  }

  link(): Promise<void> {
    return Promise.resolve();
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }
}

/** Removes the tags; stores nothing. */
class TagStripper extends TextExtractor {
  extract(): Promise<ExtractedText> {
    return Promise.reject(new Error('No files here.'));
  }
  readHtml(html: string): Promise<OutlinedText> {
    return Promise.resolve({ text: html.replaceAll(/<[^>]*>/gu, ''), headings: [] });
  }
}

class MemoryIndex extends PassageIndex {
  /** Number of passages of each document that was written. */
  readonly written = new Map<string, number>();
  /** Documents whose groups changed without indexing. */
  readonly regrouped: (readonly [string, AccessGroups])[] = [];

  constructor(private readonly isOpen: () => boolean) {
    super();
  }

  prepare(documents: readonly IndexableDocument[]): Promise<readonly PreparedForIndex[]> {
    if (this.isOpen()) throw new Error('Prepared inside of a transaction.');
    return Promise.resolve(
      documents.map(({ document: { documentId }, passages }) => ({
        documentId,
        write: () => {
          if (!this.isOpen()) throw new Error('Written outside of a transaction.');
          this.written.set(documentId, passages.length);
          return Promise.resolve();
        },
      })),
    );
  }

  regroup(documentId: string, groups: AccessGroups): Promise<void> {
    if (!this.isOpen()) throw new Error('Changed outside of a transaction.');
    this.regrouped.push([documentId, groups]);
    return Promise.resolve();
  }

  remove(documentId: string): Promise<void> {
    this.written.delete(documentId);
    return Promise.resolve();
  }
}

class PlainFingerprint extends ContentFingerprint {
  of(text: string): string {
    return `print of ${text}`;
  }
  begin(): RunningDigest {
    let text = '';
    return {
      add: (piece) => {
        text += piece;
      },
      end: () => this.of(text),
    };
  }
}

class CountingTransaction extends Transaction {
  count = 0;
  isOpen = false;
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.count++;
    this.isOpen = true;
    try {
      return await work();
    } finally {
      this.isOpen = false;
    }
  }
}

class CountingIds extends IdGenerator {
  private count = 0;
  next(prefix: string): string {
    return `${prefix}_${++this.count}`;
  }
}

/** One day later at every look. */
class DailyClock extends Clock {
  private day = 0;
  now(): Date {
    return new Date(Date.UTC(2025, 0, ++this.day));
  }
}

class ListedActions extends AuditTrail {
  readonly actions: AuditedAction[] = [];
  record(action: AuditedAction): Promise<boolean> {
    this.actions.push(action);
    return Promise.resolve(true);
  }
}

/** StoreDocuments over ports that are kept in memory. */
export function memoryDocuments() {
  const documents = new MemoryDocumentStore();
  const transaction = new CountingTransaction();
  const index = new MemoryIndex(() => transaction.isOpen);
  const preparation = new DocumentPreparation(
    new TagStripper(),
    index,
    new IdentifyText(new PlainFingerprint()),
    new DailyClock(),
    new ThreadPassageSplitter(),
    new CountingIds(),
  );
  const duplicates = new MemoryDuplicates(documents);
  const originals = new MemoryOriginals();
  const deletion = new DeleteDocument(documents, index, duplicates, originals, new NoEditions(), transaction);
  const audit = new ListedActions();
  const groups = new ChangeGroups(documents, index, transaction, audit);
  const store = new StoreDocuments(documents, preparation, duplicates, deletion, transaction, groups);
  return { documents, transaction, index, originals, store, groups, audit };
}
