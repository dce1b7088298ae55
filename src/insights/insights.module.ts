import { Module } from '@nestjs/common';
import { MeaningSource } from '../search/embedding/domain/static-embedding/static-embedding.js';
import { SearchModule } from '../search/search.module.js';
import { ReadInsights } from './application/read-insights.js';
import { InsightsStore, QuestionMeaning } from './domain/insights.js';
import { SqlInsightsStore } from './infrastructure/sql-insights-store.js';
import { InsightsController } from './interface/insights.controller.js';

/**
 * Figures over stored questions and answers: they read the tables that the pipeline, the ratings and the language model write, and write
 * none.
 */
@Module({
  imports: [SearchModule],
  controllers: [InsightsController],
  providers: [
    ReadInsights,
    { provide: InsightsStore, useClass: SqlInsightsStore },
    // The embedding that comes with the program has what the port asks for.
    {
      provide: QuestionMeaning,
      inject: [MeaningSource],
      useFactory: (source: MeaningSource): QuestionMeaning => ({
        load: async () => {
          const meaning = await source.load();
          return { embed: (text) => meaning.embed(text) };
        },
      }),
    },
  ],
})
export class InsightsModule {}
