import { Injectable, Logger } from '@nestjs/common';
import { UnrecordedAnswers } from '../../pipeline/application/unrecorded-answers.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ExampleTrials, TrialAnswer } from '../domain/example.js';

/** The pipeline without a model and without a record. */
@Injectable()
export class PipelineTrials extends ExampleTrials {
  private readonly logger = new Logger('examples');

  constructor(private readonly answers: UnrecordedAnswers) {
    super();
  }

  async ask(question: string, filter: CategoryFilter): Promise<TrialAnswer | undefined> {
    try {
      const answer = await this.answers.answer(question, filter);
      const cited = answer.sources.filter(({ corroborating }) => !corroborating);
      return {
        text: answer.response,
        isAbstained: answer.abstained,
        quotes: cited.map(({ documentId, quote }) => ({ documentId, quote })),
      };
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to answer an example question on trial');
      return undefined;
    }
  }
}
