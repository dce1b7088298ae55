import { Injectable } from '@nestjs/common';
import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import { Clock } from '../../shared/domain/clock.js';
import { CurrentRights } from '../../shared/domain/current-rights.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { Turn } from '../domain/conversation.js';
import { ConversationShare, ConversationShares } from '../domain/conversation-catalog.js';
import { titleOf } from '../domain/conversation-title.js';
import { ConversationReader, ReadConversation } from './read-conversation.js';

/** Shared answers as one reader sees them. */
export interface SharedConversation {
  readonly share: ConversationShare;
  /** Undefined if an answer is withheld: the title may name its subject. */
  readonly title: string | undefined;
  /** Without the question where the answer is withheld from this reader. */
  readonly turns: readonly Turn[];
}

/** Shares answers of a conversation by link. A reader sees only answers whose sources the reader's own rights allow. */
@Injectable()
export class ShareConversation {
  constructor(
    private readonly shares: ConversationShares,
    private readonly conversations: ReadConversation,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly audit: AuditTrail,
    private readonly rights: CurrentRights,
  ) {}

  /**
   * @param traceId the only answer to share; undefined shares all answers up to now
   * @throws NotFoundError if the conversation or the answer is unknown or belongs to another key
   */
  async share(
    conversationId: string,
    reader: ConversationReader,
    traceId: string | undefined,
  ): Promise<ConversationShare> {
    const all = await this.conversations.traceIdsOf(conversationId, reader.id);
    const chosen = all.filter((id) => traceId === undefined || id === traceId);
    if (chosen.length === 0) throw new NotFoundError('answer', traceId ?? conversationId);
    const share: ConversationShare = {
      shareId: this.ids.next('share'),
      conversationId,
      owner: reader.id,
      traceIds: chosen,
      createdAt: this.clock.now().toISOString(),
    };
    await this.shares.add(share);
    return share;
  }

  /** Shares of a conversation of the caller, oldest first. @throws NotFoundError */
  async list(conversationId: string, reader: ConversationReader): Promise<readonly ConversationShare[]> {
    await this.conversations.traceIdsOf(conversationId, reader.id);
    return this.shares.of(conversationId, reader.id);
  }

  /** Ends a share: its link no longer opens anything. @throws NotFoundError */
  async revoke(conversationId: string, shareId: string, reader: ConversationReader): Promise<void> {
    if (!(await this.shares.remove(shareId, conversationId, reader.id))) throw new NotFoundError('share', shareId);
  }

  /**
   * Shared answers for any caller.
   * @throws NotFoundError if the share is unknown, its conversation was deleted, or its owner may no longer read its answers
   */
  async open(shareId: string, reader: ConversationReader): Promise<SharedConversation> {
    const share = await this.shares.find(shareId);
    const rights = share && (await this.rights.of(share.owner));
    if (share === undefined || rights?.mayUse('query') !== true) throw new NotFoundError('share', shareId);
    const { conversationId, owner, traceIds } = share;
    const { title, turns } = await this.conversations.sharedWith(conversationId, owner, reader);
    const own = { id: owner, filter: rights.filter, isAdministrator: false };
    const sharer = await this.conversations.sharedWith(conversationId, owner, own);
    const hidden = new Set(sharer.turns.flatMap(({ traceId, isWithheld }) => (isWithheld === true ? [traceId] : [])));
    const shared = turns.filter(({ traceId }) => traceIds.includes(traceId));
    const [first] = shared;
    // What the owner may no longer see is shared with nobody.
    const isBeyond = shared.some(({ traceId, isWithheld }) => isWithheld !== true && hidden.has(traceId));
    if (first === undefined || isBeyond) throw new NotFoundError('share', shareId);
    // The title of a conversation may be the question of another answer.
    const isWhole = share.traceIds.length > 1;
    const seen = shared.filter(({ isWithheld }) => isWithheld !== true);
    await this.audit.record({
      action: 'read_document',
      question: null,
      shown: shownPassages(
        seen.flatMap(({ sources }) =>
          sources.map((source) => ({ documentId: String(source.doc_id), chunkId: String(source.chunk_id) })),
        ),
      ),
      detail: shareId,
    });
    return {
      share,
      title: seen.length < shared.length ? undefined : ((isWhole ? title : undefined) ?? titleOf(first.message)),
      turns: shared.map((turn) => (turn.isWithheld === true ? { ...turn, message: '', completedQuestion: '' } : turn)),
    };
  }
}
