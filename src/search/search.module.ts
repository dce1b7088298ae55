import { Module, OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { byStore } from '../shared/infrastructure/database/by-store.js';
import { CheckSearch } from './application/check-search.js';
import { EmbedBacklog, ProviderVectors } from './embedding/application/embed-backlog.js';
import { EmbedTexts } from './application/embed-texts.js';
import { FitEmbedding, RevertEmbedding } from './embedding/application/fit-embedding.js';
import { IndexDocuments } from './application/index-documents.js';
import { OptimizeIndex, RenewVectors } from './maintenance/application/optimize-index.js';
import { QuestionVectors } from './embedding/application/question-vectors.js';
import { ReadIndexStatus } from './maintenance/application/read-index-status.js';
import { CachedRanking } from './ranking/application/cached-ranking.js';
import { RerankByModel } from './rerank/application/rerank-by-model.js';
import { SearchForCaller, RecordSearch } from './application/search-for-caller.js';
import { SearchPassages, SearchSandboxes, ReadDocumentPassages } from './application/search-passages.js';
import { MeaningSource } from './embedding/domain/static-embedding/static-embedding.js';
import { Paraphrases } from './query/domain/paraphrases/paraphrase.js';
import { Analyser, Lexicon } from '../text/tokens/analyser.js';
import { DocumentPassages } from './domain/document-passages.js';
import { EmbeddingModels, VectorBacklog } from './embedding/domain/embedding-models.js';
import { IndexMaintenance } from './maintenance/domain/index-maintenance.js';
import { PassageRanking } from './ranking/domain/passage-ranking.js';
import { RerankerSetting } from './rerank/domain/reranker.js';
import { IndexVersion, SearchIndexWriter } from './domain/indexed-passage.js';
import { SearchThread } from './index-memory/infrastructure/search-thread.js';
import { EnglishLexicon } from '../shared/infrastructure/english-lexicon.js';
import { SearchIndexMaintenance } from './maintenance/infrastructure/search-index-maintenance.js';
import { SEARCH_PROVIDERS } from './search-providers.js';
import { SettingsEmbeddingProviders } from './embedding/infrastructure/settings-embedding-providers.js';
import { SettingsReranker } from './rerank/infrastructure/settings-reranker.js';
import { PostgresDocumentPassages } from './index-postgres/infrastructure/postgres-document-passages.js';
import { PostgresEmbeddingModels } from './index-postgres/infrastructure/postgres-embedding-models.js';
import { PostgresIndexMaintenance } from './index-postgres/infrastructure/postgres-index-maintenance.js';
import { PostgresSearchIndexWriter } from './index-postgres/infrastructure/postgres-search-index-writer.js';
import { PostgresVectorBacklog } from './index-postgres/infrastructure/postgres-vector-backlog.js';
import { SqliteDocumentPassages } from './index-memory/infrastructure/sqlite-document-passages.js';
import { SqliteEmbeddingModels } from './index-memory/infrastructure/sqlite-embedding-models.js';
import { SqliteIndexMaintenance } from './index-memory/infrastructure/sqlite-index-maintenance.js';
import { SqliteSearchIndexWriter } from './index-memory/infrastructure/sqlite-search-index-writer.js';
import { SqliteVectorBacklog } from './index-memory/infrastructure/sqlite-vector-backlog.js';
import { DocumentChunksController } from './interface/document-chunks.controller.js';
import { HitPresenter } from './interface/hit-presenter.js';
import { IndexController } from './maintenance/interface/index.controller.js';
import { SearchController } from './interface/search.controller.js';
import { EmbeddingProviders } from './embedding/domain/embedder.js';
import { ShippedMeaning } from './embedding/infrastructure/static-embedding-file.js';

/** Retrieval inside the category filter (B-O2). */
@Module({
  controllers: [SearchController, IndexController, DocumentChunksController],
  providers: [
    CheckSearch,
    SearchPassages,
    RecordSearch,
    SearchForCaller,
    QuestionVectors,
    CachedRanking,
    RerankByModel,
    IndexDocuments,
    ProviderVectors,
    EmbedBacklog,
    EmbedTexts,
    FitEmbedding,
    RevertEmbedding,
    RenewVectors,
    OptimizeIndex,
    ReadIndexStatus,
    ReadDocumentPassages,
    HitPresenter,
    SearchIndexMaintenance,
    { provide: MeaningSource, useClass: ShippedMeaning },
    { provide: Lexicon, useClass: EnglishLexicon },
    { provide: Analyser, inject: [Lexicon], useFactory: (lexicon: Lexicon) => new Analyser(lexicon) },
    {
      provide: EmbeddingProviders,
      inject: [Environment],
      useFactory: (environment: Environment) => SettingsEmbeddingProviders.open(environment),
    },
    ...SEARCH_PROVIDERS,
    {
      provide: RerankerSetting,
      inject: [Environment],
      useFactory: (environment: Environment) => SettingsReranker.open(environment),
    },
    byStore(DocumentPassages, SqliteDocumentPassages, PostgresDocumentPassages),
    byStore(EmbeddingModels, SqliteEmbeddingModels, PostgresEmbeddingModels),
    byStore(VectorBacklog, SqliteVectorBacklog, PostgresVectorBacklog),
    byStore(SearchIndexWriter, SqliteSearchIndexWriter, PostgresSearchIndexWriter),
    byStore(IndexMaintenance, SqliteIndexMaintenance, PostgresIndexMaintenance),
  ],
  exports: [
    ReadDocumentPassages,
    CheckSearch,
    SearchPassages,
    SearchForCaller,
    SearchSandboxes,
    EmbedTexts,
    IndexDocuments,
    IndexVersion,
    ReadIndexStatus,
    EmbedBacklog,
    Analyser,
    MeaningSource,
    Paraphrases,
    PassageRanking,
    EmbeddingModels,
    EmbeddingProviders,
  ],
})
export class SearchModule implements OnApplicationShutdown {
  constructor(private readonly ranking: PassageRanking) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.ranking instanceof SearchThread) await this.ranking.close();
  }
}
