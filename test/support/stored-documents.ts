import { DocumentRecord, DocumentStore } from '../../src/documents/domain/document.js';
import { PostgresDocumentStore } from '../../src/documents/infrastructure/postgres-document-store.js';
import { SqliteDocumentStore } from '../../src/documents/infrastructure/sqlite-document-store.js';
import { CategoryPathRegistry } from '../../src/shared/infrastructure/database/category-path-registry.js';
import { restrictedTo, UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { StoreUnderTest } from './every-store.js';

const DOCUMENT: DocumentRecord = {
  documentId: '',
  title: 't',
  text: 'x',
  contentType: 'text/plain',
  canonicalPath: [],
  groups: [],
  sourceUrl: null,
  date: null,
  version: null,
  effectiveFrom: null,
  effectiveTo: null,
  metadata: {},
  contentHash: 'h',
  fingerprint: 'f',
  sketch: '-',
  chunks: 1,
  createdAt: '',
  updatedAt: '',
};

/** Documents of a store that are nothing but a name and a category. */
export class StoredDocuments {
  private readonly store: DocumentStore;

  constructor(private readonly opened: StoreUnderTest) {
    this.store = opened.make<DocumentStore>(
      (db) => new SqliteDocumentStore(db, new CategoryPathRegistry(db)),
      (db) => new PostgresDocumentStore(db),
    );
  }

  put(documentId: string, canonicalPath: readonly string[]): Promise<void> {
    return this.opened.transaction.run(() => this.store.put({ ...DOCUMENT, documentId, canonicalPath }));
  }

  delete(documentId: string): Promise<void> {
    return this.opened.transaction.run(() => this.store.remove(documentId));
  }

  /** Path of each document, as `AI/ML`. */
  async places(): Promise<Record<string, string>> {
    const { items } = await this.store.list({ filter: UNRESTRICTED, path: undefined, after: '', limit: 1_000 });
    return Object.fromEntries(items.map((item) => [item.documentId, item.canonicalPath.join('/')]));
  }

  /** Names of the documents that somebody sees who sees this category alone. */
  async within(path: readonly string[]): Promise<string[]> {
    const filter = restrictedTo([path]);
    const { items } = await this.store.list({ filter, path: undefined, after: '', limit: 1_000 });
    return items.map((item) => item.documentId);
  }
}
