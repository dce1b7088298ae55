import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Conversation, ConversationStore } from '../domain/conversation.js';
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

  /** @throws NotFoundError */
  async trace(traceId: string, owner: string): Promise<Trace> {
    const trace = await this.traces.find(traceId, owner);
    if (trace === undefined) throw new NotFoundError('trace', traceId);
    return trace;
  }
}
