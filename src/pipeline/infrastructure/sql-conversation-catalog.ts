import { Injectable } from '@nestjs/common';
import { Sql, sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import {
  AnswerPosition,
  ConversationCatalog,
  ConversationPosition,
  ConversationSummary,
  PlacedAnswer,
} from '../domain/conversation-catalog.js';
import { toTurn, TurnRow } from './turn-row.js';

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
/** One turn of a person is enough: a person may have continued a conversation of a test session. */
const IS_OF_A_PERSON = sql`EXISTS (SELECT 1 FROM conversation_turns t
  WHERE t.conversation_id = c.conversation_id AND t.owner = c.owner AND (t.outcome IS NULL OR t.outcome <> 'test'))`;

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

/** Condition: the stored sources name this document. */
function namesDocument(documentId: string): Sql {
  const pattern = `"doc_id":${JSON.stringify(documentId)}`.replaceAll(/[\\%_]/gu, (sign) => `\\${sign}`);
  return sql`t.sources LIKE ${`%${pattern}%`} ESCAPE '\\'`;
}

/** Leaves out what is before the position, in its conversation. */
function answersAfter(
  answers: readonly PlacedAnswer[],
  { conversationId, owner, traceId }: AnswerPosition,
): PlacedAnswer[] {
  const isThere = (one: PlacedAnswer) => one.conversationId === conversationId && one.owner === owner;
  if (traceId === undefined) return answers.filter((one) => !isThere(one));
  return answers.slice(answers.findIndex((one) => isThere(one) && one.turn.traceId === traceId) + 1);
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
      sql`${SUMMARY} WHERE c.owner = ${owner} AND ${rest} AND ${IS_OF_A_PERSON}
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

  async answersNaming(
    documentIds: readonly string[],
    owner: string | undefined,
    after: AnswerPosition | undefined,
    limit: number,
  ): Promise<{ readonly answers: readonly PlacedAnswer[]; readonly last: AnswerPosition | undefined }> {
    const rest =
      after === undefined ? sql`1 = 1` : sql`(conversation_id, owner) >= (${after.conversationId}, ${after.owner})`;
    const checked = sql`SELECT conversation_id, owner FROM conversations
      WHERE ${rest} AND ${owner === undefined ? sql`1 = 1` : sql`owner = ${owner}`}
      ORDER BY conversation_id, owner LIMIT ${limit}`;
    const conversations = await this.store.query<{ conversation_id: string; owner: string }>(checked);
    const last = conversations.length < limit ? undefined : conversations.at(-1);
    const [first, ...others] = documentIds.map(namesDocument);
    if (first === undefined) return { answers: [], last: undefined };
    const names = others.reduce((all, one) => sql`${all} OR ${one}`, first);
    const rows = await this.store.query<TurnRow & { readonly conversation_id: string }>(
      // CROSS JOIN: SQLite then reads the conversations first, and not all answers.
      sql`SELECT t.* FROM (${checked}) c CROSS JOIN conversation_turns t
          WHERE t.conversation_id = c.conversation_id AND t.owner = c.owner AND (${names})
          ORDER BY t.conversation_id, t.owner, t.id`,
    );
    const answers = rows.map((row) => ({
      conversationId: row.conversation_id,
      owner: row.owner,
      turn: toTurn(row),
    }));
    return {
      answers: after === undefined ? answers : answersAfter(answers, after),
      last: last && { conversationId: last.conversation_id, owner: last.owner },
    };
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
