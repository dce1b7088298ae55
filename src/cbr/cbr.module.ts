import { Module, OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { FactCheckModule } from '../fact-check/fact-check.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { Analyser } from '../text/tokens/analyser.js';
import { SearchModule } from '../search/search.module.js';
import { byStore, provideSqlStore } from '../shared/infrastructure/database/by-store.js';
import { PostgresDatabase } from '../shared/infrastructure/database/postgres/postgres-database.js';
import { PostgresTransaction } from '../shared/infrastructure/database/postgres/postgres-transaction.js';
import { ConsultCases } from './application/consult-cases.js';
import { CreateCase } from './application/create-case.js';
import { CurrentSelector } from './application/current-selector.js';
import { EmbedCases } from './application/embed-cases.js';
import { FindSimilarCases } from './application/find-similar-cases.js';
import { FitSelector } from './application/fit-selector.js';
import { GiveFeedback } from './application/give-feedback.js';
import { CaseFileReader, ImportCaseFile, ImportCases } from './application/import-cases.js';
import { LoadSampleCases, SampleCases } from './application/load-sample-cases.js';
import { QuotingCases } from './application/quoting-cases.js';
import { ReadCaseStatistics } from './application/read-case-statistics.js';
import { ReadCaseLogs } from './application/read-case-logs.js';
import { ReadCases } from './application/read-cases.js';
import { RecallCases } from './application/recall-cases.js';
import { RetainCase } from './application/retain-case.js';
import { ReuseCase } from './application/reuse-case.js';
import { ShowCases } from './application/show-cases.js';
import { SuggestCases, RecordSuggestion, SuggestForCaller } from './application/suggest-cases.js';
import { UpdateCase, DeleteCase } from './application/change-case.js';
import { WriteCases } from './application/write-cases.js';
import { CaseIndex } from './domain/case-index.js';
import { CaseLogs } from './domain/case-logs.js';
import { CaseStatistics } from './domain/case-statistics.js';
import { LegacyImports, CaseStore, CaseTransaction, SampleCaseState } from './domain/case-store.js';
import { QuestionEmbedder, VectorStore } from './domain/question-embedder.js';
import { SuggestionCache } from './domain/suggestion-cache.js';
import { LegacyImport } from './infrastructure/legacy-import.js';
import { CaseDatabase, CaseSqlStore, openCaseDatabase } from './infrastructure/case-database.js';
import { openCaseIndex } from './infrastructure/case-index-loader.js';
import { CaseProbes, CaseTotals } from './infrastructure/case-probes.js';
import { CaseMaintenance } from './infrastructure/case-maintenance.js';
import { FactCheckAnswerCheck } from './infrastructure/fact-check-answer-check.js';
import { LlmCaseAdapter } from './infrastructure/llm-case-adapter.js';
import { SearchQuestionEmbedder } from './infrastructure/search-question-embedder.js';
import { SqlCaseLogs } from './infrastructure/sql-case-logs.js';
import { SqlLegacyImports, SqlSampleCaseState, SqlSelectorStore } from './infrastructure/sql-case-settings.js';
import { SqlCaseStatistics } from './infrastructure/sql-case-statistics.js';
import { PostgresCaseStore } from './infrastructure/postgres-case-store.js';
import { PostgresCaseVectors } from './infrastructure/postgres-case-vectors.js';
import { SqliteCaseFileReader, FileSampleCases } from './infrastructure/sqlite-case-file-reader.js';
import { SqliteCaseStore } from './infrastructure/sqlite-case-store.js';
import { SqliteCaseVectors } from './infrastructure/sqlite-case-vectors.js';
import { CaseBaseController } from './interface/case-base.controller.js';
import { CaseCycleController } from './interface/case-cycle.controller.js';
import { CaseUpload } from './interface/case-upload.js';
import { CasesController } from './interface/cases.controller.js';
import { SelectorStore } from './domain/selector/stored-selector.js';
import { AnswerCheck, CaseAdapter } from './domain/case-answers.js';

const USE_CASES = [
  ConsultCases,
  CreateCase,
  CurrentSelector,
  DeleteCase,
  EmbedCases,
  FindSimilarCases,
  FitSelector,
  GiveFeedback,
  ImportCaseFile,
  ImportCases,
  LoadSampleCases,
  QuotingCases,
  ReadCaseStatistics,
  ReadCaseLogs,
  ReadCases,
  RecordSuggestion,
  RetainCase,
  ReuseCase,
  ShowCases,
  RecallCases,
  SuggestCases,
  SuggestForCaller,
  UpdateCase,
  WriteCases,
];

/** Cases: earlier questions with their answers, and users' feedback on them (B-O4). */
@Module({
  imports: [SearchModule, LlmModule, FactCheckModule, JobsModule],
  // Fixed routes before the one with a parameter.
  controllers: [CaseCycleController, CaseBaseController, CasesController],
  providers: [
    ...USE_CASES,
    LegacyImport,
    CaseTotals,
    CaseProbes,
    CaseMaintenance,
    CaseUpload,
    { provide: CaseDatabase, inject: [Environment], useFactory: openCaseDatabase },
    provideSqlStore(CaseSqlStore, CaseDatabase),
    {
      provide: CaseTransaction,
      inject: [CaseDatabase, { token: PostgresDatabase, optional: true }],
      useFactory: ({ transaction }: CaseDatabase, shared: PostgresDatabase | undefined) =>
        shared === undefined ? transaction : new PostgresTransaction(shared, 'cases'),
    },
    byStore(CaseStore, SqliteCaseStore, PostgresCaseStore),
    { provide: CaseLogs, useClass: SqlCaseLogs },
    { provide: CaseStatistics, useClass: SqlCaseStatistics },
    byStore(VectorStore, SqliteCaseVectors, PostgresCaseVectors),
    { provide: SelectorStore, useClass: SqlSelectorStore },
    { provide: SampleCaseState, useClass: SqlSampleCaseState },
    { provide: LegacyImports, useClass: SqlLegacyImports },
    { provide: SampleCases, useClass: FileSampleCases },
    { provide: CaseFileReader, useClass: SqliteCaseFileReader },
    {
      provide: CaseIndex,
      inject: [CaseStore, Analyser, { token: PostgresDatabase, optional: true }],
      useFactory: openCaseIndex,
    },
    { provide: QuestionEmbedder, useClass: SearchQuestionEmbedder },
    { provide: CaseAdapter, useClass: LlmCaseAdapter },
    { provide: AnswerCheck, useClass: FactCheckAnswerCheck },
    {
      provide: SuggestionCache,
      inject: [Environment],
      useFactory: (environment: Environment) => new SuggestionCache(environment.CBR_CACHE_TTL * 1000),
    },
  ],
  exports: [
    CaseIndex,
    ConsultCases,
    DeleteCase,
    SuggestForCaller,
    ReadCases,
    RetainCase,
    LoadSampleCases,
    ReadCaseStatistics,
  ],
})
export class CbrModule implements OnApplicationShutdown {
  constructor(private readonly database: CaseDatabase) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
