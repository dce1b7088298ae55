import { Injectable } from '@nestjs/common';
import { ShareBudget } from '../../../llm/application/model-spending.js';
import { TEST_SESSIONS } from '../../../llm/domain/spending.js';
import { AnswerQuestion } from '../../../pipeline/application/answer-question.js';
import { ReadConversation } from '../../../pipeline/application/read-conversation.js';
import { RagTarget, TargetAnswer, TargetError, TargetQuestion } from '../../domain/rag-target.js';
import { filterOf, scopeWithin, SessionScope } from '../../domain/session-scope.js';
import { switchedOff, toTargetAnswer, TOP_K } from './target-answer.js';

/** Whose permissions a session has, and what it may see. */
export interface TestCaller {
  readonly owner: string;
  readonly scope: SessionScope;
}

/** This system, in process: calls the use case of /chat/run with the permissions of the session's owner. */
class InProcessTarget extends RagTarget {
  readonly kind = 'self';

  constructor(
    private readonly answerQuestion: AnswerQuestion,
    private readonly readConversation: ReadConversation,
    private readonly shareBudget: ShareBudget,
    private readonly caller: TestCaller,
  ) {
    super();
  }

  async ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const started = performance.now();
    const { owner, scope } = this.caller;
    try {
      const asked = {
        message: question.message,
        conversationId: question.conversationId,
        owner,
        filter: filterOf(scopeWithin(scope, question.visible)),
        asOf: question.asOf,
        topK: TOP_K,
        isTest: true,
        switches: switchedOff(question.off),
      };
      // As over HTTP, each question has its own budget (LLM_BUDGET_REQUEST_USD).
      const answer = await this.shareBudget.share(TEST_SESSIONS, () =>
        this.answerQuestion.answerQuestion(asked, signal),
      );
      const trace = await this.readConversation.newTrace(answer.traceId, owner);
      return toTargetAnswer(answer, trace.events, performance.now() - started);
    } catch (error) {
      throw new TargetError(error instanceof Error ? error.message : 'the pipeline failed');
    }
  }
}

/** Opens this system as a target, with the use cases that /chat/run calls. */
@Injectable()
export class InProcessTargets {
  constructor(
    private readonly answerQuestion: AnswerQuestion,
    private readonly readConversation: ReadConversation,
    private readonly shareBudget: ShareBudget,
  ) {}

  open(caller: TestCaller): RagTarget {
    return new InProcessTarget(this.answerQuestion, this.readConversation, this.shareBudget, caller);
  }
}
