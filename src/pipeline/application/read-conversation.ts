import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Conversation, ConversationStore, KeptAnswer, ReviewReason } from '../domain/conversation.js';
import { Trace, TraceStore } from '../domain/trace.js';

/** Reads and deletes what the service remembers for a caller. */
@Injectable()
export class ReadConversation {
  constructor(
    private readonly conversations: ConversationStore,
    private readonly traces: TraceStore,
  ) {}

  /** @throws NotFoundError when it is unknown or another key's */
  async conversation(conversationId: string, owner: string): Promise<Conversation> {
    const conversation = await this.conversations.find(conversationId, owner);
    if (conversation === undefined) throw new NotFoundError('conversation', conversationId);
    return conversation;
  }

  /** @throws NotFoundError */
  async remove(conversationId: string, owner: string): Promise<void> {
    if (!(await this.conversations.remove(conversationId, owner)))
      throw new NotFoundError('conversation', conversationId);
  }

  /** The answer that a trace belongs to, whoever asked; undefined when it is gone. */
  answer(traceId: string): Promise<KeptAnswer | undefined> {
    return this.conversations.byTrace(traceId);
  }

  /** Answers that a person should look at, oldest first, behind the one with this trace. */
  toReview(afterTraceId: string, limit: number): Promise<readonly KeptAnswer[]> {
    return this.conversations.toReview(afterTraceId, limit);
  }

  flag(traceId: string, reason: ReviewReason): Promise<void> {
    return this.conversations.flag(traceId, reason);
  }

  /** @throws NotFoundError */
  async trace(traceId: string, owner: string): Promise<Trace> {
    const trace = await this.traces.find(traceId, owner);
    if (trace === undefined) throw new NotFoundError('trace', traceId);
    return trace;
  }
}
