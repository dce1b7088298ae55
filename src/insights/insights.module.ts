import { Module } from '@nestjs/common';
import { MeaningSource } from '../search/embedding/domain/static-embedding/static-embedding.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { SearchModule } from '../search/search.module.js';
import { AskAgain } from './application/ask-again.js';
import { GroupMissing } from './application/group-missing.js';
import { MarkDone } from './application/mark-done.js';
import { ReadInsights } from './application/read-insights.js';
import { ReadReports } from './application/read-reports.js';
import { InsightsStore, QuestionMeaning } from './domain/insights.js';
import { ReportStore } from './domain/reported-question.js';
import { SqlInsightsStore } from './infrastructure/sql-insights-store.js';
import { SqlReportStore } from './infrastructure/sql-report-store.js';
import { InsightsController } from './interface/insights.controller.js';
import { ReportsController } from './interface/reports.controller.js';

/**
 * Figures over stored questions and answers, and the questions that editors mend. Both read the tables that the pipeline, the ratings and
 * the language model write; what editors do about a question is stored with it.
 */
@Module({
  imports: [PipelineModule, SearchModule],
  controllers: [InsightsController, ReportsController],
  providers: [
    ReadInsights,
    ReadReports,
    GroupMissing,
    MarkDone,
    AskAgain,
    { provide: ReportStore, useClass: SqlReportStore },
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
