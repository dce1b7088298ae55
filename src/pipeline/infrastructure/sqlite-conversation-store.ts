import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { GroupedWrites } from '../../shared/infrastructure/database/grouped-writes.js';
import { Conversation, ConversationStore, KeptAnswer, ReviewReason, Turn } from '../domain/conversation.js';
import { reasonOf, toKeptAnswer, toTurn, TurnRow } from './turn-row.js';

@Injectable()
export class SqliteConversationStore extends ConversationStore {
  private readonly write: (conversationId: string, owner: string, turn: Turn) => void;
  private readonly last: Database.Statement<[string, string, number], TurnRow>;

  constructor(
    private readonly database: WorkDatabase,
    private readonly writes: GroupedWrites,
  ) {
    super();
    const db = database.writer;
    const open = db.prepare(
      'INSERT INTO conversations (conversation_id, owner, created_at, updated_at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET updated_at = excluded.updated_at',
    );
    const add = db.prepare(
      'INSERT INTO conversation_turns (conversation_id, owner, message, completed_question, response, sources, trace_id, created_at, confidence, review_below, review_reason, grounds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.write = (conversationId, owner, turn) => {
      open.run(conversationId, owner, turn.createdAt, turn.createdAt);
      add.run(
        conversationId,
        owner,
        turn.message,
        turn.completedQuestion,
        turn.response,
        JSON.stringify(turn.sources),
        turn.traceId,
        turn.createdAt,
        turn.confidence ?? null,
        turn.reviewBelow ?? null,
        reasonOf(turn),
        JSON.stringify(turn.grounds ?? []),
      );
    };
    this.last = database.reader.prepare(
      'SELECT * FROM conversation_turns WHERE conversation_id = ? AND owner = ? ORDER BY id DESC LIMIT ?',
    );
  }

  append(conversationId: string, owner: string, turn: Turn): Promise<void> {
    return this.writes.run(() => this.write(conversationId, owner, turn));
  }

  passOver(): Promise<void> {
    return Promise.resolve();
  }

  find(conversationId: string, owner: string): Promise<Conversation | undefined> {
    const head = this.database.reader
      .prepare<[string, string], { created_at: string }>(
        'SELECT created_at FROM conversations WHERE conversation_id = ? AND owner = ?',
      )
      .get(conversationId, owner);
    if (head === undefined) return Promise.resolve(undefined);
    const turns = this.last.all(conversationId, owner, -1).reverse().map(toTurn);
    return Promise.resolve({ conversationId, createdAt: head.created_at, turns });
  }

  ownersOf(conversationId: string): Promise<readonly string[]> {
    const owners = this.database.reader
      .prepare<[string], string>('SELECT owner FROM conversations WHERE conversation_id = ? ORDER BY updated_at DESC')
      .pluck()
      .all(conversationId);
    return Promise.resolve(owners);
  }

  recent(conversationId: string, owner: string, limit: number): Promise<readonly Turn[]> {
    return Promise.resolve(this.last.all(conversationId, owner, limit).reverse().map(toTurn));
  }

  byTrace(traceId: string): Promise<KeptAnswer | undefined> {
    const row = this.database.reader
      .prepare<[string], TurnRow>('SELECT * FROM conversation_turns WHERE trace_id = ?')
      .get(traceId);
    return Promise.resolve(row === undefined ? undefined : toKeptAnswer(row));
  }

  toReview(afterTraceId: string, limit: number): Promise<readonly KeptAnswer[]> {
    const rows = this.database.reader
      .prepare<[string, number], TurnRow>(
        `SELECT * FROM conversation_turns WHERE review_reason IS NOT NULL
           AND id > coalesce((SELECT id FROM conversation_turns WHERE trace_id = ?), 0) ORDER BY id LIMIT ?`,
      )
      .all(afterTraceId, limit);
    return Promise.resolve(rows.map(toKeptAnswer));
  }

  flag(traceId: string, reason: ReviewReason): Promise<void> {
    return this.writes.run(() => {
      this.database.writer
        .prepare('UPDATE conversation_turns SET review_reason = coalesce(review_reason, ?) WHERE trace_id = ?')
        .run(reason, traceId);
    });
  }

  async removeTurn(traceId: string, owner: string): Promise<boolean> {
    const { writer } = this.database;
    let removed = false;
    await this.writes.run(() => {
      const turn = writer
        .prepare<[string, string], { conversation_id: string }>(
          'DELETE FROM conversation_turns WHERE trace_id = ? AND owner = ? RETURNING conversation_id',
        )
        .get(traceId, owner);
      removed = turn !== undefined;
      if (turn === undefined) return;
      writer
        .prepare(
          `DELETE FROM conversations WHERE conversation_id = @id AND owner = @owner AND NOT EXISTS
             (SELECT 1 FROM conversation_turns t WHERE t.conversation_id = @id AND t.owner = @owner)`,
        )
        .run({ id: turn.conversation_id, owner });
    });
    return removed;
  }

  remove(conversationId: string, owner: string): Promise<boolean> {
    const gone = this.database.writer
      .prepare('DELETE FROM conversations WHERE conversation_id = ? AND owner = ?')
      .run(conversationId, owner);
    return Promise.resolve(gone.changes > 0);
  }

  async removeIdleSince(at: string): Promise<number> {
    let removed = 0;
    await this.writes.run(() => {
      removed = this.database.writer.prepare('DELETE FROM conversations WHERE updated_at < ?').run(at).changes;
    });
    return removed;
  }
}
