import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import {
  Conversation,
  ConversationStore,
  KeptAnswer,
  RememberedSource,
  ReviewReason,
  Turn,
} from '../domain/conversation.js';

function passageOf(source: RememberedSource): { documentId: string; chunkId: string } {
  return { documentId: String(source.doc_id), chunkId: String(source.chunk_id) };
}

/** DI token: the store of the turns. */
export abstract class InnerConversations extends ConversationStore {}

/** Conversations whose turns are also written to the audit log. Every endpoint of the pipeline stores its turns here. */
export class AuditedConversationStore extends ConversationStore {
  constructor(
    private readonly inner: ConversationStore,
    private readonly audit: AuditTrail,
  ) {
    super();
  }

  async append(conversationId: string, owner: string, turn: Turn): Promise<void> {
    await Promise.all([this.inner.append(conversationId, owner, turn), this.passOver(turn)]);
  }

  async passOver(turn: Turn): Promise<void> {
    const shown = shownPassages(turn.sources.map(passageOf));
    await this.audit.record({ action: 'ask', question: turn.message, shown, detail: turn.traceId });
  }

  find(conversationId: string, owner: string): Promise<Conversation | undefined> {
    return this.inner.find(conversationId, owner);
  }

  ownersOf(conversationId: string): Promise<readonly string[]> {
    return this.inner.ownersOf(conversationId);
  }

  recent(conversationId: string, owner: string, limit: number): Promise<readonly Turn[]> {
    return this.inner.recent(conversationId, owner, limit);
  }

  byTrace(traceId: string): Promise<KeptAnswer | undefined> {
    return this.inner.byTrace(traceId);
  }

  toReview(afterTraceId: string, limit: number): Promise<readonly KeptAnswer[]> {
    return this.inner.toReview(afterTraceId, limit);
  }

  flag(traceId: string, reason: ReviewReason): Promise<void> {
    return this.inner.flag(traceId, reason);
  }

  removeTurn(traceId: string, owner: string): Promise<boolean> {
    return this.inner.removeTurn(traceId, owner);
  }

  remove(conversationId: string, owner: string): Promise<boolean> {
    return this.inner.remove(conversationId, owner);
  }

  removeIdleSince(at: string): Promise<number> {
    return this.inner.removeIdleSince(at);
  }
}
