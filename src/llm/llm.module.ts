import { Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { Clock } from '../shared/domain/clock.js';
import { CompleteText } from './application/complete-text.js';
import { ShareBudget, ReadModelStatistics } from './application/model-spending.js';
import { WriteAnswer } from './application/write-answer.js';
import { LanguageModel } from './domain/language-model.js';
import { ModelStatistics } from './domain/model-statistics.js';
import { RequestSpending, SpendingLedger } from './domain/spending.js';
import { AsyncRequestSpending, SqlSpendingLedger } from './infrastructure/spending-adapters.js';
import { SpendingContext } from './infrastructure/budgeted-model.js';
import { configuredModel, modelName } from './infrastructure/configured-model.js';

const BOOKS = Symbol('books');

/** Language models and answer writers (LLM_PROVIDER). */
@Module({
  providers: [
    WriteAnswer,
    CompleteText,
    ShareBudget,
    ReadModelStatistics,
    { provide: SpendingLedger, useClass: SqlSpendingLedger },
    { provide: RequestSpending, useClass: AsyncRequestSpending },
    {
      provide: ModelStatistics,
      inject: [Environment],
      useFactory: (environment: Environment) => {
        const { provider, model } = modelName(environment);
        return new ModelStatistics(provider, model);
      },
    },
    {
      provide: BOOKS,
      inject: [SpendingLedger, RequestSpending, Clock],
      useFactory: (ledger: SpendingLedger, request: RequestSpending, clock: Clock): SpendingContext => ({
        ledger,
        request,
        clock,
      }),
    },
    {
      provide: LanguageModel,
      inject: [Environment, BOOKS, ModelStatistics],
      useFactory: (environment: Environment, books: SpendingContext, statistics: ModelStatistics) =>
        configuredModel(environment, { ...books, statistics }),
    },
  ],
  exports: [WriteAnswer, CompleteText, ShareBudget, ReadModelStatistics],
})
export class LlmModule {}
