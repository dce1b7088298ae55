import { Injectable, Logger } from '@nestjs/common';
import { allowedPaths } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { AnswerRisk } from '../../shared/domain/answer-risk.js';
import { Answer, AskRequest } from '../domain/answer.js';
import { answerDecisionEvents } from '../domain/answer-decision.js';
import { ConversationStore, Turn } from '../domain/conversation.js';
import { TraceStore } from '../domain/trace.js';
import { writerCheckEvents } from '../domain/writer-check.js';
import { PipelineRun } from './pipeline-run.js';
import { describeCitation, describeSource } from './describe-answer.js';

/** In `degraded`: the answer is valid, but its turn or its trace is not stored. */
export const STORE_MARK = 'store';

/** The documents of the nearest passages, each once. */
const nearestDocuments = ({ nearest = [] }: Answer) => [
  ...new Map(
    nearest.map(({ documentId, canonicalPath }) => [documentId, { documentId, categoryPath: canonicalPath }]),
  ).values(),
];

/** Saves the turn with its conversation, and the trace for the auditor. */
@Injectable()
export class SaveTurn {
  private readonly logger = new Logger('memory');

  constructor(
    private readonly conversations: ConversationStore,
    private readonly traces: TraceStore,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly risk: AnswerRisk,
  ) {}

  newConversationId(): string {
    return this.ids.next('conv');
  }

  newTraceId(): string {
    return this.ids.next('trace');
  }

  /**
   * If storing fails, the answer is still returned, since it was found in the documents.
   * @returns marks for `degraded`: `store` if the turn is not stored
   */
  async save(request: AskRequest, answer: Answer, run: PipelineRun): Promise<readonly string[]> {
    const saving =
      request.isKept === false
        ? [this.conversations.passOver(this.turnOf(request, answer))]
        : [this.saveTrace(request, answer, run), this.saveTurn(request, answer)];
    const kept = await Promise.allSettled(saving);
    const failed = kept.find((one) => one.status === 'rejected');
    if (failed === undefined) return [];
    if (!(failed.reason instanceof DomainError)) throw failed.reason;
    this.logger.warn({ err: failed.reason }, 'failed to save the turn of an answer');
    return [STORE_MARK];
  }

  private turnOf(request: AskRequest, answer: Answer): Turn {
    const within = allowedPaths(request.filter);
    return {
      message: request.message,
      completedQuestion: answer.completedQuestion,
      response: answer.response,
      sources: answer.sources.map(describeSource),
      traceId: answer.traceId,
      createdAt: this.clock.now().toISOString(),
      confidence: answer.answerability.probability,
      // A greeting needs no review.
      reviewBelow: answer.isSmallTalk === true ? undefined : request.reviewBelow,
      grounds: answer.grounds ?? [],
      tookMs: Math.round(answer.latencyS * 1000),
      degraded: answer.degraded,
      details: {
        citations: answer.citations.map(describeCitation),
        abstained: answer.abstained,
        ...(answer.isSmallTalk === true ? { isSmallTalk: true } : {}),
        ...(request.isTest === true ? { isTest: true } : {}),
        ...(within === null ? {} : { within }),
        ...(answer.abstained ? { nearest: nearestDocuments(answer) } : {}),
        language: answer.language,
        ...(request.asOf === undefined ? {} : { asOf: request.asOf }),
        ...(request.chosen?.agentId === undefined ? {} : { agentId: request.chosen.agentId }),
        ...(request.chosen?.categories === undefined ? {} : { categories: request.chosen.categories }),
      },
    };
  }

  private saveTrace(request: AskRequest, answer: Answer, { trace, settings }: PipelineRun): Promise<void> {
    return this.traces.save({
      traceId: answer.traceId,
      owner: request.owner,
      configuration: { version: settings.version, hash: settings.hash },
      events: [
        ...trace.events(),
        ...answerDecisionEvents(answer, this.risk.threshold),
        ...writerCheckEvents(answer.findings),
      ],
    });
  }

  private saveTurn(request: AskRequest, answer: Answer): Promise<void> {
    return this.conversations.append(answer.conversationId, request.owner, this.turnOf(request, answer));
  }
}
