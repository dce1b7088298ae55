import { Injectable } from '@nestjs/common';
import { AnswerQuestion } from '../../pipeline/application/answer-question.js';
import { describeForPrograms } from '../../pipeline/application/describe-answer.js';
import { AskedQuestion, GivenAnswer, QuestionAnswering } from '../domain/tool-sources.js';

/** Adapter of the pipeline for the tool `ask`. */
@Injectable()
export class PipelineQuestionAnswering extends QuestionAnswering {
  constructor(private readonly answerQuestion: AnswerQuestion) {
    super();
  }

  async ask({ reviewBelow, ...question }: AskedQuestion, signal: AbortSignal): Promise<GivenAnswer> {
    const answer = await this.answerQuestion.answerQuestion(
      { ...question, reviewBelow, asOf: undefined, switches: {} },
      signal,
    );
    return {
      text: answer.response,
      sources: answer.sources.map(({ n, title, documentId }) => ({ n, title, documentId })),
      whole: describeForPrograms(answer, question.message, reviewBelow),
    };
  }
}
