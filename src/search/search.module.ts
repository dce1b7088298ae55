import { Module, OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { RecordSearch } from './application/record-search.js';
import { byStore } from '../shared/infrastructure/database/postgres/by-store.js';
import { CheckSearch } from './application/check-search.js';
import { EmbedBacklog, ProviderVectors } from './application/embed-backlog.js';
import { EmbedTexts } from './application/embed-texts.js';
import { FitEmbedding } from './application/fit-embedding.js';
import { IndexDocuments } from './application/index-documents.js';
import { OptimizeIndex, RenewVectors } from './application/optimize-index.js';
import { QuestionVectors } from './application/question-vectors.js';
import { ReadDocumentPassages } from './application/read-document-passages.js';
import { ReadIndexStatus } from './application/read-index-status.js';
import { CachedRanking } from './application/cached-ranking.js';
import { RerankByModel } from './application/rerank-by-model.js';
import { RevertEmbedding } from './application/revert-embedding.js';
import { SearchForCaller } from './application/search-for-caller.js';
import { SearchPassages } from './application/search-passages.js';
import { SearchSandboxes } from './application/search-sandboxes.js';
import { MeaningSource } from './domain/static-embedding/text-meaning.js';
import { ShippedMeaning } from './infrastructure/shipped-meaning.js';
import { Analyser, Lexicon } from '../text/tokens/analyser.js';
import { DocumentPassages } from './domain/document-passages.js';
import { EmbeddingModels, VectorBacklog } from './domain/embedding-models.js';
import { EmbeddingProviders } from './domain/embedding-providers.js';
import { IndexMaintenance } from './domain/index-maintenance.js';
import { PassageRanking } from './domain/passage-ranking.js';
import { RerankerSetting } from './domain/reranker-setting.js';
import { SearchIndexWriter } from './domain/indexed-passage.js';
import { SearchThread } from './infrastructure/engine/search-thread.js';
import { EnglishLexicon } from '../shared/infrastructure/english-lexicon.js';
import { SearchIndexMaintenance } from './infrastructure/search-index-maintenance.js';
import { SEARCH_PROVIDERS } from './infrastructure/search-providers.js';
import { SettingsEmbeddingProviders } from './infrastructure/settings-embedding-providers.js';
import { SettingsReranker } from './infrastructure/settings-reranker.js';
import { PostgresDocumentPassages } from './infrastructure/postgres-document-passages.js';
import { PostgresEmbeddingModels } from './infrastructure/postgres-embedding-models.js';
import { PostgresIndexMaintenance } from './infrastructure/postgres-index-maintenance.js';
import { PostgresSearchIndexWriter } from './infrastructure/postgres-search-index-writer.js';
import { PostgresVectorBacklog } from './infrastructure/postgres-vector-backlog.js';
import { SqliteDocumentPassages } from './infrastructure/sqlite-document-passages.js';
import { SqliteEmbeddingModels } from './infrastructure/sqlite-embedding-models.js';
import { SqliteIndexMaintenance } from './infrastructure/sqlite-index-maintenance.js';
import { SqliteSearchIndexWriter } from './infrastructure/sqlite-search-index-writer.js';
import { SqliteVectorBacklog } from './infrastructure/sqlite-vector-backlog.js';
import { DocumentChunksController } from './interface/document-chunks.controller.js';
import { HitPresenter } from './interface/hit-presenter.js';
import { IndexController } from './interface/index.controller.js';
import { SearchController } from './interface/search.controller.js';

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
    CheckSearch,
    SearchPassages,
    SearchForCaller,
    SearchSandboxes,
    EmbedTexts,
    IndexDocuments,
    ReadIndexStatus,
    EmbedBacklog,
    Analyser,
    MeaningSource,
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
