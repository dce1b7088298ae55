import { Injectable, Logger } from '@nestjs/common';
import { Answer } from '../domain/answer.js';
import { AnswerListener } from '../domain/answer-listener.js';
import { AskRequest } from '../domain/ask-request.js';
import { CaseSource, ConsultedCase } from '../domain/case-source.js';
import { TraceStore } from '../domain/trace.js';
import { AnswerQuestion } from './answer-question.js';

export interface AnswerWithConsultedCases {
  readonly answer: Answer;
  /** Cases of the caller's scope that resemble the question, best first. */
  readonly cases: readonly ConsultedCase[];
}

/**
 * Answers from the documents, then names the cases that resemble the question. They stand beside the answer and change nothing in
 * it: a case may be out of date, the documents are not.
 */
@Injectable()
export class AnswerWithCases {
  private readonly logger = new Logger('cases');

  constructor(
    private readonly answerQuestion: AnswerQuestion,
    private readonly source: CaseSource,
    private readonly traces: TraceStore,
  ) {}

  /** @throws what AnswerQuestion throws; a case base that fails degrades the answer and nothing more */
  async execute(
    request: AskRequest,
    client?: AbortSignal,
    listener?: AnswerListener,
  ): Promise<AnswerWithConsultedCases> {
    const answer = await this.answerQuestion.execute(request, client, listener);
    const started = performance.now();
    const question = answer.completedQuestion;
    try {
      const cases = await this.source.consult(question, request.filter, client);
      await this.traces.append(answer.traceId, request.owner, {
        component: 'cbr',
        fired: cases.length > 0,
        input: { question },
        output: cases.map(({ caseId, similarity }) => ({ case_id: caseId, similarity })),
        effect:
          cases.length > 0
            ? `${cases.length} similar cases are named beside the answer, which stands on the documents alone`
            : `no case of this caller's scope has a similarity of ${this.source.threshold}`,
        took_ms: performance.now() - started,
      });
      return { answer, cases };
    } catch (error) {
      this.logger.warn({ err: error }, 'the case base could not be consulted');
      return { answer: { ...answer, degraded: [...answer.degraded, 'cbr'] }, cases: [] };
    }
  }
}
