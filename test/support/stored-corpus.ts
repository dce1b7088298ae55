import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { MAIN_SCHEMA } from '../../migrations/sqlite/all-migrations.js';
import { Analyser } from '../../src/text/tokens/analyser.js';
import { ScoringTerm, Candidate, RetrieverQuery, SearchScope } from '../../src/search/ranking/domain/search-index.js';
import { Scored } from '../../src/search/ranking/domain/fusion.js';
import { DocumentInput, PassageInput } from '../../src/search/domain/indexed-passage.js';
import { GroupedSynonyms } from '../../src/search/query/domain/grouped-synonyms.js';
import { readLatentSpace } from '../../src/search/embedding/domain/latent-semantics/model-bytes.js';
import { InMemoryIndex, InMemoryIndexHooks } from '../../src/search/index-memory/infrastructure/in-memory-index.js';
import { MemorySearchIndex } from '../../src/search/index-memory/infrastructure/memory-search-index.js';
import { EnglishLexicon } from '../../src/shared/infrastructure/english-lexicon.js';
import { SqliteEmbeddingModels } from '../../src/search/index-memory/infrastructure/sqlite-embedding-models.js';
import { SqliteSearchIndexWriter } from '../../src/search/index-memory/infrastructure/sqlite-search-index-writer.js';
import { SqliteVectorBacklog } from '../../src/search/index-memory/infrastructure/sqlite-vector-backlog.js';
import { UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { Clock } from '../../src/shared/domain/clock.js';
import { CategoryPathRegistry } from '../../src/shared/infrastructure/database/category-path-registry.js';
import { MainDatabase } from '../../src/shared/infrastructure/database/databases.js';
import { SqliteDatabase } from '../../src/shared/infrastructure/database/sqlite-database.js';
import { temporaryFolder } from './application.js';

export const TODAY = '2025-06-01';
export const EVERYTHING: SearchScope = { filter: UNRESTRICTED, asOf: TODAY };

export function passage(text: string, more: Partial<PassageInput> = {}): PassageInput {
  return { start: 0, end: text.length, text, section: undefined, article: undefined, metadata: {}, ...more };
}

/** A document of one passage about kilns, which contains its own id. */
export function document(documentId: string, more: Partial<DocumentInput> = {}): DocumentInput {
  return {
    documentId,
    title: '가마 규정',
    canonicalPath: ['도예'],
    groups: [],
    url: null,
    date: null,
    version: null,
    effectiveFrom: null,
    effectiveTo: null,
    metadata: {},
    passages: [passage(`The kiln of ${documentId} fires clay. 가마는 흙을 굽는다.`, { article: '제8조' })],
    ...more,
  };
}

const TOPICS = [
  'kiln oven fire brick',
  'glaze colour ash oxide',
  'wheel clay throw centre',
  '가마 불 장작 소성',
  '흙 반죽 물레 성형',
];

/** Documents of ten passages each about five topics, large enough to fit an embedding on when there are at least 50 passages. */
export function pottery(passages: number): DocumentInput[] {
  return Array.from({ length: Math.ceil(passages / 10) }, (_, d) => {
    const texts = Array.from({ length: Math.min(10, passages - 10 * d) }, (_each, i) => {
      const words = (TOPICS[(d + i) % TOPICS.length] ?? '').split(' ');
      return passage(`${[...words, ...words.slice(i % 3)].join(' ')} batch${(7 * d + i) % 13} step${i}`);
    });
    return document(`pottery${d}`, { title: `Notes ${d}`, passages: texts });
  });
}

export class FixedClock extends Clock {
  now(): Date {
    return new Date('2025-06-01T00:00:00Z');
  }
}

/** The opened file under the type that the feature asks for. */
class OpenedDatabase extends MainDatabase {
  readonly file = this.opened.file;
  readonly dataSource = this.opened.dataSource;
  readonly writer = this.opened.writer;
  readonly reader = this.opened.reader;
  readonly log = this.opened.log;
  readonly sql = this.opened.sql;
  readonly writes = this.opened.writes;
  readonly transaction = this.opened.transaction;
  readonly isReplaced = false;
  readonly timesReplaced = 0;
  constructor(private readonly opened: SqliteDatabase) {
    super();
  }
  checkFile(): void {
    this.opened.checkFile();
  }
  sizeBytes(): number {
    return this.opened.sizeBytes();
  }
  close(): Promise<void> {
    return this.opened.close();
  }
}

/** What words and vectors found, and what each says of every passage that one of them listed. */
export interface FoundByBoth {
  readonly lexical: readonly Scored[];
  readonly vector: readonly Scored[];
  readonly candidates: readonly Candidate[];
}

/** The index in memory over a separate connection, synchronized with the store before each query, as in the engine. */
export class IndexUnderTest {
  private constructor(
    readonly live: InMemoryIndex,
    readonly memory: MemorySearchIndex,
  ) {}

  static async open(reader: Database.Database, hooks: Partial<InMemoryIndexHooks> = {}): Promise<IndexUnderTest> {
    const analyser = new Analyser(new EnglishLexicon());
    const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
    const usual = { readSpace: readLatentSpace, pause, onChange: () => undefined };
    const live = new InMemoryIndex(reader, analyser, { ...usual, ...hooks });
    await live.load();
    return new IndexUnderTest(live, new MemorySearchIndex(reader, live, analyser, new GroupedSynonyms()));
  }

  /** Each term of the text with its weight of 1. */
  terms(text: string): ScoringTerm[] {
    return [...this.memory.termsOf(text).keys()].map((term) => ({ term, weight: 1 }));
  }

  /** Both retrievers asked with the words of a text, and with its vector in the space in service. */
  async retrieve(text: string, scope = EVERYTHING, limit = 1_000): Promise<FoundByBoth> {
    this.live.sync();
    const vector = this.live.space?.embed(this.memory.termsOf(text));
    const queries: RetrieverQuery[] = [{ kind: 'terms', terms: this.terms(text) }];
    if (vector !== undefined) queries.push({ kind: 'vector', vector });
    const { lists, candidates } = await this.memory.retrieve(queries, limit, scope);
    return { lexical: lists[0] ?? [], vector: lists[1] ?? [], candidates };
  }

  /** The passages nearest to a vector, level with the store. */
  async nearest(vector: Float32Array, limit: number, scope = EVERYTHING): Promise<readonly Scored[]> {
    this.live.sync();
    const { lists } = await this.memory.retrieve([{ kind: 'vector', vector }], limit, scope);
    return lists[0] ?? [];
  }

  /** Documents of passages, in the order of the ids. */
  async documentsOf(ids: readonly number[], scope = EVERYTHING): Promise<string[]> {
    return (await this.memory.passages(ids, scope)).map((found) => found.documentId);
  }

  async byWords(text: string, scope = EVERYTHING): Promise<string[]> {
    const { lexical } = await this.retrieve(text, scope);
    return this.documentsOf(
      lexical.map((hit) => hit.id),
      scope,
    );
  }

  async byVector(text: string, scope = EVERYTHING): Promise<string[]> {
    const { vector } = await this.retrieve(text, scope);
    return this.documentsOf(
      vector.map((hit) => hit.id),
      scope,
    );
  }

  async byName(question: string, scope = EVERYTHING): Promise<string[]> {
    this.live.sync();
    const { places } = await this.memory.lookUp(question, scope);
    return this.documentsOf(
      places.map(({ id }) => id),
      scope,
    );
  }
}

/** A store with the real writer on its own SQLite file. */
export class StoredCorpus {
  readonly paths = new CategoryPathRegistry(this.database);
  readonly writer = new SqliteSearchIndexWriter(this.database, this.paths);
  readonly transaction = this.database.transaction;
  readonly models = new SqliteEmbeddingModels(this.database);
  readonly backlog = new SqliteVectorBacklog(this.database);
  private readonly connections: Database.Database[] = [];

  private constructor(
    private readonly folder: string,
    readonly database: MainDatabase,
  ) {}

  /** @param folder of the file; removed with the store */
  static async open(folder = temporaryFolder()): Promise<StoredCorpus> {
    const file = path.join(folder, 'documents.db');
    const opened = await SqliteDatabase.open({ file, durability: 'normal', ...MAIN_SCHEMA, entities: [] });
    return new StoredCorpus(folder, new OpenedDatabase(opened));
  }

  get file(): string {
    return this.database.file;
  }

  /** A reading connection in addition to the store's own; closed with the store. */
  connect(): Database.Database {
    const reader = new Database(this.file, { readonly: true });
    this.connections.push(reader);
    return reader;
  }

  index(hooks: Partial<InMemoryIndexHooks> = {}): Promise<IndexUnderTest> {
    return IndexUnderTest.open(this.connect(), hooks);
  }

  /** Stores all documents in one transaction; gives the ids of their passages, in order. */
  put(...documents: DocumentInput[]): Promise<number[]> {
    return this.transaction.run(async () => {
      const ids: number[] = [];
      for (const each of documents) ids.push(...(await this.writer.put(each)));
      return ids;
    });
  }

  remove(...documentIds: string[]): Promise<void> {
    return this.transaction.run(async () => {
      for (const id of documentIds) await this.writer.remove(id);
    });
  }

  /** One number from the store. */
  number(sql: string): number {
    return Number(this.database.reader.prepare(sql).pluck().get());
  }

  async close(): Promise<void> {
    for (const reader of this.connections) reader.close();
    await this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
