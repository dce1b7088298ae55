import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { Answer } from '../domain/answer.js';
import { ConversationStore } from '../domain/conversation.js';
import { TraceStore } from '../domain/trace.js';
import { AskRequest } from '../domain/ask-request.js';
import { QuestionRun } from './question-run.js';

/** Keeps the turn with its conversation, and the trace for the auditor. */
@Injectable()
export class RememberTurn {
  constructor(
    private readonly conversations: ConversationStore,
    private readonly traces: TraceStore,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  newConversationId(): string {
    return this.ids.next('conv');
  }

  newTraceId(): string {
    return this.ids.next('trace');
  }

  async execute(request: AskRequest, answer: Answer, { trace, settings }: QuestionRun): Promise<void> {
    await this.traces.save({
      traceId: answer.traceId,
      owner: request.owner,
      configuration: { version: settings.version, hash: settings.hash },
      events: trace.events(),
    });
    await this.conversations.append(answer.conversationId, request.owner, {
      message: request.message,
      completedQuestion: answer.completedQuestion,
      response: answer.response,
      sources: answer.sources.map((s) => ({
        n: s.n,
        doc_id: s.documentId,
        chunk_id: s.chunkId,
        quote: s.quote,
        start: s.start,
        end: s.end,
      })),
      traceId: answer.traceId,
      createdAt: this.clock.now().toISOString(),
    });
  }
}
