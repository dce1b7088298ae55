import { Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { CheckSearch } from './application/check-search.js';
import { EmbedBacklog } from './application/embed-backlog.js';
import { IndexDocuments } from './application/index-documents.js';
import { OptimizeIndex } from './application/optimize-index.js';
import { ReadIndexStatus } from './application/read-index-status.js';
import { SearchPassages } from './application/search-passages.js';
import { Analyser, Lexicon } from './domain/analyser.js';
import { IndexMaintenance } from './domain/index-maintenance.js';
import { Synonyms } from './domain/query.js';
import { Embedder, SearchIndex, SearchIndexWriter, VectorBacklog } from './domain/search-index.js';
import { BacklogTimer } from './infrastructure/backlog-timer.js';
import { EnglishLexicon } from './infrastructure/english-lexicon.js';
import { FileSynonyms } from './infrastructure/file-synonyms.js';
import { NgramEmbedder } from './infrastructure/ngram-embedder.js';
import { OpenAiEmbedder } from './infrastructure/openai-embedder.js';
import { SqliteIndexMaintenance } from './infrastructure/sqlite-index-maintenance.js';
import { SqliteSearchIndexWriter } from './infrastructure/sqlite-search-index-writer.js';
import { SqliteSearchIndex } from './infrastructure/sqlite-search-index.js';
import { SqliteVectorBacklog } from './infrastructure/sqlite-vector-backlog.js';
import { VectorTable } from './infrastructure/vector-table.js';
import { HitPresenter } from './interface/hit-presenter.js';
import { IndexController } from './interface/index.controller.js';
import { SearchController } from './interface/search.controller.js';

function embedder(environment: Environment): Embedder {
  if (environment.EMBEDDING_PROVIDER !== 'openai') return new NgramEmbedder();
  return new OpenAiEmbedder({
    apiKey: environment.OPENAI_API_KEY,
    baseUrl: environment.EMBEDDING_BASE_URL ?? environment.OPENAI_BASE_URL,
    model: environment.EMBEDDING_MODEL ?? 'text-embedding-3-small',
    timeoutMs: environment.EMBEDDING_TIMEOUT_MS * environment.PIPELINE_TIMEOUT_MULTIPLIER,
  });
}

/** Retrieval inside the category filter (B-O2). */
@Module({
  controllers: [SearchController, IndexController],
  providers: [
    CheckSearch,
    SearchPassages,
    IndexDocuments,
    EmbedBacklog,
    OptimizeIndex,
    ReadIndexStatus,
    HitPresenter,
    VectorTable,
    BacklogTimer,
    { provide: Lexicon, useClass: EnglishLexicon },
    { provide: Analyser, inject: [Lexicon], useFactory: (lexicon: Lexicon) => new Analyser(lexicon) },
    { provide: Synonyms, useClass: FileSynonyms },
    { provide: Embedder, inject: [Environment], useFactory: embedder },
    { provide: SearchIndex, useClass: SqliteSearchIndex },
    { provide: SearchIndexWriter, useClass: SqliteSearchIndexWriter },
    { provide: VectorBacklog, useClass: SqliteVectorBacklog },
    { provide: IndexMaintenance, useClass: SqliteIndexMaintenance },
  ],
  exports: [CheckSearch, SearchPassages, IndexDocuments, ReadIndexStatus, EmbedBacklog, Analyser],
})
export class SearchModule {}
