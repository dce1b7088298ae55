import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { ConversationCatalog, ConversationPosition, ConversationSummary } from '../domain/conversation-catalog.js';

interface Row {
  readonly conversation_id: string;
  readonly title: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly turns: number;
  readonly first_question: string;
}

const SUMMARY = sql`SELECT c.conversation_id, c.title, c.created_at, c.updated_at,
    (SELECT count(*) FROM conversation_turns t
      WHERE t.conversation_id = c.conversation_id AND t.owner = c.owner) AS turns,
    (SELECT t.message FROM conversation_turns t
      WHERE t.conversation_id = c.conversation_id AND t.owner = c.owner ORDER BY t.id LIMIT 1) AS first_question
  FROM conversations c`;
/** A conversation without a turn is still being written. */
const HAS_A_TURN = sql`EXISTS (SELECT 1 FROM conversation_turns t
  WHERE t.conversation_id = c.conversation_id AND t.owner = c.owner)`;

function toSummary(row: Row): ConversationSummary {
  return {
    conversationId: row.conversation_id,
    title: row.title ?? undefined,
    firstQuestion: row.first_question,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    turns: row.turns,
  };
}

@Injectable()
export class SqlConversationCatalog extends ConversationCatalog {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async page(
    owner: string,
    after: ConversationPosition | undefined,
    limit: number,
  ): Promise<readonly ConversationSummary[]> {
    const rest =
      after === undefined
        ? sql`1 = 1`
        : sql`(c.updated_at, c.conversation_id) < (${after.updatedAt}, ${after.conversationId})`;
    const rows = await this.store.query<Row>(
      sql`${SUMMARY} WHERE c.owner = ${owner} AND ${rest} AND ${HAS_A_TURN}
          ORDER BY c.updated_at DESC, c.conversation_id DESC LIMIT ${limit}`,
    );
    return rows.map(toSummary);
  }

  async questionsOf(
    owner: string,
    conversationIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.store.query<{ readonly conversation_id: string; readonly message: string }>(
      sql`SELECT conversation_id, message FROM conversation_turns
          WHERE owner = ${owner} AND ${this.store.dialect.isOneOf('conversation_id', conversationIds)} ORDER BY id`,
    );
    const questions = new Map<string, string[]>();
    for (const { conversation_id: id, message } of rows) questions.set(id, [...(questions.get(id) ?? []), message]);
    return questions;
  }

  async find(conversationId: string, owner: string): Promise<ConversationSummary | undefined> {
    const row = await this.store.one<Row>(
      sql`${SUMMARY} WHERE c.conversation_id = ${conversationId} AND c.owner = ${owner} AND ${HAS_A_TURN}`,
    );
    return row === undefined ? undefined : toSummary(row);
  }

  async rename(conversationId: string, owner: string, title: string | undefined): Promise<void> {
    await this.store.change(
      sql`UPDATE conversations SET title = ${title ?? null} WHERE conversation_id = ${conversationId} AND owner = ${owner}`,
    );
  }
}
