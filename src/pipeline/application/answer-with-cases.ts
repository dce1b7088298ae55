import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Answer, AskRequest } from '../domain/answer.js';
import { AnswerListener } from '../domain/step.js';
import { CaseSource, ConsultedCase } from '../domain/case-source.js';
import { TraceStore } from '../domain/trace.js';
import { AnswerQuestion } from './answer-question.js';
import { STORE_MARK } from './save-turn.js';
import { Degradations } from '../../shared/domain/health-check.js';

export interface AnswerWithConsultedCases {
  readonly answer: Answer;
  /** Cases of the caller's scope that resemble the question, best first. */
  readonly cases: readonly ConsultedCase[];
}

/**
 * Answers from the documents, then adds the cases that resemble the question. They do not change the answer: a case may be out of date, the
 * documents are not.
 */
@Injectable()
export class AnswerWithCases {
  private readonly logger = new Logger('cases');

  constructor(
    private readonly answerQuestion: AnswerQuestion,
    private readonly source: CaseSource,
    private readonly traces: TraceStore,
    private readonly degradations: Degradations,
  ) {}

  /** @throws what AnswerQuestion throws. A failure of the case base only degrades the answer. */
  async answer(
    request: AskRequest,
    client?: AbortSignal,
    listener?: AnswerListener,
  ): Promise<AnswerWithConsultedCases> {
    const answer = await this.answerQuestion.answerQuestion(request, client, listener);
    const started = performance.now();
    try {
      const cases = await this.source.consult(answer.completedQuestion, request.filter, client);
      // Which cases are compared, and how many, depends on what is hidden from a caller who sees a part.
      const tookMs = request.filter.kind === 'unrestricted' ? performance.now() - started : 0;
      const marks = await this.note(answer, request.owner, { cases, tookMs });
      return { answer: { ...answer, degraded: [...answer.degraded, ...marks] }, cases };
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to query the case base');
      this.degradations.record('chat', ['cbr']);
      return { answer: { ...answer, degraded: [...answer.degraded, 'cbr'] }, cases: [] };
    }
  }

  /** Adds the cases to the trace. @returns marks for `degraded` */
  private async note(
    { traceId, completedQuestion, degraded }: Answer,
    owner: string,
    { cases, tookMs }: { readonly cases: readonly ConsultedCase[]; readonly tookMs: number },
  ): Promise<readonly string[]> {
    // There is no stored trace to extend.
    if (degraded.includes(STORE_MARK)) return [];
    const effect =
      cases.length > 0
        ? `${cases.length} similar cases are listed with the answer, which uses only the documents`
        : `no case of this caller's scope has a similarity of ${this.source.threshold}`;
    try {
      await this.traces.append(traceId, owner, {
        component: 'cbr',
        fired: cases.length > 0,
        input: { question: completedQuestion },
        output: cases.map(({ caseId, similarity }) => ({ case_id: caseId, similarity })),
        effect,
        took_ms: tookMs,
      });
      return [];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ err: error }, 'failed to add the cases to the trace');
      this.degradations.record('chat', [STORE_MARK]);
      return [STORE_MARK];
    }
  }
}
