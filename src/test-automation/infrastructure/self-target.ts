import { Injectable } from '@nestjs/common';
import { ShareBudget } from '../../llm/application/share-budget.js';
import { AnswerQuestion } from '../../pipeline/application/answer-question.js';
import { ReadConversation } from '../../pipeline/application/read-conversation.js';
import type { Answer } from '../../pipeline/domain/answer.js';
import { COMPONENTS } from '../../pipeline/domain/trace.js';
import { RagTarget, TargetAnswer, TargetError, TargetQuestion } from '../domain/rag-target.js';
import { filterOf, SessionScope } from '../domain/session-scope.js';

/** What a chat request asks for when it names no number of passages. */
const TOP_K = 10;

/** What answers in process. */
@Injectable()
export class OwnPipeline {
  constructor(
    readonly answerQuestion: AnswerQuestion,
    readonly readConversation: ReadConversation,
    readonly budget: ShareBudget,
  ) {}
}

/** This system, in process: the same use case that /chat/run calls, as the caller whose session it is. */
export class SelfTarget extends RagTarget {
  readonly kind = 'self';

  constructor(
    private readonly own: OwnPipeline,
    private readonly caller: { readonly owner: string; readonly scope: SessionScope },
  ) {
    super();
  }

  async ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const started = performance.now();
    const { owner } = this.caller;
    try {
      // As for a request of its own: no question of a session may cost more than one that is asked at the door.
      const answer = await this.own.budget.execute(() => this.pipelineAnswer(question, signal));
      const trace = await this.own.readConversation.trace(answer.traceId, owner);
      return {
        text: answer.response,
        sources: answer.sources.map((source) => ({
          documentId: source.documentId,
          chunkId: source.chunkId,
          title: source.title,
          quote: source.quote,
          start: source.start,
          end: source.end,
        })),
        abstained: answer.abstained,
        confidence: answer.confidence,
        conversationId: answer.conversationId,
        traceId: answer.traceId,
        events: trace.events.map(({ took_ms: tookMs, ...event }) => ({ ...event, tookMs })),
        understood: { intent: answer.intent, question: answer.completedQuestion },
        degraded: answer.degraded,
        costUsd: answer.llm.costUsd,
        tookMs: performance.now() - started,
      };
    } catch (error) {
      throw new TargetError(error instanceof Error ? error.message : 'the pipeline failed');
    }
  }

  private pipelineAnswer(question: TargetQuestion, signal: AbortSignal): Promise<Answer> {
    const { owner, scope } = this.caller;
    return this.own.answerQuestion.execute(
      {
        message: question.message,
        conversationId: question.conversationId,
        owner,
        filter: filterOf(scope),
        asOf: question.asOf,
        topK: TOP_K,
        switches: Object.fromEntries(COMPONENTS.filter((c) => question.off.includes(c)).map((c) => [c, false])),
      },
      signal,
    );
  }
}
