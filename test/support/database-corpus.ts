import {
  PostgresTransaction,
  readPosition,
} from '../../src/shared/infrastructure/database/postgres/postgres-transaction.js';
import { PostgresDatabase } from '../../src/shared/infrastructure/database/postgres/postgres-database.js';
import { EnglishLexicon } from '../../src/shared/infrastructure/english-lexicon.js';
import { Analyser } from '../../src/text/tokens/analyser.js';
import { SearchIndex } from '../../src/search/ranking/domain/search-index.js';
import { DocumentInput } from '../../src/search/domain/indexed-passage.js';
import { PLAIN_SETTINGS } from '../../src/search/ranking/domain/search-settings.js';
import { DatabaseRanking, DatabaseSearch } from '../../src/search/index-postgres/infrastructure/database-ranking.js';
import { HnswIndex } from '../../src/search/index-postgres/infrastructure/hnsw-index.js';
import { VectorModel } from '../../src/search/index-postgres/infrastructure/embedding-spaces.js';
import { SegmentMerger } from '../../src/search/index-postgres/infrastructure/segment-merger.js';
import { PostingsWriter } from '../../src/search/index-postgres/infrastructure/postings-writer.js';
import { PostingsMaintenance } from '../../src/search/index-postgres/infrastructure/postings-maintenance.js';
import { PostgresEmbeddingModels } from '../../src/search/index-postgres/infrastructure/postgres-embedding-models.js';
import { PostgresSearchIndexWriter } from '../../src/search/index-postgres/infrastructure/postgres-search-index-writer.js';
import { PostgresVectorBacklog } from '../../src/search/index-postgres/infrastructure/postgres-vector-backlog.js';

/** A shared store whose words are kept in it, with the real writer; begins with empty tables. */
export class DatabaseCorpus {
  readonly transaction: PostgresTransaction;
  readonly writer: PostgresSearchIndexWriter;
  readonly models: PostgresEmbeddingModels;
  readonly backlog: PostgresVectorBacklog;
  readonly upkeep: PostingsMaintenance;
  readonly ranking: DatabaseRanking;
  readonly search: DatabaseSearch;

  constructor(readonly database: PostgresDatabase) {
    const analyser = new Analyser(new EnglishLexicon());
    this.search = new DatabaseSearch(database, analyser);
    const { spaces } = this.search;
    this.transaction = new PostgresTransaction(database, 'documents');
    this.writer = new PostgresSearchIndexWriter(database);
    this.models = new PostgresEmbeddingModels(database);
    this.backlog = new PostgresVectorBacklog(database);
    this.upkeep = new PostingsMaintenance(database, this.transaction, new PostingsWriter(database, analyser, spaces));
    this.ranking = new DatabaseRanking(this.search, PLAIN_SETTINGS);
  }

  /** A graph with thresholds that are low enough for a spec. */
  graph(worthwhile: number, outside: number, surveyed = 1_000): HnswIndex {
    return new HnswIndex(this.database, this.transaction, this.search.spaces, { worthwhile, outside, surveyed });
  }

  /** A segment merger with thresholds that are low enough for a spec. */
  segments(passages: number, alike: number): SegmentMerger {
    return new SegmentMerger(this.database, { passages, alike });
  }

  /** Stores all documents in one unit of work; gives the ids of their passages, in order. */
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

  /** Waits until the index has all earlier writes. */
  async settle(): Promise<void> {
    await this.search.books.settle(await readPosition(this.database, 'documents'));
  }

  /** Asks an index that is level with the store, in one state of it. */
  async ask<T>(question: (index: SearchIndex, model: VectorModel) => Promise<T>): Promise<T> {
    await this.settle();
    return this.database.transaction(
      async () => {
        const { index, model } = await this.ranking.open();
        return question(index, model);
      },
      { snapshot: true },
    );
  }
}
