import { Injectable, Logger } from '@nestjs/common';
import { UnrecordedAnswers } from '../../pipeline/application/unrecorded-answers.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { AnswerNow, AnswersNow } from '../domain/reported-question.js';

/** Answers of the pipeline in service that nothing counts. */
@Injectable()
export class PipelineAnswersNow extends AnswersNow {
  private readonly logger = new Logger('insights');

  constructor(private readonly answers: UnrecordedAnswers) {
    super();
  }

  async answer(question: string, filter: CategoryFilter): Promise<AnswerNow | undefined> {
    try {
      const { response, abstained, sources } = await this.answers.answer(question, filter);
      const cited = sources.filter(({ corroborating }) => !corroborating);
      return {
        text: response,
        isAbstained: abstained,
        sources: cited.map(({ documentId, chunkId, title, canonicalPath, quote }) => ({
          ...{ documentId, chunkId, title, quote },
          categoryPath: canonicalPath,
        })),
      };
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to ask a reported question again');
      return undefined;
    }
  }
}
