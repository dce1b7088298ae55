import { SqlDuplicateIndex } from '../../src/documents/infrastructure/sql-duplicate-index.js';
import { SqlOriginalStore } from '../../src/documents/infrastructure/sql-original-store.js';
import { DocumentRecord, DocumentStore, titleSpelling } from '../../src/documents/domain/document.js';
import { DocumentPassages } from '../../src/search/domain/document-passages.js';
import { SearchIndexWriter } from '../../src/search/domain/indexed-passage.js';
import { IndexMaintenance } from '../../src/search/maintenance/domain/index-maintenance.js';
import { SearchIndex } from '../../src/search/ranking/domain/search-index.js';
import { CategoryFilter } from '../../src/shared/domain/category-filter.js';
import { Transaction } from '../../src/shared/domain/transaction.js';
import { MainSqlStore } from '../../src/shared/infrastructure/database/sql-store.js';
import { SqlTaxonomyRecords } from '../../src/taxonomy/infrastructure/sql-taxonomy-store.js';
import { document, passage, TODAY } from '../support/stored-corpus.js';

/** A document of the property, as the plain model keeps it. */
export interface PlainDocument {
  readonly id: string;
  /** A name of its own, by which a question finds it. */
  readonly title: string;
  path: readonly string[];
  groups: readonly string[];
}

/** What differs between the engines. */
export interface Engine {
  readonly documents: DocumentStore;
  readonly passages: DocumentPassages;
  readonly writer: SearchIndexWriter;
  readonly maintenance: IndexMaintenance;
  readonly transaction: Transaction;
  readonly sql: MainSqlStore;
  /** Moves every row of a category, as a taxonomy version does. Inside a transaction. */
  moveCategory(from: readonly string[], to: readonly string[]): Promise<void>;
  /** Asks an index that is level with the store. */
  ask<T>(
    question: (index: SearchIndex, vectorOf: (text: string) => Float32Array | undefined) => Promise<T>,
  ): Promise<T>;
}

const TEXT = 'The kiln fires clay at noon.';
const textOf = ({ id }: PlainDocument) => `제8조(가마) ${TEXT} 가마는 흙을 굽는다. ${id}`;
const recordOf = (plain: PlainDocument): DocumentRecord => ({
  documentId: plain.id,
  title: plain.title,
  text: textOf(plain),
  contentType: 'text/plain',
  canonicalPath: plain.path,
  groups: plain.groups,
  sourceUrl: null,
  date: null,
  version: null,
  effectiveFrom: null,
  effectiveTo: null,
  metadata: {},
  contentHash: 'one text',
  fingerprint: 'print',
  sketch: '-',
  chunks: 1,
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
});

/** The store of the property, with every way of reading it. */
export class RightsStore {
  private readonly originals = new SqlOriginalStore(this.engine.sql);
  private readonly duplicates = new SqlDuplicateIndex(this.engine.sql);
  private readonly records = new SqlTaxonomyRecords(this.engine.sql);

  constructor(private readonly engine: Engine) {}

  /** Stores a document with an original file, or replaces it. Inside a transaction. */
  async put(plain: PlainDocument): Promise<void> {
    const { documents, writer } = this.engine;
    await documents.put(recordOf(plain));
    const packed = Buffer.from(plain.id);
    const file = { name: 'a.txt', mediaType: 'text/plain', byteLength: packed.length, sha256: 'x', packed };
    await this.originals.put(plain.id, file);
    await writer.put(
      document(plain.id, {
        title: plain.title,
        canonicalPath: plain.path,
        groups: plain.groups,
        passages: [passage(textOf(plain), { article: '제8조', section: '제8조(가마)' })],
      }),
    );
  }

  async regroup({ id, groups }: PlainDocument): Promise<void> {
    await this.engine.documents.regroup(id, groups);
    await this.engine.writer.regroup(id, groups);
  }

  moveCategory(from: readonly string[], to: readonly string[]): Promise<void> {
    return this.engine.moveCategory(from, to);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.engine.transaction.run(work);
  }

  /** The documents that each way of reading shows, sorted; `counts` are those of ways that only count. */
  async read(
    filter: CategoryFilter,
    all: readonly PlainDocument[],
    paths: readonly (readonly string[])[],
  ): Promise<{ ids: Record<string, string[]>; counts: Record<string, number>; categories: string[] }> {
    const { documents, passages, maintenance } = this.engine;
    const ids = all.map(({ id }) => id);
    const which = async (isSeen: (id: string) => Promise<boolean>): Promise<string[]> => {
      const found: string[] = [];
      for (const id of ids) if (await isSeen(id)) found.push(id);
      return found;
    };
    const spelling = titleSpelling('규정');
    const held = await documents.holding(
      ids.map((documentId) => ({ documentId, quote: TEXT })),
      filter,
    );
    const shown: Record<string, string[]> = {
      list: (await documents.list({ filter, path: undefined, after: '', limit: 100 })).items.map((d) => d.documentId),
      find: await which(async (id) => (await documents.find(id, filter)) !== undefined),
      title: (await documents.resembling({ filter, path: undefined, spelling, limit: 100 })).map((d) => d.documentId),
      quotes: ids.filter((_, i) => held.has(i)),
      copies: (await this.duplicates.copies(['one text'], filter)).map((d) => d.documentId),
      originals: await which(async (id) => (await this.originals.find(id, filter)) !== undefined),
      chunks: await which(
        async (documentId) => (await passages.list({ documentId, filter, from: 0, limit: 1 })) !== undefined,
      ),
      ...(await this.searched(filter, all)),
    };
    const holding = await Promise.all(paths.map((path) => this.records.holdsDocuments(path, filter)));
    return {
      ids: Object.fromEntries(Object.entries(shown).map(([way, found]) => [way, [...new Set(found)].sort()])),
      counts: {
        documents: (await maintenance.statistics(filter)).documents,
        statistics: await this.engine.ask(
          async (index) => (await index.frequencies(['kiln'], { filter, asOf: TODAY })).passages,
        ),
      },
      categories: paths.filter((_, i) => holding[i]).map((path) => path.join('/')),
    };
  }

  private searched(filter: CategoryFilter, all: readonly PlainDocument[]): Promise<Record<string, string[]>> {
    return this.engine.ask(async (index, vectorOf) => {
      const scope = { filter, asOf: TODAY };
      const named = async (found: readonly number[]) =>
        (await index.passages(found, scope)).map(({ documentId }) => documentId);
      const terms = ['kiln', 'clay'].map((term) => ({ term, weight: 1 }));
      const vector = vectorOf(TEXT);
      const { lists, candidates } = await index.retrieve(
        [{ kind: 'terms', terms }, ...(vector === undefined ? [] : [{ kind: 'vector' as const, vector }])],
        100,
        scope,
      );
      const places: number[] = [];
      for (const { title } of all)
        places.push(...(await index.lookUp(`${title} 제8조`, scope)).places.map(({ id }) => id));
      const [words = [], vectors] = lists.map((list) => list.map(({ id }) => id));
      return {
        words: await named(words),
        ...(vectors === undefined ? {} : { vectors: await named(vectors) }),
        candidates: await named(candidates.map(({ id }) => id)),
        kinds: await named([...(await index.kinds(words, scope)).keys()]),
        lookUp: await named(places),
      };
    });
  }
}
