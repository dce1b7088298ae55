import { Provider } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ActiveConfiguration } from '../config/domain/configuration-version.js';
import { Environment } from '../config/environment.js';
import { Transaction } from '../shared/domain/transaction.js';
import { BusyThreads } from '../shared/infrastructure/busy-threads.js';
import { MainDatabase } from '../shared/infrastructure/database/databases.js';
import { PostgresDatabase } from '../shared/infrastructure/database/postgres/postgres-database.js';
import { ReadServers } from '../shared/infrastructure/database/postgres/read-servers.js';
import { SearchSandboxes } from './application/search-passages.js';
import { Analyser } from '../text/tokens/analyser.js';
import { IndexVersion } from './domain/indexed-passage.js';
import { PassageRanking } from './ranking/domain/passage-ranking.js';
import { searchSettings } from './ranking/domain/search-settings.js';
import { configuredSearch } from './index-memory/infrastructure/configured-search.js';
import { DatabaseRanking, DatabaseSearch } from './index-postgres/infrastructure/database-ranking.js';
import { DatabaseSearchSandboxes } from './index-postgres/infrastructure/database-search-sandboxes.js';
import {
  DatabaseIndexMaintenance,
  DatabaseIndexVersion,
} from './index-postgres/infrastructure/database-index-maintenance.js';
import { HnswIndex } from './index-postgres/infrastructure/hnsw-index.js';
import {
  DocumentSample,
  SampledEmbeddingTraining,
} from './index-postgres/infrastructure/sampled-embedding-training.js';
import { SegmentMerger } from './index-postgres/infrastructure/segment-merger.js';
import { chooseSearchBackend, SearchBackend } from './index-postgres/infrastructure/search-backend.js';
import { PostingsWriter } from './index-postgres/infrastructure/postings-writer.js';
import { PostingsMaintenance } from './index-postgres/infrastructure/postings-maintenance.js';
import { QuestionVectors } from './embedding/application/question-vectors.js';
import { RerankByModel } from './rerank/application/rerank-by-model.js';
import { SearchWorkerPrewarm } from './index-memory/infrastructure/search-worker-prewarm.js';
import { FitThread } from './embedding/infrastructure/fit-thread.js';
import { LocalReplica } from './infrastructure/mirror/local-replica.js';
import { Paraphrases } from './query/domain/paraphrases/paraphrase.js';
import { LateParaphrases, lexiconFolders, readParaphrases } from './query/infrastructure/paraphrase-files.js';
import { ThreadSearchSandboxes } from './index-memory/infrastructure/thread-search-sandboxes.js';
import { EmbeddingFitter } from './embedding/domain/embedding-models.js';
import { SqliteIndexVersion } from './index-memory/infrastructure/sqlite-index-maintenance.js';

const SHARED = { token: PostgresDatabase, optional: true };

/** The parts of a search in the database; all undefined if searches run in memory. */
class DatabaseParts {
  private constructor(
    readonly search: DatabaseSearch,
    readonly maintenance: DatabaseIndexMaintenance,
    readonly sample: DocumentSample,
  ) {}

  /** Words and vectors are complete, and training samples exist, before any query. */
  static async start(search: DatabaseSearch, transaction: Transaction, file: MainDatabase): Promise<DatabaseParts> {
    const { database, analyser, spaces } = search;
    const words = new PostingsMaintenance(database, transaction, new PostingsWriter(database, analyser, spaces));
    const sample = new DocumentSample(database, file);
    const maintenance = new DatabaseIndexMaintenance(
      words,
      new SegmentMerger(database),
      new HnswIndex(database, transaction, spaces),
      sample,
    );
    await maintenance.start();
    return new DatabaseParts(search, maintenance, sample);
  }

  onApplicationShutdown(): Promise<void> {
    return this.maintenance.stop();
  }
}

function databaseRanking({ search, maintenance }: DatabaseParts, configuration: ActiveConfiguration): DatabaseRanking {
  const settings = searchSettings(configuration.current.document);
  const ranking = new DatabaseRanking(search, settings, { renewed: () => maintenance.renewed() });
  configuration.onChange(({ document }) => ranking.use(searchSettings(document)));
  return ranking;
}

/** Providers that depend on where searches run: in this process's memory, or in the database. */
export const SEARCH_PROVIDERS: readonly Provider[] = [
  { provide: SearchBackend, inject: [Environment, SHARED], useFactory: chooseSearchBackend },
  {
    provide: Paraphrases,
    inject: [Environment],
    useFactory: ({ DATA_DIR, LEXICON_ENABLED }: Environment) =>
      new LateParaphrases(lexiconFolders(DATA_DIR, LEXICON_ENABLED)),
  },
  {
    provide: DatabaseParts,
    inject: [
      SearchBackend,
      Environment,
      Analyser,
      Transaction,
      MainDatabase,
      SHARED,
      { token: ReadServers, optional: true },
    ],
    useFactory: (
      ...[{ isInDatabase }, { DATA_DIR, LEXICON_ENABLED }, analyser, transaction, file, database, servers]: [
        SearchBackend,
        Environment,
        Analyser,
        Transaction,
        MainDatabase,
        PostgresDatabase | undefined,
        ReadServers | undefined,
      ]
    ) => {
      if (!isInDatabase || database === undefined) return undefined;
      const paraphrases = readParaphrases(lexiconFolders(DATA_DIR, LEXICON_ENABLED));
      return DatabaseParts.start(new DatabaseSearch(database, analyser, servers, paraphrases), transaction, file);
    },
  },
  {
    provide: IndexVersion,
    inject: [Environment, ModuleRef, { token: DatabaseParts, optional: true }],
    useFactory: ({ DATABASE_URL }: Environment, module: ModuleRef, parts: DatabaseParts | undefined) => {
      if (parts !== undefined) return new DatabaseIndexVersion(parts.search);
      return module.create<IndexVersion>(DATABASE_URL === undefined ? SqliteIndexVersion : LocalReplica);
    },
  },
  // The file is open, migrated and filled before the thread reads it.
  {
    provide: PassageRanking,
    inject: [
      Environment,
      MainDatabase,
      ActiveConfiguration,
      IndexVersion,
      BusyThreads,
      { token: DatabaseParts, optional: true },
      { token: SearchWorkerPrewarm, optional: true },
    ],
    useFactory: async (
      ...[{ DATABASE_URL, DATA_DIR, LEXICON_ENABLED }, { file }, configuration, version, threads, parts, early]: [
        Environment,
        MainDatabase,
        ActiveConfiguration,
        IndexVersion,
        BusyThreads,
        DatabaseParts | undefined,
        SearchWorkerPrewarm | undefined,
      ]
    ) => {
      await version.settled();
      if (parts !== undefined) return databaseRanking(parts, configuration);
      const store = { file, lexicon: lexiconFolders(DATA_DIR, LEXICON_ENABLED), isMirror: DATABASE_URL !== undefined };
      return configuredSearch(store, configuration, { threads, early });
    },
  },
  {
    provide: EmbeddingFitter,
    inject: [MainDatabase, { token: DatabaseParts, optional: true }],
    useFactory: (file: MainDatabase, parts: DatabaseParts | undefined) => {
      const fitter = new FitThread(file);
      return parts === undefined ? fitter : new SampledEmbeddingTraining(parts.sample, fitter);
    },
  },
  {
    provide: SearchSandboxes,
    inject: [
      Environment,
      MainDatabase,
      IndexVersion,
      QuestionVectors,
      RerankByModel,
      { token: DatabaseParts, optional: true },
    ],
    useFactory: (
      ...[{ DATA_DIR, LEXICON_ENABLED }, { file }, version, vectors, reranker, parts]: [
        Environment,
        MainDatabase,
        IndexVersion,
        QuestionVectors,
        RerankByModel,
        DatabaseParts | undefined,
      ]
    ) =>
      parts === undefined
        ? new ThreadSearchSandboxes(
            { file, lexicon: lexiconFolders(DATA_DIR, LEXICON_ENABLED) },
            version,
            vectors,
            reranker,
          )
        : new DatabaseSearchSandboxes(parts.search, version, vectors, reranker),
  },
];
