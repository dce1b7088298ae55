import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { Conversation, ConversationStore, KeptAnswer, ReviewReason, Turn } from '../domain/conversation.js';
import { outcomeOf, reasonOf, toKeptAnswer, toTurn, TurnRow } from './turn-row.js';

@Injectable()
export class SqlConversationStore extends ConversationStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  append(conversationId: string, owner: string, turn: Turn): Promise<void> {
    return this.store.changeTogether([
      sql`INSERT INTO conversations (conversation_id, owner, created_at, updated_at)
        VALUES (${conversationId}, ${owner}, ${turn.createdAt}, ${turn.createdAt})
        ON CONFLICT (conversation_id, owner) DO UPDATE SET updated_at = excluded.updated_at`,
      sql`INSERT INTO conversation_turns (conversation_id, owner, message, completed_question, response, sources, trace_id, created_at,
          confidence, review_below, review_reason, grounds, details, outcome, took_ms, degraded)
        VALUES (${conversationId}, ${owner}, ${turn.message}, ${turn.completedQuestion}, ${turn.response},
          ${JSON.stringify(turn.sources)}, ${turn.traceId}, ${turn.createdAt},
          ${turn.confidence ?? null}, ${turn.reviewBelow ?? null}, ${reasonOf(turn)}, ${JSON.stringify(turn.grounds ?? [])},
          ${JSON.stringify(turn.details ?? {})}, ${outcomeOf(turn)}, ${turn.tookMs ?? null}, ${JSON.stringify(turn.degraded ?? [])})`,
    ]);
  }

  passOver(): Promise<void> {
    return Promise.resolve();
  }

  /** One statement for a consistent read. A conversation without a turn is still being written. */
  async find(conversationId: string, owner: string): Promise<Conversation | undefined> {
    const rows = await this.store.query<TurnRow & { readonly began_at: string; readonly title: string | null }>(
      sql`SELECT t.*, c.created_at AS began_at, c.title FROM conversations c
          JOIN conversation_turns t ON t.conversation_id = c.conversation_id AND t.owner = c.owner
          WHERE c.conversation_id = ${conversationId} AND c.owner = ${owner} ORDER BY t.id`,
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const title = first.title === null ? {} : { title: first.title };
    return { conversationId, createdAt: first.began_at, ...title, turns: rows.map(toTurn) };
  }

  async ownersOf(conversationId: string): Promise<readonly string[]> {
    const rows = await this.store.query<{ owner: string }>(
      sql`SELECT owner FROM conversations WHERE conversation_id = ${conversationId} ORDER BY updated_at DESC`,
    );
    return rows.map(({ owner }) => owner);
  }

  async recent(conversationId: string, owner: string, limit: number): Promise<readonly Turn[]> {
    const rows = await this.store.query<TurnRow>(
      sql`SELECT * FROM conversation_turns WHERE conversation_id = ${conversationId} AND owner = ${owner}
          ORDER BY id DESC LIMIT ${limit}`,
    );
    return rows.map(toTurn).reverse();
  }

  async byTrace(traceId: string): Promise<KeptAnswer | undefined> {
    const row = await this.store.one<TurnRow>(sql`SELECT * FROM conversation_turns WHERE trace_id = ${traceId}`);
    return row === undefined ? undefined : toKeptAnswer(row);
  }

  async toReview(afterTraceId: string, limit: number): Promise<readonly KeptAnswer[]> {
    const rows = await this.store.query<TurnRow>(
      sql`SELECT * FROM conversation_turns WHERE review_reason IS NOT NULL
            AND id > coalesce((SELECT id FROM conversation_turns WHERE trace_id = ${afterTraceId}), 0)
          ORDER BY id LIMIT ${limit}`,
    );
    return rows.map(toKeptAnswer);
  }

  async flag(traceId: string, reason: ReviewReason): Promise<void> {
    await this.store.change(
      sql`UPDATE conversation_turns SET review_reason = coalesce(review_reason, ${reason}) WHERE trace_id = ${traceId}`,
    );
  }

  async removeTurn(traceId: string, owner: string): Promise<boolean> {
    return this.store.transaction(async () => {
      const turn = await this.store.one<{ conversation_id: string }>(
        sql`DELETE FROM conversation_turns WHERE trace_id = ${traceId} AND owner = ${owner} RETURNING conversation_id`,
      );
      if (turn === undefined) return false;
      const { conversation_id: id } = turn;
      await this.store.change(
        sql`DELETE FROM conversations WHERE conversation_id = ${id} AND owner = ${owner} AND NOT EXISTS
              (SELECT 1 FROM conversation_turns t WHERE t.conversation_id = ${id} AND t.owner = ${owner})`,
      );
      return true;
    });
  }

  async remove(conversationId: string, owner: string): Promise<boolean> {
    const gone = await this.store.change(
      sql`DELETE FROM conversations WHERE conversation_id = ${conversationId} AND owner = ${owner}`,
    );
    return gone > 0;
  }

  removeIdleSince(at: string): Promise<number> {
    return this.store.change(sql`DELETE FROM conversations WHERE updated_at < ${at}`);
  }
}
